// Select menus of messages and modals: one value from a list that narrows, or several as check boxes.

import { peopleChoices, roleChoices, roomChoices } from "./choices.js";
import { element, textButton } from "../elements/dom.js";
import { among, Picker } from "./picker.js";

export const SELECT_TYPES = new Set([3, 5, 6, 7, 8]);

const CHOICES = {
  3: (component) => component.options.map(optionChoice),
  5: (component, session) => peopleChoices(session.directory),
  6: (component, session) => roleChoices(session),
  7: (component, session) => [...peopleChoices(session.directory), ...roleChoices(session)],
  8: (component, session) => roomChoices(session, component.channel_types),
};

function optionChoice(option) {
  const emoji = option.emoji?.name ? `${option.emoji.name} ` : "";
  return { value: option.value, label: emoji + option.label, detail: option.description, isDefault: option.default };
}

/**
 * @typedef {object} Select
 * @property {HTMLElement} element
 * @property {() => string[]} values
 */

/**
 * @param {object} component
 * @param {import("../state/session.js").Session} session
 * @param {{label: string, values?: string[], disabled?: boolean, onValues?: (values: string[]) => void}} options
 * @returns {Select}
 */
export function select(component, session, options) {
  const choices = CHOICES[component.type](component, session);
  const preset = options.values ?? choices.filter((choice) => choice.isDefault).map((choice) => choice.value);
  const make = (component.max_values ?? 1) > 1 ? checkBoxes : onePicker;
  return make(component, choices, preset, options);
}

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

function checkBoxes(component, choices, preset, { label, disabled, onValues }) {
  const boxes = choices.map((choice) => ({
    choice,
    box: element("input", { type: "checkbox", checked: preset.includes(choice.value) }),
  }));
  const values = () => boxes.filter(({ box }) => box.checked).map(({ choice }) => choice.value);
  const send = textButton("Choose these", () => onValues(values()), "button secondary");
  const least = component.min_values ?? 1;
  const keepLimits = () => {
    const count = values().length;
    send.disabled = count < least;
    for (const { box } of boxes) box.disabled = !box.checked && count >= component.max_values;
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

function checkBox(choice, box) {
  return element(
    "label",
    {},
    box,
    element("span", { class: "choice-label" }, choice.label),
    choice.detail && element("span", { class: "detail" }, choice.detail),
  );
}
