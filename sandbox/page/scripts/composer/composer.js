// The message field: the draft, the message it replies to, suggestions, and the form of a chosen command.

import { CommandForm } from "./command-form.js";
import { commandCompletions, mentionCompletions, openMention } from "./completions.js";
import { byId, element, fill, iconButton, targetOf } from "../elements/dom.js";
import { fitHeight } from "../messages/editor.js";
import { icon } from "../elements/icons.js";
import { Listbox } from "../fields/listbox.js";
import { plainPreview } from "../messages/message.js";

/** @import { Choice } from "../fields/listbox.js" */
/** @import { Store } from "../state/store.js" */
/** @import { Timeline } from "../messages/timeline.js" */
/** @import { Command } from "./commands.js" */

const LONGEST = 2000;
const COUNT_FROM = 1800;

export class Composer {
  /** @param {Store} store @param {Timeline} timeline */
  constructor(store, timeline) {
    this.store = store;
    this.timeline = timeline;
    this.typingLine = byId("typing");
    this.noticeLine = byId("notice");
    this.replyLine = byId("reply-line");
    this.bar = byId("composer");
    this.field = /** @type {HTMLTextAreaElement} */ (byId("composer-text"));
    this.counter = byId("composer-count");
    this.formPlace = byId("command-place");
    this.list = new Listbox(this.field, {
      label: "Suggestions",
      anchor: this.bar,
      onChoose: (choice) => this.accept(choice),
    });
    this.list.element.classList.add("suggestions");
    this.bar.after(this.list.element);
    this.listen();
  }

  get session() {
    return this.store.active;
  }

  get room() {
    const { current } = this.session;
    if (!current) throw new Error("There is no room to write in.");
    return current;
  }

  listen() {
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.keyed(event));
    this.field.addEventListener("blur", () => this.list.hide());
    this.bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    byId("show-commands").addEventListener("click", () => this.startCommand());
    document.addEventListener("keydown", (event) => this.takeStrayKey(event));
    this.store.subscribe((kind, session, room) => {
      if (session !== this.session || !session.current) return;
      const isHere = room === session.current;
      if (kind === "person" || kind === "room") this.turnTo();
      else if (isHere && ["reply", "notice", "typing", "messages"].includes(kind)) this.drawLines();
      if (kind === "reply" && isHere) this.focus();
      if (kind === "edited" && isHere) this.offerFocus();
    });
  }

  /** Another person or another room: what was half done there comes back. */
  turnTo() {
    const { room, session } = this;
    this.field.value = room.draft;
    const title = session.roomTitle(room);
    const place = room.isDirect ? `to ${title}` : `in #${title}`;
    this.field.placeholder = `Write as ${session.person.name} ${place}`;
    this.field.setAttribute("aria-label", this.field.placeholder);
    this.list.hide();
    this.draftChanged();
    this.drawForm();
    this.drawLines();
    this.offerFocus();
  }

  /** Take the focus where that brings up no keyboard of a touch screen, and the drawer does not need it. */
  offerFocus() {
    if (matchMedia("(hover: hover)").matches && !document.body.classList.contains("drawer-open")) this.focus();
  }

  focus() {
    if (this.room.form) this.room.form.focus();
    else this.field.focus();
  }

  drawLines() {
    this.drawTyping();
    this.drawNotice();
    this.drawReply();
  }

  drawTyping() {
    const names = [...this.room.typing.keys()].map((id) => this.store.directory.userName(id));
    const verb = names.length > 1 ? "are" : "is";
    this.typingLine.textContent = names.length ? `${names.join(", ")} ${verb} typing…` : "";
  }

  drawNotice() {
    const { room, session } = this;
    this.noticeLine.hidden = !room.notice;
    fill(
      this.noticeLine,
      element("span", {}, room.notice),
      iconButton(icon("close"), "Close the notice", () => session.notify(room, null)),
    );
  }

  drawReply() {
    const { room, session } = this;
    this.replyLine.hidden = !room.replyTo;
    if (!room.replyTo) return;
    const cancel = () => this.cancelReply();
    fill(
      this.replyLine,
      element("span", {}, "Replying to ", element("strong", {}, session.directory.userName(room.replyTo.author.id))),
      element("span", { class: "preview" }, plainPreview(room.replyTo.content, this.timeline.references)),
      iconButton(icon("close"), "Do not reply", cancel),
    );
  }

  cancelReply() {
    this.room.replyTo = null;
    this.drawReply();
    this.field.focus();
  }

  typed() {
    this.draftChanged();
    this.suggest();
  }

  draftChanged() {
    this.room.draft = this.field.value;
    fitHeight(this.field);
    const length = this.field.value.length;
    this.counter.hidden = length < COUNT_FROM;
    this.counter.textContent = String(LONGEST - length);
    this.counter.classList.toggle("error", length > LONGEST);
  }

  async suggest() {
    const text = this.field.value;
    if (/^\/[^\n]*$/.test(text)) {
      const choices = await this.findCommands(text);
      const isStillWanted = this.field.value === text && document.activeElement === this.field;
      if (isStillWanted) this.list.show(choices, "No such command");
      return;
    }
    const mention = openMention(text, this.field.selectionStart);
    this.list.show(mention ? mentionCompletions(this.session, mention.typed) : []);
  }

  /** @param {string} text */
  async findCommands(text) {
    try {
      return await commandCompletions(this.session, this.room, text);
    } catch {
      return [];
    }
  }

  /** @param {Choice} choice */
  accept(choice) {
    if (choice.value.top) this.openForm(choice.value);
    else this.insertMention(choice.label);
  }

  /** @param {string} name */
  insertMention(name) {
    const caret = this.field.selectionStart;
    const mention = openMention(this.field.value, caret);
    if (!mention) return;
    this.field.setRangeText(`@${name} `, mention.start, caret, "end");
    this.draftChanged();
  }

  startCommand() {
    this.field.value = "/";
    this.field.focus();
    this.typed();
  }

  /** @param {Command} command */
  openForm(command) {
    const { room, session } = this;
    const close = () => {
      room.form = null;
      if (room !== this.room || session !== this.session) return;
      this.drawForm();
      this.field.focus();
    };
    this.field.value = "";
    this.draftChanged();
    room.form = new CommandForm(session, room, command, close);
    this.drawForm();
    room.form.focus();
  }

  drawForm() {
    const { form } = this.room;
    fill(this.formPlace, form?.element);
    this.bar.hidden = Boolean(form);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (this.list.handleKey(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Tab" && this.list.isOpen && this.list.active >= 0) {
      event.preventDefault();
      this.list.choose(this.list.active);
    } else if (event.key === "ArrowUp" && !this.field.value) {
      event.preventDefault();
      this.timeline.editLast();
    } else if (event.key === "Escape" && this.room.replyTo) this.cancelReply();
  }

  /**
   * Typing anywhere on the page writes here, as people expect of a chat.
   * @param {KeyboardEvent} event
   */
  takeStrayKey(event) {
    const isPlain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isFree = !targetOf(event)?.closest("input, textarea, button, a, dialog, [contenteditable]");
    if (isPlain && isFree && !this.session.current?.form) this.field.focus();
  }

  send() {
    const text = this.field.value.trim();
    if (!text || text.length > LONGEST) return;
    this.field.value = "";
    this.draftChanged();
    this.list.hide();
    this.session.notify(this.room, null);
    this.session.send(this.room, text);
    this.drawReply();
  }
}
