// A room or direct messages as one person sees it: its messages, and what they have begun to write there.

import { compareIds } from "../discord/snowflakes.js";

/** @import { Channel, Emoji, Message, Reaction } from "../discord/types.js" */
/** @import { CommandForm } from "../composer/command-form.js" */

const EPHEMERAL = 64;
const DIRECT_MESSAGE = 1;
const THREADS = new Set([10, 11]);

/**
 * Only this person sees it, and the server does not keep it.
 * @param {Message} message
 */
export const isEphemeral = (message) => (message.flags & EPHEMERAL) !== 0;

/**
 * A message on its way to the server.
 * @typedef {{nonce: string, content: string, replyTo: Message | null, error: string | null}} Outgoing
 */

/** @typedef {{customId: string, pending?: boolean, error?: string}} ComponentState */

export class Room {
  /** @param {Channel} channel */
  constructor(channel) {
    this.id = channel.id;
    this.channel = channel;
    /** Oldest first. @type {Message[]} */
    this.messages = [];
    /** @type {Outgoing[]} */
    this.outgoing = [];
    this.loaded = false;
    /** Whether the history's beginning is loaded. */
    this.complete = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
    /** Why the history could not be loaded. @type {string | null} */
    this.error = null;

    this.unread = 0;
    this.mentions = 0;
    /** @type {string | null} */
    this.firstUnread = null;

    this.draft = "";
    /** @type {Message | null} */
    this.replyTo = null;
    /** @type {{id: string, text: string} | null} */
    this.editing = null;
    /** @type {CommandForm | null} */
    this.form = null;
    /** @type {string | null} */
    this.notice = null;

    /** Who is typing, and the timer that ends it. @type {Map<string, number>} */
    this.typing = new Map();
    /** What a pressed component waits for or failed with, by message. @type {Map<string, ComponentState>} */
    this.componentStates = new Map();
    /** What was last chosen in a select menu, by its message and custom id. @type {Map<string, string[]>} */
    this.chosenValues = new Map();
  }

  get isDirect() {
    return this.channel.type === DIRECT_MESSAGE;
  }

  /** Who takes part in direct messages. */
  get recipients() {
    return this.channel.recipients ?? [];
  }

  get isThread() {
    return THREADS.has(this.channel.type);
  }

  /** @param {string | undefined} messageId */
  find(messageId) {
    return this.messages.find((message) => message.id === messageId);
  }

  /**
   * Put a message in its place, or a newer version in the place of the one that is there.
   * @param {Message} message
   */
  put(message) {
    let place = this.messages.length;
    while (place > 0 && compareIds(this.messages[place - 1].id, message.id) >= 0) place -= 1;
    const isKnown = this.messages[place]?.id === message.id;
    this.messages.splice(place, isKnown ? 1 : 0, message);
  }

  /**
   * Change a message if it is here. Messages are replaced, never altered, so that a view sees the change.
   * @param {string} messageId
   * @param {(message: Message) => Partial<Message>} alter
   */
  change(messageId, alter) {
    const message = this.find(messageId);
    if (message) this.put({ ...message, ...alter(message) });
  }

  /** @param {string[]} messageIds */
  remove(messageIds) {
    const gone = new Set(messageIds);
    this.messages = this.messages.filter((message) => !gone.has(message.id));
  }

  /**
   * Take in a page of history, newest first as the server sends it.
   * @param {Message[]} page
   * @param {number} limit how many were asked for
   */
  addPage(page, limit) {
    for (const message of page) this.put(message);
    if (page.length < limit) this.complete = true;
  }

  /**
   * Start again from the newest page; what only this person can see is not in it and stays.
   * @param {Message[]} page
   * @param {number} limit how many were asked for
   */
  restart(page, limit) {
    this.messages = this.messages.filter(isEphemeral);
    this.complete = false;
    this.addPage(page, limit);
    this.loaded = true;
  }

  /**
   * Forget all but the newest messages; older ones can be loaded again.
   * @param {number} most
   */
  trim(most) {
    if (this.messages.length <= most) return;
    this.messages = this.messages.slice(-most);
    this.complete = false;
  }

  /** @param {string} nonce */
  dropOutgoing(nonce) {
    this.outgoing = this.outgoing.filter((message) => message.nonce !== nonce);
  }

  /** @param {string} messageId @param {Emoji} emoji @param {1 | -1} step @param {boolean} isMine */
  changeReaction(messageId, emoji, step, isMine) {
    /** @param {Reaction} reaction */
    const same = (reaction) => reaction.emoji.name === emoji.name && reaction.emoji.id === emoji.id;
    this.change(messageId, ({ reactions = [] }) => {
      const old = reactions.find(same) ?? { emoji, count: 0, me: false };
      const changed = { ...old, count: old.count + step, me: isMine ? step > 0 : old.me };
      const others = reactions.map((reaction) => (same(reaction) ? changed : reaction));
      const all = reactions.some(same) ? others : [...others, changed];
      return { reactions: all.filter((reaction) => reaction.count > 0) };
    });
  }
}
