// Switches between people, and shows who is mentioned where.

import { avatar } from "./elements/avatars.js";
import { all, batchedBetweenPresses, element, fill } from "./elements/dom.js";

/** @import { Session } from "./state/session.js" */
/** @import { Store } from "./state/store.js" */

/** @param {HTMLElement} place @param {Store} store */
export function showPeople(place, store) {
  const redraw = () => fill(place, store.sessions.map((session, index) => personButton(store, session, index)));
  const schedule = batchedBetweenPresses(place, () => keepFocus(place, redraw));
  store.subscribe((kind) => {
    if (kind === "person" || kind === "rooms") schedule();
  });
  document.addEventListener("keydown", (event) => becomeByNumber(event, store));
}

/**
 * Redrawing replaces the button that was just used: the new one takes its focus.
 * @param {HTMLElement} place
 * @param {() => void} redraw
 */
function keepFocus(place, redraw) {
  const focused = all(place, "button").findIndex((button) => button === document.activeElement);
  redraw();
  if (focused >= 0) all(place, "button")[focused].focus();
}

/**
 * The button that makes one a person.
 * @param {Store} store
 * @param {Session} session
 * @param {number} index
 */
function personButton(store, session, index) {
  const { person, waiting } = session;
  const isActive = session === store.active;
  const seat = store.directory.seatName(person.id);
  const calls = waiting ? `, ${waiting} waiting` : "";
  return element(
    "button",
    {
      type: "button",
      class: "person",
      "data-hue": store.directory.hue(person.id),
      "data-person": person.name,
      "aria-pressed": String(isActive),
      "aria-label": `${isActive ? "You are" : "Become"} ${person.name}, ${seat}${calls}`,
      title: index < 9 ? `${person.name} (${seat}) – Alt+${index + 1}` : `${person.name} (${seat})`,
      onclick: () => store.become(session),
    },
    avatar(store.directory, person.id),
    element("span", { class: "person-name" }, person.name, element("span", { class: "person-seat" }, seat)),
    waiting > 0 && element("span", { class: "badge", "aria-hidden": "true" }, String(waiting)),
  );
}

/** @param {KeyboardEvent} event @param {Store} store */
function becomeByNumber(event, store) {
  const isPlainAlt = event.altKey && !event.ctrlKey && !event.metaKey;
  if (!isPlainAlt || !/^Digit[1-9]$/.test(event.code) || document.querySelector("dialog[open]")) return;
  const session = store.sessions[Number(event.code.at(-1)) - 1];
  if (!session) return;
  event.preventDefault();
  store.become(session);
}
