// Edits one's own message in place: Enter saves, Esc cancels.

import { element, focusedElement, textButton } from "../elements/dom.js";
import { toTyped } from "../text/mentions.js";

/** @import { Message } from "../discord/types.js" */
/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */
/** @import { Place } from "./components.js" */

/**
 * Make a text field as tall as its text.
 * @param {HTMLTextAreaElement} field
 */
export function fitHeight(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/**
 * Put an editor in the place of a message's text.
 * @param {Session} session
 * @param {Room} room
 * @param {Message} message
 */
export function beginEdit(session, room, message) {
  room.editing = { id: message.id, text: toTyped(message.content, session.directory) };
  session.changed("messages", room);
}

/** @param {Place} place */
export function editorNode({ session, room, message }) {
  const close = () => {
    room.editing = null;
    // The message itself must not inherit the focus: whoever writes goes on in the composer.
    focusedElement()?.blur();
    session.changed("messages", room);
    session.changed("edited", room);
  };
  const save = () => {
    const text = field.value.trim();
    close();
    if (text && text !== toTyped(message.content, session.directory)) session.edit(room, message, text);
  };
  const field = element("textarea", { class: "text-field", rows: 1, "aria-label": "Edit message" });
  field.value = room.editing?.text ?? message.content;
  field.addEventListener("input", () => {
    if (room.editing) room.editing.text = field.value;
    fitHeight(field);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
    else return;
    event.preventDefault();
  });
  queueMicrotask(() => {
    fitHeight(field);
    field.focus();
  });
  return element(
    "div",
    { class: "editor" },
    field,
    element(
      "p",
      { class: "editor-foot" },
      textButton("Cancel", close),
      " (Esc) · ",
      textButton("Save", save),
      " (Enter)",
    ),
  );
}
