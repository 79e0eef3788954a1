// The messages of the current room: only what has changed is redrawn, and it scrolls along only at its end.

import {
  all,
  batched,
  byId,
  element,
  fill,
  focusedElement,
  isAtEnd,
  part,
  targetOf,
  textButton,
} from "../elements/dom.js";
import { beginEdit } from "./editor.js";
import { isGrouped, messageNode } from "./message.js";
import { outgoingNode } from "./outgoing.js";
import { shortcuts } from "../shortcuts.js";
import { timeOf } from "../discord/snowflakes.js";
import { day } from "../text/timestamps.js";

/** @import { Message } from "../discord/types.js" */
/** @import { Outgoing, Room } from "../state/room.js" */
/** @import { Change, Session } from "../state/session.js" */
/** @import { Store } from "../state/store.js" */
/** @import { References } from "../text/markdown.js" */

const NEAR_TOP = 300;
const MOST_SHOWN = 300;
const KEPT = 150;

/**
 * One row of the log. A row is drawn again when its stamp differs from the one before.
 * @typedef {{key: string, stamp: any[], build: () => HTMLElement}} Row
 */

export class Timeline {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.frame = byId("timeline");
    this.list = byId("messages");
    this.chip = byId("new-messages");
    /** @type {Map<string, {stamp: any[], node: HTMLElement}>} */
    this.drawn = new Map();
    /** @type {{session: Session, room: Room} | null} */
    this.shown = null;
    /** The newest message that was drawn. @type {string | null} */
    this.newest = null;
    /** The message to go to once it is there. @type {string | null} */
    this.wanted = null;
    this.atEnd = true;
    this.end = { top: 0, height: 0 };
    this.unseen = 0;
    this.schedule = batched(() => this.draw());
    this.listen();
  }

  listen() {
    this.store.subscribe((kind, session, room) => this.changed(kind, session, room));
    this.frame.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.frame.addEventListener("keydown", (event) => this.keyed(event));
    this.list.addEventListener("focusin", (event) => this.keepTabStop(targetOf(event)?.closest(".message")));
    this.chip.addEventListener("click", () => this.toEnd());
    const follow = new ResizeObserver(() => this.atEnd && this.toEnd());
    follow.observe(this.list);
    follow.observe(this.frame);
  }

  /** @param {Change} kind @param {Session} session @param {Room} [room] */
  changed(kind, session, room) {
    if (session !== this.store.active) return;
    const isHere = room === session.current;
    if (kind === "sent" && isHere) this.atEnd = true;
    if (["person", "room", "members"].includes(kind)) this.schedule();
    else if (["messages", "sent"].includes(kind) && isHere) this.schedule();
  }

  draw() {
    const session = this.store.active;
    const room = session.current;
    if (!room) return;
    if (this.shown?.session !== session || this.shown.room !== room) this.turnTo(session, room);
    if (this.atEnd && room.messages.length > MOST_SHOWN) room.trim(KEPT);
    if (this.wanted) this.atEnd = false;
    const anchor = this.atEnd ? null : this.anchor();
    this.frame.setAttribute("aria-busy", String(!room.loaded));
    this.countUnseen(room);
    this.reconcile(this.rows(session, room));
    if (this.wanted) this.toWanted(this.wanted, session, room);
    else if (anchor) this.backTo(anchor);
    else this.toEnd();
    this.loadOlderNearTop();
  }

  /**
   * Older messages are fetched until it is among them.
   * @param {string} id
   * @param {Session} session
   * @param {Room} room
   */
  toWanted(id, session, room) {
    const row = this.drawn.get(id);
    row?.node.scrollIntoView({ block: "center" });
    row?.node.focus({ preventScroll: true });
    if (row || room.complete || room.error) this.wanted = null;
    else if (!room.loading) session.loadOlder(room);
  }

  /** @param {Session} session @param {Room} room */
  turnTo(session, room) {
    this.shown = { session, room };
    this.drawn.clear();
    fill(this.list);
    this.atEnd = true;
    this.unseen = 0;
    this.newest = null;
  }

  /** The first row in sight: it stays where it is when rows come in above it. */
  anchor() {
    const top = this.frame.scrollTop;
    const rows = all(this.list, ":scope > [data-message]");
    const node = rows.find((row) => row.offsetTop + row.offsetHeight > top);
    return node && { key: node.dataset.message ?? "", top: node.offsetTop };
  }

  /**
   * The row is sought by its key, for its node may have been drawn anew, and one that is gone has no place.
   * @param {{key: string, top: number}} anchor
   */
  backTo({ key, top }) {
    const row = this.drawn.get(key);
    if (row) this.frame.scrollTop += row.node.offsetTop - top;
  }

  /**
   * New messages count for the chip while one is reading further up.
   * @param {Room} room
   */
  countUnseen(room) {
    const newest = room.messages.at(-1)?.id ?? null;
    if (!this.atEnd && this.newest && newest !== this.newest) {
      const from = room.messages.findIndex((message) => message.id === this.newest);
      this.unseen += from < 0 ? 0 : room.messages.length - 1 - from;
    }
    this.newest = newest;
    this.showChip();
  }

  showChip() {
    this.chip.hidden = this.atEnd;
    const count = this.unseen === 1 ? "1 new message" : `${this.unseen} new messages`;
    part(this.chip, "span").textContent = this.unseen ? count : "To the newest";
    this.chip.classList.toggle("urgent", this.unseen > 0);
  }

  /** @returns {Row[]} @param {Session} session @param {Room} room */
  rows(session, room) {
    const rows = [this.opening(session, room)];
    /** @type {Message | null} */
    let before = null;
    for (const message of room.messages) {
      const divider = this.divider(room, message, before);
      if (divider) rows.push(divider);
      rows.push(this.messageRow(session, room, message, divider ? null : before));
      before = message;
    }
    for (const message of room.outgoing) rows.push(outgoingRow(session, room, message, before));
    return rows;
  }

  /**
   * @param {Session} session
   * @param {Room} room
   * @param {Message} message
   * @param {Message | null} before
   * @returns {Row}
   */
  messageRow(session, room, message, before) {
    const grouped = isGrouped(message, before);
    const isEdited = room.editing?.id === message.id;
    const state = room.componentStates.get(message.id);
    return {
      key: message.id,
      // While it is edited, nothing that comes in may take the field away.
      stamp: isEdited ? ["edited", grouped] : [message, grouped, state],
      build: () => messageNode({ session, room, message, references: this.references }, { grouped }),
    };
  }

  /**
   * @param {Room} room
   * @param {Message} message
   * @param {Message | null} before
   * @returns {Row | null}
   */
  divider(room, message, before) {
    const date = timeOf(message.id);
    const isNewDay = !before || timeOf(before.id).toDateString() !== date.toDateString();
    const isFirstUnread = message.id === room.firstUnread;
    if (!isNewDay && !isFirstUnread) return null;
    const text = [isNewDay && day(date), isFirstUnread && "new"].filter(Boolean).join(" · ");
    return {
      key: `divider-${message.id}`,
      stamp: [text],
      build: () => element("li", { class: isFirstUnread ? "divider unread" : "divider" }, element("span", {}, text)),
    };
  }

  /**
   * What stands above the first message: the beginning, or that older ones are on their way.
   * @param {Session} session
   * @param {Room} room
   * @returns {Row}
   */
  opening(session, room) {
    const isEmpty = room.messages.length + room.outgoing.length === 0;
    const state = room.error ?? (room.complete ? `beginning ${isEmpty}` : "more");
    return {
      key: "opening",
      stamp: [state, this.botName()],
      build: () => this.openingNode(session, room, isEmpty),
    };
  }

  /** @param {Session} session @param {Room} room @param {boolean} isEmpty */
  openingNode(session, room, isEmpty) {
    if (room.error) return this.errorNode(session, room);
    if (!room.complete) return element("li", { class: "opening loading" }, "Loading messages…");
    const title = session.roomTitle(room);
    const botId = this.store.world.bot_id;
    const bot = this.botName();
    const hasCommands = !room.isDirect || room.recipients.some((user) => user.id === botId);
    return element(
      "li",
      { class: "opening" },
      element("h2", {}, room.isDirect ? title : `#${title}`),
      element("p", {}, room.isDirect ? `Only you and ${title} can read this.` : `This is where #${title} begins.`),
      isEmpty && hasCommands && bot && shortcuts(this.store, "h3"),
      isEmpty && hasCommands && bot && hint("Type ", element("kbd", {}, "/"), ` to see what ${bot} can do.`),
      isEmpty && hint("You play everyone here: switch person at the top of the page."),
    );
  }

  /** The application's name, once the server's members are known. */
  botName() {
    const { directory } = this.store;
    return directory.users.has(directory.botId) ? directory.userName(directory.botId) : null;
  }

  /** @param {Session} session @param {Room} room */
  errorNode(session, room) {
    const retry = () => session.load(room);
    return element(
      "li",
      { class: "opening" },
      element("p", { class: "error" }, `The messages could not be loaded. ${room.error}`),
      textButton("Try again", retry, "button secondary"),
    );
  }

  /** Bring the list to the wanted rows; nodes whose stamp is the same are kept. @param {Row[]} rows */
  reconcile(rows) {
    const wanted = new Set(rows.map((row) => row.key));
    for (const [key, { node }] of this.drawn) {
      if (wanted.has(key)) continue;
      node.remove();
      this.drawn.delete(key);
    }
    /** @type {HTMLElement | null} */
    let before = null;
    for (const row of rows) {
      const node = this.nodeFor(row);
      /** @type {ChildNode | null} */
      const place = before ? before.nextSibling : this.list.firstChild;
      if (node !== place) this.list.insertBefore(node, place);
      before = node;
    }
    this.keepTabStop(all(this.list, '.message[tabindex="0"]')[0] ?? all(this.list, ".message").at(-1));
  }

  /** @param {Row} row */
  nodeFor(row) {
    const old = this.drawn.get(row.key);
    if (old && sameStamp(old.stamp, row.stamp)) return old.node;
    const node = row.build();
    if (old) replaceKeepingFocus(old.node, node);
    this.drawn.set(row.key, { stamp: row.stamp, node });
    return node;
  }

  scrolled() {
    const isThere = isAtEnd(this.frame);
    if (isThere) this.noteEnd();
    this.atEnd = isThere || (this.atEnd && this.isAtNotedEnd());
    if (this.atEnd) this.unseen = 0;
    this.showChip();
    this.loadOlderNearTop();
  }

  loadOlderNearTop() {
    if (!this.shown || this.frame.scrollTop >= NEAR_TOP) return;
    const { session, room } = this.shown;
    if (!room.loading && !room.error) session.loadOlder(room);
  }

  toEnd() {
    this.frame.scrollTop = this.frame.scrollHeight;
    this.noteEnd();
    this.atEnd = true;
    this.unseen = 0;
    this.showChip();
  }

  noteEnd() {
    const { scrollHeight, clientHeight } = this.frame;
    this.end = { top: scrollHeight - clientHeight, height: scrollHeight };
  }

  /**
   * Whether one who stood at the end has not scrolled up since. Not every scroll is one's own: when a form closes, the
   * frame grows and the browser moves the log along. It is told a frame later, and by then a picture may have taken its
   * room below. So what counts is where the end was, not where it is; the observer then brings one there.
   */
  isAtNotedEnd() {
    const { scrollTop, clientHeight } = this.frame;
    const scrollHeight = Math.min(this.end.height, this.end.top + clientHeight);
    return isAtEnd({ scrollTop, clientHeight, scrollHeight });
  }

  /**
   * One message at a time can be reached with Tab; the arrows go on from there.
   * @param {HTMLElement | null | undefined} message
   */
  keepTabStop(message) {
    if (!message) return;
    for (const other of all(this.list, '.message[tabindex="0"]')) other.tabIndex = -1;
    message.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const target = targetOf(event);
    if (!target?.matches(".message") || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    const messages = all(this.list, ".message");
    const step = event.key === "ArrowUp" ? -1 : 1;
    messages[messages.indexOf(target) + step]?.focus();
    event.preventDefault();
  }

  editLast() {
    if (!this.shown) return;
    const { session, room } = this.shown;
    const own = room.messages.findLast((message) => message.author.id === session.person.id && message.content);
    if (own) beginEdit(session, room, own);
  }

  /** What a text here may refer to. @returns {References} */
  get references() {
    const { directory, active: session } = this.store;
    return {
      selfId: session.person.id,
      userName: (id) => directory.userName(id),
      roleName: (id) => directory.roleName(id),
      roomName: (id) => directory.roomName(id),
      ownRole: (id) => directory.hasRole(session.person.id, id),
      openRoom: (id) => {
        const room = session.rooms.get(id);
        if (room) this.store.enter(room);
      },
      openMessage: (roomId, id) => {
        const room = session.rooms.get(roomId);
        if (!room) return;
        this.wanted = id;
        this.store.enter(room);
        this.schedule();
      },
    };
  }
}

/** @param {...(Node | string)} words */
function hint(...words) {
  return element("p", { class: "hint" }, words);
}

/**
 * @param {Session} session
 * @param {Room} room
 * @param {Outgoing} message
 * @param {Message | null} before
 * @returns {Row}
 */
function outgoingRow(session, room, message, before) {
  return {
    key: `outgoing-${message.nonce}`,
    stamp: [message.error],
    build: () => outgoingNode(session, room, message, before?.author.id === session.person.id),
  };
}

/** @param {unknown[]} one @param {unknown[]} other */
function sameStamp(one, other) {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/**
 * A node that is replaced while something in it has the focus hands it to the same thing in the new one.
 * @param {HTMLElement} old
 * @param {HTMLElement} node
 */
function replaceKeepingFocus(old, node) {
  const focused = old.contains(document.activeElement) ? focusedElement() : null;
  old.replaceWith(node);
  if (!focused || document.activeElement === focused) return;
  const name = focused.dataset.focus;
  const [heir = node] = name ? all(node, `[data-focus="${CSS.escape(name)}"]`) : [];
  heir.focus({ preventScroll: true });
}
