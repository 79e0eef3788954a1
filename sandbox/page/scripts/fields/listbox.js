// A list of suggestions at a text field: arrows move, Enter or a click chooses, Esc closes.

import { element, fill, uniqueId } from "../elements/dom.js";

const GAP = 4;
const TALLEST = 320;

/**
 * @typedef {object} Choice
 * @property {any} value
 * @property {string} label
 * @property {string} [detail]
 * @property {Node} [sign] an avatar or icon in front
 */

export class Listbox {
  /**
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   * @param {{label: string, onChoose: (choice: Choice) => void, anchor?: HTMLElement}} options
   *   the list stands at its anchor, which is the field with its label if nothing else is named
   */
  constructor(field, { label, onChoose, anchor }) {
    this.field = field;
    this.anchor = anchor;
    this.onChoose = onChoose;
    /** @type {Choice[]} */
    this.choices = [];
    this.active = -1;
    this.isOpen = false;
    this.element = element("ul", {
      id: uniqueId("choices"),
      class: "listbox",
      role: "listbox",
      "aria-label": label,
      popover: "manual",
    });
    this.follow = () => this.place();
    field.setAttribute("aria-controls", this.element.id);
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("autocomplete", "off");
    if (field.tagName === "INPUT") field.setAttribute("role", "combobox");
    this.announce();
  }

  /** @param {Choice[]} choices @param {string} [nothing] what to say when there are none */
  show(choices, nothing = "") {
    this.choices = choices;
    this.active = choices.length ? 0 : -1;
    const empty = nothing && element("li", { class: "nothing" }, nothing);
    fill(this.element, choices.length ? choices.map((choice, index) => this.item(choice, index)) : empty);
    if (choices.length || nothing) this.open();
    else this.hide();
    this.announce();
  }

  /** In the top layer, so that no scrolling part of the page cuts it off. */
  open() {
    if (!this.isOpen) {
      this.isOpen = true;
      this.element.showPopover();
      for (const event of ["resize", "scroll"]) addEventListener(event, this.follow, { capture: true, passive: true });
    }
    this.element.scrollTop = 0;
    this.place();
  }

  hide() {
    this.active = -1;
    if (this.isOpen) {
      this.isOpen = false;
      if (this.element.isConnected) this.element.hidePopover();
      for (const event of ["resize", "scroll"]) removeEventListener(event, this.follow, { capture: true });
    }
    this.announce();
  }

  /** Under the anchor where there is room for the list, over it otherwise. */
  place() {
    const anchor = this.anchor ?? this.field.closest(".option-field") ?? this.field;
    const { left, width, top, bottom } = anchor.getBoundingClientRect();
    const { style, scrollHeight } = this.element;
    const wanted = Math.min(scrollHeight + 2 * GAP, TALLEST);
    const below = innerHeight - bottom - 2 * GAP;
    const isBelow = below >= wanted || below > top;
    style.left = `${left}px`;
    style.width = `${width}px`;
    style.top = isBelow ? `${bottom + GAP}px` : "auto";
    style.bottom = isBelow ? "auto" : `${innerHeight - top + GAP}px`;
    style.maxHeight = `${Math.min(TALLEST, isBelow ? below : top - 2 * GAP)}px`;
  }

  /** @param {Choice} choice @param {number} index */
  item(choice, index) {
    return element(
      "li",
      {
        id: `${this.element.id}-${index}`,
        role: "option",
        "aria-selected": String(index === this.active),
        // At once: until the button is up again, what is typed may have drawn another list.
        onmousedown: (event) => {
          event.preventDefault();
          if (event instanceof MouseEvent && event.button === 0) this.choose(index);
        },
        // A screen reader may click without a mouse.
        onclick: () => this.isOpen && this.choose(index),
      },
      choice.sign,
      element("span", { class: "choice-label" }, choice.label),
      choice.detail && element("span", { class: "detail" }, choice.detail),
    );
  }

  /** @param {number} index */
  choose(index) {
    const choice = this.choices[index];
    this.hide();
    this.onChoose(choice);
  }

  /** @param {1 | -1} step */
  move(step) {
    const count = this.choices.length;
    if (!count) return;
    this.active = (this.active + step + count) % count;
    [...this.element.children].forEach((item, index) =>
      item.setAttribute("aria-selected", String(index === this.active)),
    );
    this.element.children[this.active].scrollIntoView({ block: "nearest" });
    this.announce();
  }

  announce() {
    this.field.setAttribute("aria-expanded", String(this.isOpen));
    if (this.isOpen && this.active >= 0) {
      this.field.setAttribute("aria-activedescendant", `${this.element.id}-${this.active}`);
    } else this.field.removeAttribute("aria-activedescendant");
  }

  /**
   * Handle a key of the field.
   * @returns {boolean} whether it was meant for the list
   * @param {KeyboardEvent} event
   */
  handleKey(event) {
    if (!this.isOpen || event.isComposing) return false;
    if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (event.key === "Escape") this.hide();
    else if (event.key === "Enter" && !event.shiftKey && this.active >= 0) this.choose(this.active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
