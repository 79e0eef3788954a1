// A message's buttons and select menus, and whether they wait for an answer or have failed.

import { onThisHost } from "../discord/api.js";
import { pictureNodes } from "./attachments.js";
import { element } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { markdownBlock } from "../text/markdown.js";
import { isSelect, select } from "../fields/selects.js";

/** @import { Button, Component, GalleryItem, Message, Select } from "../discord/types.js" */
/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */
/** @import { References } from "../text/markdown.js" */

const ACTION_ROW = 1;
const BUTTON = 2;
const TEXT = 10;
const MEDIA_GALLERY = 12;
const SEPARATOR = 14;
const CONTAINER = 17;

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

/**
 * @typedef {object} Place
 * @property {Session} session
 * @property {Room} room
 * @property {Message} message
 * @property {References} references
 */

/** @param {Place} place @returns {HTMLElement | null} */
export function messageComponents(place) {
  const { message, room } = place;
  if (!message.components?.length) return null;
  const error = room.componentStates.get(message.id)?.error;
  return element(
    "div",
    { class: "components" },
    message.components.map((component) => componentNode(component, place)),
    error !== undefined && element("p", { class: "error", role: "alert" }, `This interaction failed. ${error}`),
  );
}

/** @param {Component} component @param {Place} place @returns {HTMLElement | null} */
function componentNode(component, place) {
  /** @param {Component[]} inner */
  const nodes = (inner) => inner.map((one) => componentNode(one, place));
  if (component.type === ACTION_ROW) return element("div", { class: "action-row" }, nodes(component.components));
  if (component.type === BUTTON) return button(component, place);
  if (isSelect(component)) return messageSelect(component, place);
  if (component.type === TEXT) return markdownBlock(component.content, place.references);
  if (component.type === MEDIA_GALLERY) return pictureNodes(component.items.map(pictureOf));
  if (component.type === SEPARATOR) return element("hr");
  if (component.type === CONTAINER) return element("div", { class: "embed" }, nodes(component.components));
  return null;
}

/** @param {GalleryItem} item @param {number} index */
function pictureOf({ media, description }, index) {
  const url = onThisHost(media.url);
  return { ...media, url, description, id: `${index}`, filename: url.split("/").at(-1) ?? "" };
}

/** @param {Button} component @param {Place} place */
function button(component, place) {
  const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
  const { custom_id, type } = component;
  if (custom_id === undefined) return linkButton(component, label);
  const state = place.room.componentStates.get(place.message.id);
  const isPending = state?.pending && state.customId === custom_id;
  return element(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style]}${isPending ? " pending" : ""}`,
      disabled: component.disabled,
      "aria-busy": isPending ? "true" : false,
      "data-focus": custom_id,
      onclick: () => isPending || place.session.useComponent(place.room, place.message, { type, custom_id }),
    },
    label,
  );
}

/** @param {Button} component @param {string} label */
function linkButton(component, label) {
  const isSafe = /^https?:/.test(component.url ?? "");
  return element(
    "a",
    { class: "button secondary", href: isSafe && component.url, target: "_blank", rel: "noopener noreferrer" },
    label,
    icon("open"),
  );
}

/** @param {Select} component @param {Place} place */
function messageSelect(component, { session, room, message }) {
  const state = room.componentStates.get(message.id);
  const key = `${message.id} ${component.custom_id}`;
  return select(component, session, {
    label: component.placeholder ?? "Choose",
    values: room.chosenValues.get(key),
    disabled: Boolean(state?.pending),
    onValues: (values) => {
      room.chosenValues.set(key, values);
      session.useComponent(room, message, component, values);
    },
  }).element;
}
