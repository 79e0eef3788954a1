// What a message may contain instead of text: stickers, a poll, another message.

import { attachmentNodes } from "./attachments.js";
import { element } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { markdownBlock } from "../text/markdown.js";

/** @import { Poll, Quoted } from "../discord/types.js" */
/** @import { References } from "../text/markdown.js" */
/** @import { Place } from "./components.js" */

/** @param {Place} place */
export function otherContents({ message, references }) {
  return [
    ...(message.sticker_items ?? []).map(sticker),
    message.poll && poll(message.poll),
    ...(message.message_snapshots ?? []).map((snapshot) => forwarded(snapshot.message, references)),
  ];
}

/** @param {{name: string}} sticker */
function sticker({ name }) {
  return element("p", { class: "sticker" }, `Sticker: ${name}`);
}

/** @param {Poll} poll */
function poll({ question, answers }) {
  return element(
    "div",
    { class: "embed poll" },
    element("p", { class: "embed-title" }, question.text),
    element("ul", {}, answers.map(({ poll_media }) => element("li", {}, poll_media.text))),
  );
}

/** @param {Quoted} original @param {References} references */
function forwarded(original, references) {
  return quoted("Forwarded", original, references);
}

/** @param {string} head @param {Quoted} original @param {References} references */
function quoted(head, original, references) {
  return element(
    "div",
    { class: "quoted" },
    element("p", { class: "detail" }, icon("reply"), head),
    original.content && markdownBlock(original.content, references),
    attachmentNodes(original.attachments ?? []),
  );
}
