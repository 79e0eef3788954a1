// Attachments and embeds: a single picture or a mosaic of several, other files, embeds.

import { onThisHost } from "../discord/api.js";
import { element } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { openLightbox } from "./lightbox.js";
import { markdownBlock, renderMarkdown } from "../text/markdown.js";
import { timeOfDay } from "../text/timestamps.js";

/** @import { Attachment, Embed, EmbedField, EmbedImage } from "../discord/types.js" */
/** @import { References } from "../text/markdown.js" */

const UNITS = ["bytes", "kB", "MB"];

/** @param {number} bytes */
function size(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit ? value.toFixed(1) : value} ${UNITS[unit]}`;
}

/** @param {Attachment} attachment */
const isPicture = (attachment) =>
  attachment.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);

/**
 * Pictures of other hosts are not fetched: the page speaks only to the sandbox.
 * @param {string} address
 */
const isHere = (address) => new URL(onThisHost(address), location.href).host === location.host;

/** A message's attachments: its pictures together, then every other file. @param {Attachment[]} attachments */
export function attachmentNodes(attachments) {
  const local = attachments.map((attachment) => ({ ...attachment, url: onThisHost(attachment.url) }));
  const pictures = local.filter(isPicture);
  const files = local.filter((attachment) => !isPicture(attachment));
  return [pictures.length > 0 && pictureNodes(pictures), ...files.map(fileNode)];
}

/** One picture as it is, several as a mosaic of cropped ones. @param {Attachment[]} pictures */
export function pictureNodes(pictures) {
  if (pictures.length === 1) {
    const [{ figure, caption }] = pictures.map(pictureNode);
    figure.append(caption);
    return figure;
  }
  const nodes = pictures.map(pictureNode);
  const mosaic = element("div", { class: "mosaic", "data-count": pictures.length }, nodes.map(({ figure }) => figure));
  return element("div", { class: "mosaic-frame" }, mosaic, nodes.map(({ caption }) => caption));
}

/** @param {Attachment} picture */
function pictureNode(picture) {
  const caption = element("p", { class: "caption", hidden: true }, picture.description);
  const image = element("img", {
    src: picture.url,
    alt: picture.description ?? "",
    width: picture.width,
    height: picture.height,
    loading: "lazy",
    decoding: "async",
  });
  const enlarge = element(
    "button",
    {
      type: "button",
      class: "picture-button",
      "aria-label": `Enlarge picture: ${picture.description || picture.filename}`,
      "data-focus": `picture-${picture.id}`,
      onclick: () => openLightbox(picture),
    },
    image,
  );
  const figure = element("figure", { class: "picture" }, enlarge, picture.description && altButton(caption));
  return { figure, caption };
}

/**
 * The description is there for those who cannot see the picture; everyone else may ask for it.
 * @param {HTMLElement} caption
 */
function altButton(caption) {
  const button = element("button", { type: "button", class: "alt-button", "aria-expanded": "false" }, "ALT");
  button.title = "Show the picture's description";
  button.addEventListener("click", () => {
    caption.hidden = !caption.hidden;
    button.setAttribute("aria-expanded", String(!caption.hidden));
  });
  return button;
}

/** @param {Attachment} file */
function fileNode(file) {
  return element(
    "div",
    { class: "file" },
    icon("file"),
    element(
      "span",
      { class: "file-text" },
      element("a", { href: file.url, target: "_blank", rel: "noopener" }, file.filename),
      element("span", { class: "detail" }, file.size !== undefined && size(file.size)),
      file.description && element("span", { class: "detail" }, file.description),
    ),
    element(
      "a",
      { class: "icon-button", href: file.url, download: file.filename, "aria-label": `Download ${file.filename}` },
      icon("download"),
    ),
  );
}

/** @param {Embed} embed @param {References} references */
export function embedNode(embed, references) {
  const node = element(
    "article",
    { class: "embed" },
    embed.author && element("div", { class: "embed-author" }, embed.author.name),
    embed.title && element("div", { class: "embed-title" }, titleContent(embed.title, embed, references)),
    embed.description && markdownBlock(embed.description, references),
    fieldList(embed.fields ?? [], references),
    embedPicture(embed.image ?? embed.thumbnail),
    embedFoot(embed),
  );
  if (embed.color) node.style.setProperty("--embed", `#${embed.color.toString(16).padStart(6, "0")}`);
  return node;
}

/** @param {string} title @param {Embed} embed @param {References} references */
function titleContent(title, embed, references) {
  const text = renderMarkdown(title, references);
  if (!/^https?:/.test(embed.url ?? "")) return text;
  return element("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, text);
}

/** @param {EmbedField[]} fields @param {References} references */
function fieldList(fields, references) {
  const nodes = fields.map((field) => fieldNode(field, references));
  return nodes.length > 0 && element("dl", { class: "embed-fields" }, nodes);
}

/** @param {EmbedField} field @param {References} references */
function fieldNode(field, references) {
  return element(
    "div",
    { class: field.inline ? "embed-field inline" : "embed-field" },
    element("dt", {}, renderMarkdown(field.name, references)),
    element("dd", { class: "markdown" }, renderMarkdown(field.value, references)),
  );
}

/** @param {EmbedImage | undefined} image */
function embedPicture(image) {
  if (!image?.url) return null;
  const { url, width, height } = image;
  if (!isHere(url)) return element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url);
  const attributes = { src: onThisHost(url), alt: "", width, height, loading: "lazy" };
  return element("img", { class: "embed-picture", ...attributes });
}

/** @param {Embed} embed */
function embedFoot(embed) {
  const parts = [embed.footer?.text, embed.timestamp && timeOfDay(new Date(embed.timestamp))].filter(Boolean);
  return parts.length > 0 && element("div", { class: "detail" }, parts.join(" · "));
}
