// Small helpers for building DOM nodes: whatever comes from a message is set as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Make an element. Attributes named `on…` are listeners; `false`, `null` and `undefined` leave an
 * attribute or a child out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  append(node, children);
  return node;
}

function setAttribute(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : String(value));
}

function append(node, children) {
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
}

/** Put `children` in the place of whatever `node` holds. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

let lastId = 0;

/** An id for a node that another node's aria attribute points at. */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A button with words on it, in the look that `kind` names (`link-button`, `button primary`…). */
export function textButton(label, onclick, kind = "link-button", attributes = {}) {
  return element("button", { type: "button", class: kind, onclick, ...attributes }, label);
}

/** The mark of a field that must be filled in. */
export function requiredMark() {
  return element("span", { class: "required", title: "required" }, "*");
}

/** A button that shows only an icon; its label is read out and shown as a tooltip. */
export function iconButton(iconNode, label, onclick, attributes = {}) {
  return element(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
    iconNode,
  );
}

/** A function that, called several times in one go, draws once afterwards. */
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

/** Whether `node` is scrolled to within a few pixels of its end. */
export function isAtEnd(node, tolerance = 48) {
  return node.scrollHeight - node.scrollTop - node.clientHeight <= tolerance;
}
