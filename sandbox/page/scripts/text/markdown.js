// Renders Discord's Markdown as DOM nodes: blocks line by line, and everything else inline.

import { element } from "../elements/dom.js";
import { timestamp } from "./timestamps.js";

/** @import { Attributes, Child } from "../elements/dom.js" */

/**
 * What the text may refer to.
 * @typedef {object} References
 * @property {string} selfId
 * @property {(id: string) => string} userName
 * @property {(id: string) => string} roleName
 * @property {(id: string) => string} roomName
 * @property {(id: string) => boolean} ownRole
 * @property {(id: string) => void} openRoom
 * @property {(roomId: string, id: string) => void} openMessage
 */

/** @typedef {(match: RegExpExecArray, references: References, depth: number) => Node | string} Build */
/** @typedef {{rule: RegExp, build: Build}} Rule */

const DEEPEST = 8;

/** @type {Rule[]} */
const BLOCKS = [
  { rule: /^```(?:([\w+#.-]+)\n)?\n?([^]+?)\n?```\n?/, build: codeBlock },
  { rule: /^(#{1,3}) +([^\n]+)(?:\n|$)/, build: heading },
  { rule: /^-# +([^\n]+)(?:\n|$)/, build: subtext },
  { rule: /^>>> ([^]+)$/, build: quoteRest },
  { rule: /^(?:> [^\n]*(?:\n|$))+/, build: quoteLines },
  { rule: /^ *(?:[-*]|\d{1,9}\.) [^\n]*(?:\n *(?:[-*]|\d{1,9}\.) [^\n]*|\n {2,}\S[^\n]*)*(?:\n|$)/, build: list },
];

/** @type {Rule[]} */
const INLINE = [
  { rule: /^\\([^\w\s])/, build: (match) => match[1] },
  { rule: /^```(?:([\w+#.-]+)\n)?\n?([^]+?)\n?```/, build: codeBlock },
  { rule: /^(`+)([^]*?[^`])\1(?!`)/, build: (match) => element("code", {}, match[2].replace(/^ (.*) $/, "$1")) },
  { rule: /^<@!?(\d+)>/, build: userMention },
  { rule: /^<@&(\d+)>/, build: roleMention },
  { rule: /^<#(\d+)>/, build: roomMention },
  { rule: /^<\/([^:>]+):\d+>/, build: (match) => element("span", { class: "mention" }, `/${match[1]}`) },
  { rule: /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, build: (match) => timestamp(Number(match[1]), match[2]) },
  { rule: /^<a?:(\w+):\d+>/, build: (match) => `:${match[1]}:` },
  { rule: /^@(?:everyone|here)\b/, build: (match) => element("span", { class: "mention of-me" }, match[0]) },
  { rule: /^<(https?:\/\/[^\s>]+)>/, build: (match, references) => link(match[1], [match[1]], references) },
  { rule: /^\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, build: maskedLink },
  { rule: /^https?:\/\/[^\s<]*[^\s<.,:;"'\])]/, build: (match, references) => link(match[0], [match[0]], references) },
  { rule: /^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/, build: wrap("strong") },
  { rule: /^__((?:\\.|[^\\])+?)__(?!_)/, build: wrap("u") },
  { rule: /^\*(?=\S)((?:\\.|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/, build: wrap("em") },
  { rule: /^_((?:\\.|__|[^\\_])+?)_(?!\w)/, build: wrap("em") },
  { rule: /^~~((?:\\.|[^\\])+?)~~/, build: wrap("s") },
  { rule: /^\|\|((?:\\.|[^\\])+?)\|\|/, build: spoiler },
  { rule: /^\n/, build: () => element("br") },
  { rule: /^[^]+?(?=[\\`<[*_~|@\n]|https?:\/\/|$)/, build: (match) => match[0] },
];

/**
 * @param {string} text
 * @param {References} references
 * @returns {DocumentFragment}
 */
export function renderMarkdown(text, references) {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks(text, references, 0));
  return fragment;
}

/**
 * A block of a message's text.
 * @param {string} text
 * @param {References} references
 * @param {Attributes} [attributes]
 */
export function markdownBlock(text, references, attributes = {}) {
  return element("div", { class: "markdown", ...attributes }, renderMarkdown(text, references));
}

/** @param {string} text @param {References} references @param {number} depth @returns {(Node | string)[]} */
function blocks(text, references, depth) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let rest = text;
  while (rest) {
    const found = firstMatch(BLOCKS, rest);
    if (found && depth < DEEPEST) {
      nodes.push(found.build(found.match, references, depth + 1));
      rest = rest.slice(found.match[0].length);
    } else {
      const length = paragraphLength(rest);
      nodes.push(...inline(rest.slice(0, length).replace(/\n$/, ""), references, depth + 1));
      rest = rest.slice(length);
      // The line break before another block is that block's own.
      if (rest && !firstMatch(BLOCKS, rest)) nodes.push(element("br"));
    }
  }
  return nodes;
}

/**
 * Up to the first line that opens a block; a code fence begun in a line carries it on to the fence's end.
 * @param {string} text
 */
function paragraphLength(text) {
  let end = lineEnd(text, 0);
  for (;;) {
    const open = text.slice(0, end).split("```").length % 2 === 0;
    const closing = open ? text.indexOf("```", end) : -1;
    if (closing >= 0) end = lineEnd(text, closing + 3);
    else if (end >= text.length || firstMatch(BLOCKS, text.slice(end))) return end;
    else end = lineEnd(text, end);
  }
}

