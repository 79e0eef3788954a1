// What a message may contain instead of text: stickers, a poll, another message, a thread's start.

import { attachmentNodes } from "./attachments.js";
import { element } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { markdownBlock } from "../text/markdown.js";

/** @import { Message, Poll, Quoted } from "../discord/types.js" */
/** @import { References } from "../text/markdown.js" */
/** @import { Place } from "./components.js" */

export const THREAD_NOTICE = 18;
const THREAD_STARTER = 21;

/** @param {Place} place */
export function otherContents({ message, references }) {
  return [
    message.type === THREAD_NOTICE && element("p", { class: "detail" }, `began the thread ${message.content}.`),
    message.type === THREAD_STARTER && starter(message.referenced_message, references),
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

/** @param {Message | null | undefined} original @param {References} references */
function starter(original, references) {
  if (!original) return element("p", { class: "detail" }, "The message was deleted.");
  return quoted("This thread is about", original, references);
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
