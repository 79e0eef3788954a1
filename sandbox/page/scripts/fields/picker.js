// A field whose value comes from a list that narrows as one types: people, rooms, fixed choices, completions.

import { element } from "../elements/dom.js";
import { Listbox } from "./listbox.js";

/** @import { Attributes } from "../elements/dom.js" */
/** @import { Choice } from "./listbox.js" */

/** Choices that are all known beforehand. @param {Choice[]} choices */
export function among(choices) {
  return (/** @type {string} */ text) => {
    const typed = text.trim().toLowerCase();
    const starting = choices.filter((choice) => choice.label.toLowerCase().startsWith(typed));
    const containing = choices.filter((choice) => choice.label.toLowerCase().includes(typed));
    return [...new Set([...starting, ...containing])];
  };
}

export class Picker {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {(text: string) => Choice[] | Promise<Choice[]>} options.find
   * @param {boolean} [options.allowsOther] whether a text that is not in the list is a value too
   * @param {string} [options.placeholder]
   * @param {boolean} [options.disabled]
   * @param {(choice: Choice) => void} [options.onChoose]
   * @param {Attributes} [options.attributes] for the input
   */
  constructor({ label, find, allowsOther = false, placeholder = "", disabled = false, onChoose, attributes = {} }) {
    this.find = find;
    this.allowsOther = allowsOther;
    this.onChoose = onChoose;
    /** @type {Choice | null} */
    this.chosen = null;
    this.search = 0;
    this.input = element("input", { type: "text", "aria-label": label, placeholder, disabled, ...attributes });
    this.list = new Listbox(this.input, { label, onChoose: (choice) => this.choose(choice) });
    this.element = element("div", { class: "picker" }, this.input, this.list.element);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("click", () => this.open());
    this.input.addEventListener("keydown", (event) => this.keyed(event));
    this.input.addEventListener("blur", () => this.left());
  }

  /** The chosen value, or what was typed where that is allowed; undefined when there is none. */
  get value() {
    if (this.chosen) return this.chosen.value;
    const text = this.input.value.trim();
    return this.allowsOther && text ? text : undefined;
  }

  get isEmpty() {
    return !this.input.value.trim();
  }

  focus() {
    this.input.focus();
    this.open();
  }

  /** Show every choice: a text that was chosen already must not narrow the list to itself. */
  open() {
    if (!this.list.isOpen) this.refresh(this.chosen ? "" : this.input.value);
  }

  typed() {
    this.chosen = null;
    this.refresh(this.input.value);
  }

  /** @param {string} text */
  async refresh(text) {
    this.search += 1;
    const search = this.search;
    const choices = await this.find(text);
    const isStillWanted = search === this.search && document.activeElement === this.input;
    if (isStillWanted) this.list.show(choices, this.allowsOther ? "" : "Nothing fits");
  }

  /** @param {Choice} choice */
  preset(choice) {
    this.chosen = choice;
    this.input.value = choice.label;
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.preset(choice);
    this.onChoose?.(choice);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (this.list.handleKey(event)) return;
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    this.open();
  }

  /** A name typed in full counts as chosen. */
  async left() {
    this.list.hide();
    this.search += 1;
    const typed = this.input.value.trim().toLowerCase();
    if (this.chosen || !typed) return;
    const choices = await this.find(this.input.value);
    const exact = choices.find((choice) => choice.label.toLowerCase() === typed);
    if (exact) this.chosen = exact;
  }
}