/** @param {string} text @param {number} from */
function lineEnd(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

/** @param {Rule[]} rules @param {string} text */
function firstMatch(rules, text) {
  for (const { rule, build } of rules) {
    const match = rule.exec(text);
    if (match) return { match, build };
  }
  return null;
}

/** @param {string} text @param {References} references @param {number} depth @returns {(Node | string)[]} */
function inline(text, references, depth) {
  if (depth > DEEPEST) return [text];
  /** @type {(Node | string)[]} */
  const nodes = [];
  let rest = text;
  for (let found = firstMatch(INLINE, rest); found; found = firstMatch(INLINE, rest)) {
    nodes.push(found.build(found.match, references, depth + 1));
    rest = rest.slice(found.match[0].length);
  }
  return nodes;
}

/** @param {"strong" | "u" | "em" | "s"} tag @returns {Build} */
function wrap(tag) {
  return (match, references, depth) => element(tag, {}, inline(match[1], references, depth));
}

/** @type {Build} */
function codeBlock(match) {
  return element("pre", {}, element("code", {}, match[2]));
}

// The page's own headings come first, so a message's begin three levels down.
const HEADINGS = /** @type {const} */ (["h4", "h5", "h6"]);

/** @type {Build} */
function heading(match, references, depth) {
  const level = match[1].length;
  return element(HEADINGS[level - 1], { class: `heading-${level}` }, inline(match[2], references, depth));
}

/** @type {Build} */
function subtext(match, references, depth) {
  return element("small", { class: "subtext" }, inline(match[1], references, depth));
}

/** @type {Build} */
function quoteRest(match, references, depth) {
  return element("blockquote", {}, blocks(match[1], references, depth));
}

/** @type {Build} */
function quoteLines(match, references, depth) {
  const text = match[0].replace(/\n$/, "").replace(/^> /gm, "");
  return element("blockquote", {}, blocks(text, references, depth));
}

const ITEM = /^( *)([-*]|\d{1,9}\.) (.*)$/;

/** @typedef {{list: HTMLElement, indent: number, tag: "ol" | "ul"}} OpenList */

/**
 * Deeper indentation opens a list inside the last item; a line without a mark belongs to that item.
 * @type {Build}
 */
function list(match, references, depth) {
  const whole = document.createDocumentFragment();
  /** The lists that the line at hand is in, the outermost first. @type {OpenList[]} */
  const open = [];
  for (const line of match[0].replace(/\n$/, "").split("\n")) {
    const item = ITEM.exec(line);
    if (item) {
      const [, { length: indent }, mark, text] = item;
      listFor(mark, indent, open, whole).append(element("li", {}, inline(text, references, depth)));
    } else {
      open.at(-1)?.list.lastElementChild?.append(element("br"), ...inline(line.trim(), references, depth));
    }
  }
  return whole;
}

/**
 * The list that an item belongs to: an open one, or a new one.
 * @param {string} mark
 * @param {number} indent
 * @param {OpenList[]} open the lists that are open before and after the item
 * @param {DocumentFragment} whole
 */
function listFor(mark, indent, open, whole) {
  while (open.length > 1 && indent < open[open.length - 1].indent) open.pop();
  const last = open.at(-1);
  const isDeeper = last !== undefined && indent > last.indent + 1;
  const tag = mark.length > 1 ? "ol" : "ul";
  if (last?.tag === tag && !isDeeper) return last.list;
  if (last && !isDeeper) open.pop();
  const inner = element(tag, { start: tag === "ol" && Number.parseInt(mark, 10) });
  (open.at(-1)?.list.lastElementChild ?? whole).append(inner);
  open.push({ list: inner, indent, tag });
  return inner;
}

/** @type {Build} */
function userMention(match, references) {
  const mine = match[1] === references.selfId;
  return element("span", { class: mine ? "mention of-me" : "mention" }, `@${references.userName(match[1])}`);
}

/** @type {Build} */
function roleMention(match, references) {
  const mine = references.ownRole(match[1]);
  return element("span", { class: mine ? "mention of-me" : "mention" }, `@${references.roleName(match[1])}`);
}

/** @type {Build} */
function roomMention(match, references) {
  const open = () => references.openRoom(match[1]);
  return element("button", { type: "button", class: "mention", onclick: open }, `#${references.roomName(match[1])}`);
}

const MESSAGE = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)$/;

/**
 * Whoever follows the link to a message stays here.
 * @param {string} address
 * @param {Child[]} children
 * @param {References} references
 */
function link(address, children, references) {
  const message = MESSAGE.exec(address);
  /** @param {Event} event */
  const open = (event) => {
    if (!message) return;
    event.preventDefault();
    references.openMessage(message[1], message[2]);
  };
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer", title: address };
  return element("a", { ...attributes, onclick: open }, children);
}

/**
 * A text that itself looks like an address could lie about where it leads: then both are shown as typed.
 * @type {Build}
 */
function maskedLink(match, references, depth) {
  if (/https?:\/\//.test(match[1])) return match[0];
  return link(match[2], inline(match[1], references, depth), references);
}

/** @type {Build} */
function spoiler(match, references, depth) {
  const inner = element("span", { class: "spoiler-text", "aria-hidden": "true" }, inline(match[1], references, depth));
  const closed = { role: "button", tabindex: "0", "aria-label": "Spoiler: show it" };
  const cover = element("span", { class: "spoiler", ...closed }, inner);
  const reveal = () => {
    cover.classList.add("shown");
    for (const name of Object.keys(closed)) cover.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  });
  return cover;
}
