// Reactions below a message, and the menu to add one.

import { element, textButton } from "../elements/dom.js";

/** @import { Emoji } from "../discord/types.js" */
/** @import { Place } from "./components.js" */

const OFFERED = ["👍", "👎", "✅", "❌", "🔥", "🧊", "⏳", "🎲", "👏", "😄", "🤔", "👀"];

/** @param {Place} place @returns {HTMLElement | null} */
export function reactionBar({ session, room, message }) {
  if (!message.reactions?.length) return null;
  /** @param {Emoji} emoji */
  const toggle = (emoji) => session.toggleReaction(room, message, emoji);
  return element(
    "div",
    { class: "reactions" },
    message.reactions.map(({ emoji, count, me }) =>
      element(
        "button",
        {
          type: "button",
          class: "reaction",
          "aria-pressed": String(Boolean(me)),
          "aria-label": `${emoji.name}, ${count}; ${me ? "take yours back" : "add yours"}`,
          "data-focus": `reaction-${emoji.name}`,
          onclick: () => toggle(emoji),
        },
        element("span", { class: "emoji" }, emoji.id ? `:${emoji.name}:` : emoji.name),
        element("span", {}, String(count)),
      ),
    ),
  );
}

/**
 * The set to add from, over the page until something is chosen.
 * @param {Place} place
 * @param {() => void} onClose
 */
export function reactionMenu({ session, room, message }, onClose) {
  /** @param {string} name */
  const choose = (name) => {
    session.toggleReaction(room, message, { id: null, name });
    onClose();
  };
  const menu = element(
    "div",
    { class: "reaction-menu", role: "group", "aria-label": "Add a reaction" },
    OFFERED.map((name) =>
      textButton(name, () => choose(name), "icon-button emoji", { "aria-label": `React with ${name}` }),
    ),
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") onClose();
  });
  menu.addEventListener("focusout", (event) => {
    const goesTo = event.relatedTarget;
    if (!(goesTo instanceof Node && menu.contains(goesTo))) onClose();
  });
  return menu;
}
