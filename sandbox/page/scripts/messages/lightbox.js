// An enlarged picture with its description; Esc or a click closes it.

import { element } from "../elements/dom.js";
import { openDialog } from "../elements/dialogs.js";

/** @param {{url: string, filename: string, description?: string}} picture */
export function openLightbox(picture) {
  openDialog(
    picture.filename,
    (close) => [
      element("img", { src: picture.url, alt: picture.description ?? "", onclick: () => close() }),
      picture.description && element("p", { class: "caption" }, picture.description),
      element("a", { href: picture.url, target: "_blank", rel: "noopener" }, "Open the picture by itself"),
    ],
    { className: "lightbox" },
  );
}
