// A field for each kind of command option: what it suggests, what it accepts, and the value it sends.

import { peopleChoices, roleChoices, roomChoices } from "../fields/choices.js";
import { element, iconButton, requiredMark, uniqueId } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { among, Picker } from "../fields/picker.js";

/** @import { CommandOption, OptionChoice, OptionValue } from "../discord/types.js" */
/** @import { Attributes } from "../elements/dom.js" */
/** @import { Choice } from "../fields/listbox.js" */
/** @import { Session } from "../state/session.js" */

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
 * What a kind of control can do; `read` throws a FieldError for a value that will not do.
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {HTMLElement} input
 * @property {() => boolean} isEmpty
 * @property {() => any} read
 * @property {() => void} focus
 *
 * What a field needs of the form around it; `onRemove` only where the option may be left out.
 * @typedef {object} Context
 * @property {Session} session
 * @property {(option: CommandOption, text: string) => Promise<OptionChoice[]>} complete
 * @property {() => void} onChosen
 * @property {() => void} [onRemove]
 */

/** What is wrong with the value of a field, in words. */
export class FieldError extends Error {}

/** A labelled field with room for its error. */
export class OptionField {
  /**
   * @param {CommandOption} option as the command declares it
   * @param {Context} context
   */
  constructor(option, context) {
    this.option = option;
    const id = uniqueId("option");
    this.error = element("p", { id: `${id}-error`, class: "error", role: "alert", hidden: true });
    this.control = makeControl(option, context, {
      id,
      "data-option": option.name,
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": `${id}-note ${id}-error`,
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
      this.error,
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

  /** @param {string | null} sentence */
  complain(sentence) {
    this.error.textContent = sentence ?? "";
    this.error.hidden = !sentence;
    this.control.input.toggleAttribute("aria-invalid", Boolean(sentence));
  }

  /** The option with its value, null for one left out. @throws {FieldError} @returns {OptionValue | null} */
  read() {
    const { type, name, required } = this.option;
    if (!this.isEmpty) return { type, name, value: this.control.read() };
    if (required) throw new FieldError("This one is required.");
    return null;
  }
}

/** @param {CommandOption} option */
function note(option) {
  return [option.description, limits(option)].filter(Boolean).join(" · ");
}

/** @param {CommandOption} option */
function limits(option) {
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most !== undefined ? `at most ${most}` : "";
}

/**
 * @returns {Control}
 * @param {CommandOption} option
 * @param {Context} context
 * @param {Attributes} attributes
 */
function makeControl(option, context, attributes) {
  const { session } = context;
  /** @param {Choice[]} choices */
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

/** @param {OptionChoice} choice @returns {Choice} */
const namedChoice = ({ name, value }) => ({ value, label: name });

/** @param {Picker} picker @param {Control["read"]} read @returns {Control} */
function pickerControl(picker, read) {
  return {
    element: picker.element,
    input: picker.input,
    isEmpty: () => picker.isEmpty,
    read,
    focus: () => picker.focus(),
  };
}

/**
 * @param {CommandOption} option
 * @param {Choice[]} choices
 * @param {Context} context
 * @param {Attributes} attributes
 */
function listControl(option, choices, { onChosen }, attributes) {
  const picker = new Picker({ label: option.name, find: among(choices), onChoose: onChosen, attributes });
  return pickerControl(picker, () => {
    if (picker.value === undefined) throw new FieldError("Choose one of the list.");
    return picker.value;
  });
}

/**
 * The server completes; a text of one's own is a value as well.
 * @param {CommandOption} option
 * @param {Context} context
 * @param {Attributes} attributes
 */
function completedControl(option, { complete, onChosen }, attributes) {
  /** @param {string} text */
  const find = async (text) => (await complete(option, text)).map(namedChoice);
  const picker = new Picker({ label: option.name, find, allowsOther: true, onChoose: onChosen, attributes });
  return pickerControl(picker, () => checkedText(option, String(picker.value)));
}

/** @param {CommandOption} option @param {Attributes} attributes @returns {Control} */
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

/** @param {Attributes} attributes @returns {Control} */
function fileControl(attributes) {
  const input = element("input", { type: "file", ...attributes });
  return {
    element: input,
    input,
    isEmpty: () => !input.files?.length,
    read: () => input.files?.[0],
    focus: () => input.focus(),
  };
}

/** @param {CommandOption} option @param {string} text @returns {string | number} */
function checkedText(option, text) {
  if (option.type === INTEGER) return checkedNumber(option, text, /^[+-]?\d+$/, "Write a whole number.");
  if (option.type === NUMBER) return checkedNumber(option, text, /^[+-]?(\d+\.?\d*|\.\d+)$/, "Write a number.");
  if (option.type === STRING) checkLength(option, text);
  return text;
}

/**
 * @param {CommandOption} option
 * @param {string} text
 * @param {RegExp} shape
 * @param {string} complaint
 */
function checkedNumber(option, text, shape, complaint) {
  if (!shape.test(text)) throw new FieldError(complaint);
  const value = Number(text);
  const { min_value: least = -Infinity, max_value: most = Infinity } = option;
  if (value < least || value > most) throw new FieldError(`Must be ${limits(option)}.`);
  return value;
}

/** @param {CommandOption} option @param {string} text */
function checkLength({ min_length: least = 0, max_length: most = Infinity }, text) {
  if (text.length < least) throw new FieldError(`Write at least ${least} characters.`);
  if (text.length > most) throw new FieldError(`Write at most ${most} characters; these are ${text.length}.`);
}
