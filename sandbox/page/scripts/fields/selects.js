// Select menus of messages and modals: one value from a list that narrows, or several as check boxes.

import { peopleChoices, roleChoices, roomChoices } from "./choices.js";
import { element, textButton } from "../elements/dom.js";
import { among, Picker } from "./picker.js";

/** @import { Component, Select, SelectOption } from "../discord/types.js" */
/** @import { Session } from "../state/session.js" */
/** @import { Choice } from "./listbox.js" */

/** @param {Component} component @returns {component is Select} */
export function isSelect(component) {
  return component.type in CHOICES;
}

/** @typedef {Choice & {isDefault?: boolean}} OfferedChoice */

/**
 * What each type of select offers.
 * @type {Record<Select["type"], (component: Select, session: Session) => OfferedChoice[]>}
 */
const CHOICES = {
  3: (component) => (component.options ?? []).map(optionChoice),
  5: (_, session) => peopleChoices(session.directory),
  6: (_, session) => roleChoices(session),
  7: (_, session) => [...peopleChoices(session.directory), ...roleChoices(session)],
  8: (component, session) => roomChoices(session, component.channel_types),
};

/** @param {SelectOption} option @returns {OfferedChoice} */
function optionChoice(option) {
  const emoji = option.emoji?.name ? `${option.emoji.name} ` : "";
  return { value: option.value, label: emoji + option.label, detail: option.description, isDefault: option.default };
}

/**
 * @typedef {{element: HTMLElement, values: () => string[]}} Control
 *
 * @typedef {object} Options
 * @property {string} label
 * @property {string[]} [values] chosen before
 * @property {boolean} [disabled]
 * @property {(values: string[]) => void} [onValues]
 *
 * @typedef {(component: Select, choices: OfferedChoice[], preset: string[], options: Options) => Control} Make
 */

/**
 * @param {Select} component
 * @param {Session} session
 * @param {Options} options
 * @returns {Control}
 */
export function select(component, session, options) {
  const choices = CHOICES[component.type](component, session);
  const preset = options.values ?? choices.filter((choice) => choice.isDefault).map((choice) => choice.value);
  const make = (component.max_values ?? 1) > 1 ? checkBoxes : onePicker;
  return make(component, choices, preset, options);
}

/** @type {Make} */
function onePicker(component, choices, preset, { label, disabled, onValues }) {
  const picker = new Picker({
    label,
    find: among(choices),
    placeholder: component.placeholder ?? "Choose…",
    disabled: disabled || component.disabled,
    onChoose: (choice) => onValues?.([choice.value]),
    attributes: { "data-focus": component.custom_id },
  });
  picker.element.classList.add("select");
  const chosen = choices.find((choice) => choice.value === preset[0]);
  if (chosen) picker.preset(chosen);
  return { element: picker.element, values: () => (picker.value === undefined ? [] : [picker.value]) };
}

/** @type {Make} */
function checkBoxes(component, choices, preset, { label, disabled, onValues }) {
  const boxes = choices.map((choice) => ({
    choice,
    box: element("input", { type: "checkbox", checked: preset.includes(choice.value) }),
  }));
  const values = () => boxes.filter(({ box }) => box.checked).map(({ choice }) => choice.value);
  const send = textButton("Choose these", () => onValues?.(values()), "button secondary");
  const { min_values: least = 1, max_values: most = 1 } = component;
  const keepLimits = () => {
    const count = values().length;
    send.disabled = count < least;
    for (const { box } of boxes) box.disabled = !box.checked && count >= most;
  };
  const list = element(
    "fieldset",
    { class: "check-boxes", disabled: disabled || component.disabled, onchange: keepLimits },
    element("legend", {}, component.placeholder ?? label),
    boxes.map(({ choice, box }) => checkBox(choice, box)),
    onValues && send,
  );
  keepLimits();
  return { element: list, values };
}

/** @param {Choice} choice @param {HTMLInputElement} box */
function checkBox(choice, box) {
  return element(
    "label",
    {},
    box,
    element("span", { class: "choice-label" }, choice.label),
    choice.detail && element("span", { class: "detail" }, choice.detail),
  );
}
