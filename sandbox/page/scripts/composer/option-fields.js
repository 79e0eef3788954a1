// One field for each kind of command option: what it offers, what it accepts, and the value it sends.

import { peopleChoices, roleChoices, roomChoices } from "../fields/choices.js";
import { element, iconButton, requiredMark, uniqueId } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { among, Picker } from "../fields/picker.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;
const ATTACHMENT = 11;

/**
 * What a kind of control can do; `read` throws a FieldFault for a value that will not do.
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {HTMLElement} input
 * @property {() => boolean} isEmpty
 * @property {() => any} read
 * @property {() => void} focus
 *
 * What a field needs of the form around it; `onRemove` only where the option may be left out.
 * @typedef {object} Context
 * @property {import("../state/session.js").Session} session
 * @property {(option: object, text: string) => Promise<object[]>} complete
 * @property {() => void} onChosen
 * @property {() => void} [onRemove]
 */

/** What is wrong with the value of a field, in words. */
export class FieldFault extends Error {}

/** A labelled field with room for its error. */
export class OptionField {
  /**
   * @param {object} option as the command declares it
   * @param {Context} context
   */
  constructor(option, context) {
    this.option = option;
    const id = uniqueId("option");
    this.fault = element("p", { id: `${id}-fault`, class: "fault", role: "alert", hidden: true });
    this.control = makeControl(option, context, {
      id,
      "data-option": option.name,
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": `${id}-note ${id}-fault`,
    });
    this.element = element(
      "div",
      { class: "option-field" },
      element(
        "div",
        { class: "option-head" },
        element("label", { for: id }, option.name, option.required && requiredMark()),
        context.onRemove && iconButton(icon("close"), `Leave ${option.name} out`, context.onRemove),
      ),
      this.control.element,
      element("p", { id: `${id}-note`, class: "detail" }, note(option)),
      this.fault,
    );
    this.element.addEventListener("input", () => this.complain(null));
  }

  focus() {
    this.element.scrollIntoView({ block: "nearest" });
    this.control.focus();
  }

  get isEmpty() {
    return this.control.isEmpty();
  }

  complain(sentence) {
    this.fault.textContent = sentence ?? "";
    this.fault.hidden = !sentence;
    this.control.input.toggleAttribute("aria-invalid", Boolean(sentence));
  }

  /** The option with its value, null for one left out. @throws {FieldFault} */
  read() {
    const { type, name, required } = this.option;
    if (!this.isEmpty) return { type, name, value: this.control.read() };
    if (required) throw new FieldFault("This one is required.");
    return null;
  }
}

function note(option) {
  return [option.description, limits(option)].filter(Boolean).join(" · ");
}

function limits(option) {
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most !== undefined ? `at most ${most}` : "";
}

/** @returns {Control} */
function makeControl(option, context, attributes) {
  const { session } = context;
  const list = (choices) => listControl(option, choices, context, attributes);
  if (option.choices?.length) return list(option.choices.map(namedChoice));
  if (option.autocomplete) return completedControl(option, context, attributes);
  switch (option.type) {
    case BOOLEAN:
      return list([{ value: true, label: "True" }, { value: false, label: "False" }]);
    case USER:
      return list(peopleChoices(session.directory));
    case CHANNEL:
      return list(roomChoices(session, option.channel_types));
    case ROLE:
      return list(roleChoices(session));
    case MENTIONABLE:
      return list([...peopleChoices(session.directory), ...roleChoices(session)]);
    case ATTACHMENT:
      return fileControl(attributes);
    default:
      return textControl(option, attributes);
  }
}

const namedChoice = ({ name, value }) => ({ value, label: name });

function pickerControl(picker, read) {
  return {
    element: picker.element,
    input: picker.input,
    isEmpty: () => picker.isEmpty,
    read,
    focus: () => picker.focus(),
  };
}

function listControl(option, choices, { onChosen }, attributes) {
  const picker = new Picker({ label: option.name, find: among(choices), onChoose: onChosen, attributes });
  return pickerControl(picker, () => {
    if (picker.value === undefined) throw new FieldFault("Choose one of the list.");
    return picker.value;
  });
}

/** The server completes; a text of one's own is a value as well. */
function completedControl(option, { complete, onChosen }, attributes) {
  const find = async (text) => (await complete(option, text)).map(namedChoice);
  const picker = new Picker({ label: option.name, find, allowsOther: true, onChoose: onChosen, attributes });
  return pickerControl(picker, () => checkedText(option, String(picker.value)));
}

function textControl(option, attributes) {
  const isNumber = option.type === INTEGER || option.type === NUMBER;
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    inputmode: isNumber ? (option.type === INTEGER ? "numeric" : "decimal") : false,
    ...attributes,
  });
  return {
    element: input,
    input,
    isEmpty: () => !input.value.trim(),
    read: () => checkedText(option, input.value.trim()),
    focus: () => input.focus(),
  };
}

function fileControl(attributes) {
  const input = element("input", { type: "file", ...attributes });
  return {
    element: input,
    input,
    isEmpty: () => !input.files.length,
    read: () => input.files[0],
    focus: () => input.focus(),
  };
}

function checkedText(option, text) {
  if (option.type === INTEGER) return checkedNumber(option, text, /^[+-]?\d+$/, "Write a whole number.");
  if (option.type === NUMBER) return checkedNumber(option, text, /^[+-]?(\d+\.?\d*|\.\d+)$/, "Write a number.");
  if (option.type === STRING) checkLength(option, text);
  return text;
}

function checkedNumber(option, text, shape, complaint) {
  if (!shape.test(text)) throw new FieldFault(complaint);
  const value = Number(text);
  const { min_value: least = -Infinity, max_value: most = Infinity } = option;
  if (value < least || value > most) throw new FieldFault(`Must be ${limits(option)}.`);
  return value;
}

function checkLength({ min_length: least = 0, max_length: most = Infinity }, text) {
  if (text.length < least) throw new FieldFault(`Write at least ${least} characters.`);
  if (text.length > most) throw new FieldFault(`Write at most ${most} characters; these are ${text.length}.`);
}
