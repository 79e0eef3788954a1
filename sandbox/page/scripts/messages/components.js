// What one can press in a message: buttons and select menus, waiting or failed while their answer is out.

import { onThisHost } from "../discord/api.js";
import { pictureNodes } from "./attachments.js";
import { element } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { markdownBlock } from "../text/markdown.js";
import { select, SELECT_TYPES } from "../fields/selects.js";

const ACTION_ROW = 1;
const BUTTON = 2;
const TEXT = 10;
const MEDIA_GALLERY = 12;
const SEPARATOR = 14;
const CONTAINER = 17;

const LINK_STYLE = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

/**
 * @typedef {object} Place
 * @property {import("../state/session.js").Session} session
 * @property {import("../state/room.js").Room} room
 * @property {object} message
 * @property {import("../text/markdown.js").References} references
 */

/** @param {Place} place @returns {HTMLElement | null} */
export function messageComponents(place) {
  const { message, room } = place;
  if (!message.components?.length) return null;
  const fault = room.componentStates.get(message.id)?.fault;
  return element(
    "div",
    { class: "components" },
    message.components.map((component) => componentNode(component, place)),
    fault !== undefined && element("p", { class: "fault", role: "alert" }, `This interaction failed. ${fault}`),
  );
}

function componentNode(component, place) {
  const children = () => component.components.map((inner) => componentNode(inner, place));
  if (component.type === ACTION_ROW) return element("div", { class: "action-row" }, children());
  if (component.type === BUTTON) return button(component, place);
  if (SELECT_TYPES.has(component.type)) return messageSelect(component, place);
  if (component.type === TEXT) return markdownBlock(component.content, place.references);
  if (component.type === MEDIA_GALLERY) return pictureNodes(component.items.map(pictureOf));
  if (component.type === SEPARATOR) return element("hr");
  if (component.type === CONTAINER) return element("div", { class: "embed" }, children());
  return null;
}

function pictureOf({ media, description }, index) {
  const url = onThisHost(media.url);
  return { ...media, url, description, id: `${index}`, filename: url.split("/").at(-1) };
}

function emojiText(emoji) {
  return emoji?.name ?? "";
}

function button(component, place) {
  const label = [emojiText(component.emoji), component.label].filter(Boolean).join(" ");
  if (component.style === LINK_STYLE) return linkButton(component, label);
  const state = place.room.componentStates.get(place.message.id);
  const isPending = state?.pending && state.customId === component.custom_id;
  return element(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style]}${isPending ? " pending" : ""}`,
      disabled: component.disabled,
      "aria-busy": isPending ? "true" : false,
      "data-focus": component.custom_id,
      onclick: () => isPending || place.session.useComponent(place.room, place.message, component),
    },
    label,
  );
}

function linkButton(component, label) {
  const isSafe = /^https?:/.test(component.url);
  return element(
    "a",
    { class: "button secondary", href: isSafe && component.url, target: "_blank", rel: "noopener noreferrer" },
    label,
    icon("open"),
  );
}

function messageSelect(component, { session, room, message }) {
  const state = room.componentStates.get(message.id);
  return select(component, session, {
    label: component.placeholder ?? "Choose",
    values: room.chosenValues.get(component.custom_id),
    disabled: Boolean(state?.pending),
    onValues: (values) => {
      room.chosenValues.set(component.custom_id, values);
      session.useComponent(room, message, component, values);
    },
  }).element;
}
