// Small helpers for building DOM nodes: whatever comes from a message is set as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/** An attribute's value; under a name that begins with `on`, what listens to that event. */
/** @typedef {string | number | boolean | null | undefined | ((event: Event) => void)} AttributeValue */
/** @typedef {Record<string, AttributeValue>} Attributes */

/**
 * Make an element. Attributes named `on…` are listeners; `false`, `null` and `undefined` leave an
 * attribute or a child out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  append(node, children);
  return node;
}

/** @param {HTMLElement} node @param {string} name @param {AttributeValue} value */
function setAttribute(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === "function") node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** @param {HTMLElement} node @param {(Child | Child[])[]} children */
function append(node, children) {
  for (const child of children.flat()) if (child !== undefined && child !== null && child !== false) node.append(child);
}

/**
 * Replace whatever `node` holds with `children`.
 * @param {HTMLElement} node
 * @param {...(Child | Child[])} children
 */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/** An element that `index.html` holds. @param {string} id */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no #${id}.`);
  return node;
}

/**
 * An element inside another one that is known to be there.
 * @param {HTMLElement} node
 * @param {string} selector
 */
export function part(node, selector) {
  const inner = node.querySelector(selector);
  if (!(inner instanceof HTMLElement)) throw new Error(`There is no ${selector} here.`);
  return inner;
}

/** Every element inside another one that a selector finds. @param {ParentNode} node @param {string} selector */
export function all(node, selector) {
  return [...node.querySelectorAll(selector)].filter((inner) => inner instanceof HTMLElement);
}

/** The element that an event happened at. @param {Event} event */
export function targetOf(event) {
  return event.target instanceof HTMLElement ? event.target : null;
}

/** What has the focus. */
export function focusedElement() {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}

let lastId = 0;

/** An id for a node that another node's aria attribute points at. @param {string} prefix */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * A button with words on it, in the look that `kind` names (`link-button`, `button primary`…).
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 * @param {Attributes} [attributes]
 */
export function textButton(label, onclick, kind = "link-button", attributes = {}) {
  return element("button", { type: "button", class: kind, onclick, ...attributes }, label);
}

/** The mark of a field that must be filled in. */
export function requiredMark() {
  return element("span", { class: "required", title: "required" }, "*");
}

/**
 * A button that shows only an icon; its label is read out and shown as a tooltip.
 * @param {Node} iconNode
 * @param {string} label
 * @param {() => void} onclick
 * @param {Attributes} [attributes]
 */
export function iconButton(iconNode, label, onclick, attributes = {}) {
  return element(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
    iconNode,
  );
}

/** A function that draws once, however often it is called in one go. @param {() => void} draw */
export function batched(draw) {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      draw();
    });
  };
}

/**
 * The same, but nothing is replaced under a press: what is gone when it is released gets no click.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function batchedBetweenPresses(place, draw) {
  let isPressed = false;
  const schedule = batched(() => isPressed || draw());
  place.addEventListener("pointerdown", () => (isPressed = true));
  // The click comes after this, and before what waits.
  for (const released of ["pointerup", "pointercancel"]) {
    addEventListener(released, () => {
      if (!isPressed) return;
      isPressed = false;
      setTimeout(schedule);
    });
  }
  return schedule;
}

/**
 * Whether something is scrolled to within a few pixels of its end.
 * @param {{scrollHeight: number, scrollTop: number, clientHeight: number}} node
 */
export function isAtEnd(node, tolerance = 48) {
  return node.scrollHeight - node.scrollTop - node.clientHeight <= tolerance;
}
