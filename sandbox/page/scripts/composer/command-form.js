// The form of a chosen command, in place of the composer: required options first, the others can be added.

import { sentenceOf } from "../discord/api.js";
import { commandData } from "./commands.js";
import { element, fill, textButton } from "../elements/dom.js";
import { AUTOCOMPLETE, COMMAND } from "../discord/interactions.js";
import { FieldError, OptionField } from "./option-fields.js";

/** @import { CommandOption, OptionValue } from "../discord/types.js" */
/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */
/** @import { Command } from "./commands.js" */

const ATTACHMENT = 11;
const COMPLETION_PAUSE = 120;

export class CommandForm {
  /**
   * @param {Session} session
   * @param {Room} room
   * @param {Command} command
   * @param {() => void} onClose
   */
  constructor(session, room, command, onClose) {
    this.session = session;
    this.room = room;
    this.command = command;
    this.onClose = onClose;
    /** @type {OptionField[]} */
    this.fields = [];
    this.lastCompletion = 0;
    this.grid = element("div", { class: "option-grid" });
    this.offers = element("div", { class: "option-offers" });
    this.error = element("p", { class: "error", role: "alert", hidden: true });
    this.runButton = element("button", { type: "submit", class: "button primary" }, "Run");
    this.element = this.build();
    for (const option of command.options) if (option.required) this.addField(option);
    this.drawOffers();
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.element.addEventListener("keydown", (event) => this.keyed(event));
  }

  build() {
    const { name, description } = this.command;
    return element(
      "form",
      { class: "command-form", "aria-label": `Command /${name}`, novalidate: true },
      element(
        "header",
        { class: "command-head" },
        element("span", { class: "command" }, `/${name}`),
        element("span", { class: "detail" }, description),
      ),
      element("div", { class: "command-body" }, this.grid, this.offers, this.error),
      element(
        "footer",
        { class: "command-foot" },
        element("span", { class: "detail keys" }, "Enter runs it, Esc closes it."),
        textButton("Cancel", this.onClose, "button secondary"),
        this.runButton,
      ),
    );
  }

  /** @param {CommandOption} option */
  addField(option) {
    const field = new OptionField(option, {
      session: this.session,
      complete: (...asked) => this.complete(...asked),
      onChosen: () => this.missing()?.focus(),
      onRemove: option.required ? undefined : () => this.removeField(field),
    });
    this.fields.push(field);
    this.grid.append(field.element);
    return field;
  }

  /** @param {OptionField} field */
  removeField(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.element.remove();
    this.drawOffers();
    this.focus();
  }

  drawOffers() {
    const used = new Set(this.fields.map((field) => field.option));
    const free = this.command.options.filter((option) => !used.has(option));
    const buttons = free.map((option) => {
      const add = () => {
        const field = this.addField(option);
        this.drawOffers();
        field.focus();
      };
      const label = `Add option ${option.name}`;
      return textButton(`+ ${option.name}`, add, "chip", { title: option.description, "aria-label": label });
    });
    fill(this.offers, buttons.length > 0 && element("span", { class: "detail" }, "Options:"), buttons);
  }

  /** To the first field that still needs something, or to the button that runs. */
  focus() {
    (this.missing() ?? this.runButton).focus();
  }

  /** The first required field that is still empty. */
  missing() {
    return this.fields.find((field) => field.option.required && field.isEmpty);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.onClose();
    }
  }

  /** All values, or null when a field complained. */
  read() {
    const values = [];
    let wrong = null;
    for (const field of this.fields) {
      try {
        const value = field.read();
        if (value) values.push(value);
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
        field.complain(error.message);
        wrong ??= field;
      }
    }
    wrong?.focus();
    return wrong ? null : values;
  }

  async run() {
    const values = this.read();
    if (!values) return;
    const { data, files } = this.withFiles(values);
    this.setRunning(true);
    this.session.changed("sent", this.room);
    try {
      await this.session.interactions.send(COMMAND, data, { room: this.room, files });
      this.onClose();
    } catch (error) {
      this.complain(sentenceOf(error, String(error)));
    } finally {
      this.setRunning(false);
    }
  }

  /**
   * Files go in parts of their own; the options name them by their place among these.
   * @param {OptionValue[]} values
   */
  withFiles(values) {
    const files = values.flatMap(({ value }) => (value instanceof File ? [value] : []));
    const attachments = files.map((file, index) => ({
      id: String(index),
      filename: file.name,
      file_size: file.size,
    }));
    const named = values.map((option) =>
      option.value instanceof File ? { ...option, value: String(files.indexOf(option.value)) } : option,
    );
    return { data: commandData(this.command, named, attachments), files };
  }

  /** @param {boolean} isRunning */
  setRunning(isRunning) {
    this.runButton.disabled = isRunning;
    this.runButton.textContent = isRunning ? "Running…" : "Run";
    this.element.setAttribute("aria-busy", String(isRunning));
    if (isRunning) this.complain("");
  }

  /** @param {string} sentence */
  complain(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = !sentence;
  }

  /**
   * Ask the application for completions, once the typing pauses.
   * @param {CommandOption} option
   * @param {string} text
   */
  async complete(option, text) {
    this.lastCompletion += 1;
    const number = this.lastCompletion;
    await new Promise((resume) => setTimeout(resume, COMPLETION_PAUSE));
    if (number !== this.lastCompletion) return [];
    const others = this.fields.filter((field) => field.option !== option && !field.isEmpty);
    const values = others.flatMap((field) => readQuietly(field));
    const focused = { type: option.type, name: option.name, value: text, focused: true };
    try {
      const data = commandData(this.command, [...values, focused]);
      return (await this.session.interactions.send(AUTOCOMPLETE, data, { room: this.room })) ?? [];
    } catch {
      return [];
    }
  }
}

/**
 * A field that is not right yet is left out of what the application is asked with.
 * @param {OptionField} field
 * @returns {OptionValue[]}
 */
function readQuietly(field) {
  if (field.option.type === ATTACHMENT) return [];
  try {
    return [field.read() ?? []].flat();
  } catch {
    return [];
  }
}
