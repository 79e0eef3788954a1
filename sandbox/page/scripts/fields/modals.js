// Forms that the application opens over the page: text fields and select menus, sent back together.

import { openDialog } from "../elements/dialogs.js";
import { element, requiredMark, textButton, uniqueId } from "../elements/dom.js";
import { sentenceOf } from "../discord/api.js";
import { MODAL } from "../discord/interactions.js";
import { markdownBlock } from "../text/markdown.js";
import { isSelect, select } from "./selects.js";

/** @import { ActionRow, Component, Label, Modal, Select, TextInput } from "../discord/types.js" */
/** @import { Session } from "../state/session.js" */
/** @import { Store } from "../state/store.js" */
/** @import { References } from "../text/markdown.js" */

const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const PARAGRAPH = 2;

/**
 * One part of a modal: what is shown, and what it adds to the answer (null for plain text).
 * @typedef {{element: HTMLElement, answer: () => object | null}} Part
 *
 * @typedef {HTMLInputElement | HTMLTextAreaElement} TextField
 */

/**
 * Show every modal that is meant for the person one is.
 * @param {Store} store
 * @param {() => References} references
 */
export function watchModals(store, references) {
  store.subscribe((kind) => {
    const session = store.active;
    if ((kind !== "modal" && kind !== "person") || !session.modal) return;
    const { modal } = session;
    session.modal = null;
    showModal(session, modal, references());
  });
}

/** @param {Session} session @param {Modal} modal @param {References} references */
function showModal(session, modal, references) {
  const room = session.rooms.get(modal.channel_id) ?? session.current;
  if (!room) return;
  openDialog(modal.title, (close) => {
    const parts = modal.components.map((component) => makePart(component, session, references));
    const complaint = element("p", { class: "error", role: "alert", hidden: true });
    const submit = element("button", { type: "submit", class: "button primary" }, "Submit");
    const form = element(
      "form",
      { class: "modal-form" },
      parts.map((part) => part.element),
      complaint,
      element(
        "footer",
        { class: "dialog-foot" },
        textButton("Cancel", () => close(), "button secondary"),
        submit,
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const components = parts.map((part) => part.answer()).filter(Boolean);
      const data = { id: modal.id, custom_id: modal.custom_id, components };
      try {
        await session.interactions.send(MODAL, data, { room });
        close();
      } catch (error) {
        complaint.textContent = sentenceOf(error, "Something went wrong; your words are still here. Try again.");
        complaint.hidden = false;
        submit.disabled = false;
      }
    });
    return [form];
  });
}

/**
 * @returns {Part}
 * @param {Component} component
 * @param {Session} session
 * @param {References} references
 */
function makePart(component, session, references) {
  if (component.type === ACTION_ROW) return rowPart(component);
  if (component.type === LABEL) return labelPart(component, session);
  const content = component.type === TEXT ? component.content : "";
  return { element: markdownBlock(content, references), answer: () => null };
}

/** @param {ActionRow} row @returns {Part} */
function rowPart(row) {
  const [input] = row.components.filter((component) => component.type === TEXT_INPUT);
  const field = textField(input);
  return {
    element: labelled(input.label ?? "", "", input.required ?? true, field),
    answer: () => ({ type: ACTION_ROW, components: [textAnswer(input, field)] }),
  };
}

/** @param {Label} label @param {Session} session @returns {Part} */
function labelPart(label, session) {
  const { component } = label;
  if (isSelect(component)) return selectPart(label, component, session);
  const field = textField(component);
  return {
    element: labelled(label.label, label.description, component.required ?? true, field),
    answer: () => ({ type: LABEL, id: label.id, component: textAnswer(component, field) }),
  };
}

/** @param {Label} label @param {Select} component @param {Session} session @returns {Part} */
function selectPart(label, component, session) {
  const menu = select(component, session, { label: label.label });
  return {
    element: element(
      "div",
      { class: "modal-field" },
      element("span", { class: "modal-label" }, label.label),
      label.description && element("span", { class: "detail" }, label.description),
      menu.element,
    ),
    answer: () => ({
      type: LABEL,
      id: label.id,
      component: { type: component.type, id: component.id, custom_id: component.custom_id, values: menu.values() },
    }),
  };
}

/** @param {TextInput} input @param {TextField} field */
function textAnswer(input, field) {
  return { type: TEXT_INPUT, id: input.id, custom_id: input.custom_id, value: field.value };
}

/** @param {TextInput} input @returns {TextField} */
function textField(input) {
  const isLong = input.style === PARAGRAPH;
  const field = element(isLong ? "textarea" : "input", {
    class: "text-field",
    type: isLong ? false : "text",
    rows: isLong ? 4 : false,
    autocomplete: "off",
    placeholder: input.placeholder,
    required: input.required ?? true,
    minlength: input.min_length,
    maxlength: input.max_length,
  });
  field.value = input.value ?? "";
  return field;
}

/**
 * @param {string} text
 * @param {string | undefined} description
 * @param {boolean} isRequired
 * @param {TextField} field
 */
function labelled(text, description, isRequired, field) {
  field.id = uniqueId("modal-field");
  return element(
    "div",
    { class: "modal-field" },
    element("label", { class: "modal-label", for: field.id }, text, isRequired && requiredMark()),
    description && element("span", { class: "detail" }, description),
    field,
  );
}
