// Dialogs: Esc or a click outside closes them, and the focus returns to where it was.

import { avatar } from "./avatars.js";
import { element, fill, focusedElement, iconButton, textButton, uniqueId } from "./dom.js";
import { icon } from "./icons.js";

/** @import { User } from "../discord/types.js" */
/** @import { Directory } from "../state/directory.js" */
/** @import { Child } from "./dom.js" */

/** @param {Element | null | undefined} node */
function focusOn(node) {
  if (node instanceof HTMLElement) node.focus({ preventScroll: true });
}

/**
 * Show a dialog; it removes itself when it closes.
 * @param {string} title
 * @param {(close: (result?: any) => void) => Child[]} build what is in it
 * @param {{className?: string}} [options]
 * @returns {Promise<any>} what it was closed with; undefined when it was cancelled
 */
export function openDialog(title, build, { className = "" } = {}) {
  return new Promise((resolve) => {
    const titleId = uniqueId("dialog-title");
    const opener = focusedElement();
    const dialog = element("dialog", { class: `dialog ${className}`, "aria-labelledby": titleId });
    /** @type {any} */
    let result;
    const close = (/** @type {any} */ value = undefined) => {
      result = value;
      dialog.close();
    };
    fill(
      dialog,
      element(
        "header",
        { class: "dialog-head" },
        element("h2", { id: titleId }, title),
        iconButton(icon("close"), "Close", () => close()),
      ),
      build(close),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      // A message's tools can only take the focus while the message has it.
      focusOn(opener?.closest(".message"));
      focusOn(opener);
      resolve(result);
    });
    dialog.addEventListener("mousedown", (event) => {
      if (event.target === dialog) close();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Ask before something that cannot be taken back.
 * @returns {Promise<boolean>}
 * @param {string} title
 * @param {Child} body
 * @param {string} verb what the button that agrees says
 */
export async function confirmDialog(title, body, verb) {
  const answer = await openDialog(title, (close) => [
    body,
    element(
      "footer",
      { class: "dialog-foot" },
      textButton("Cancel", () => close(false), "button secondary"),
      textButton(verb, () => close(true), "button danger", { autofocus: true }),
    ),
  ]);
  return Boolean(answer);
}

/**
 * Let one choose among people.
 * @returns {Promise<string | undefined>} the id of the chosen one
 * @param {Directory} directory
 * @param {User[]} users
 * @param {string} title
 */
export function choosePerson(directory, users, title) {
  return openDialog(title, (close) => [
    element(
      "ul",
      { class: "people-list" },
      users.map((user) =>
        element(
          "li",
          {},
          element(
            "button",
            { type: "button", class: "room-link", onclick: () => close(user.id) },
            avatar(directory, user.id),
            element("span", { class: "room-name" }, directory.userName(user.id)),
            element("span", { class: "detail" }, user.bot ? "BOT" : directory.seatName(user.id)),
          ),
        ),
      ),
    ),
  ]);
}
