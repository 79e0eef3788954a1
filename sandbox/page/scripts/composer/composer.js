// The place where one writes: the draft, what it replies to, suggestions, and the form of a chosen command.

import { CommandForm } from "./command-form.js";
import { commandCompletions, mentionCompletions, openMention } from "./completions.js";
import { element, fill, iconButton } from "../elements/dom.js";
import { fitHeight } from "../messages/editor.js";
import { icon } from "../elements/icons.js";
import { Listbox } from "../fields/listbox.js";
import { plainPreview } from "../messages/message.js";

const LONGEST = 2000;
const COUNT_FROM = 1800;

export class Composer {
  /** @param {import("../state/store.js").Store} store @param {import("../messages/timeline.js").Timeline} timeline */
  constructor(store, timeline) {
    this.store = store;
    this.timeline = timeline;
    this.typingLine = document.getElementById("typing");
    this.noticeLine = document.getElementById("notice");
    this.replyLine = document.getElementById("reply-line");
    this.bar = document.getElementById("composer");
    this.field = document.getElementById("composer-text");
    this.counter = document.getElementById("composer-count");
    this.formPlace = document.getElementById("command-place");
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
    return this.store.active.current;
  }

  listen() {
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.keyed(event));
    this.field.addEventListener("blur", () => this.list.hide());
    this.bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    document.getElementById("show-commands").addEventListener("click", () => this.startCommand());
    document.addEventListener("keydown", (event) => this.takeStrayKey(event));
    this.store.subscribe((kind, session, room) => {
      if (session !== this.session) return;
      if (kind === "person" || kind === "room") this.turnTo();
      else if (room === this.room && ["reply", "notice", "typing", "messages"].includes(kind)) this.drawLines();
      if (kind === "reply" && room === this.room) this.focus();
      if (kind === "edited" && room === this.room) this.offerFocus();
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
    this.counter.classList.toggle("fault", length > LONGEST);
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

  async findCommands(text) {
    try {
      return await commandCompletions(this.session, this.room, text);
    } catch {
      return [];
    }
  }

  accept(choice) {
    if (choice.value.top) this.openForm(choice.value);
    else this.insertMention(choice.label);
  }

  insertMention(name) {
    const caret = this.field.selectionStart;
    const { start } = openMention(this.field.value, caret);
    this.field.setRangeText(`@${name} `, start, caret, "end");
    this.draftChanged();
  }

  startCommand() {
    this.field.value = "/";
    this.field.focus();
    this.typed();
  }

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

  /** Typing anywhere on the page writes here, as people expect of a chat. */
  takeStrayKey(event) {
    const isPlain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isFree = !event.target.closest("input, textarea, button, a, dialog, [contenteditable]");
    if (isPlain && isFree && !this.room?.form) this.field.focus();
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
