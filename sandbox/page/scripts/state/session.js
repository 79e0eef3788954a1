// One person's session: their connection, the rooms they see, and everything they can do there.

import { Api, sentenceOf } from "../discord/api.js";
import { applyEvent, callsFor } from "./events.js";
import { Gateway } from "../discord/gateway.js";
import { COMPONENT, Interactions } from "../discord/interactions.js";
import { toSent } from "../text/mentions.js";
import { Room } from "./room.js";
import { makeNonce } from "../discord/snowflakes.js";

/** @import { Channel, Emoji, Message, Modal, Person, World } from "../discord/types.js" */
/** @import { Directory } from "./directory.js" */
/** @import { ComponentState, Outgoing } from "./room.js" */

const PAGE = 50;
const UNREACHABLE = "The server cannot be reached.";

/**
 * What may have changed in a session, as those who draw it are told.
 * @typedef {(
 *   "connection" | "guilds" | "members" | "rooms" | "person" | "room" | "messages" | "sent" | "edited" | "reply" |
 *   "notice" | "typing" | "modal"
 * )} Change
 */

/**
 * A server in this person's list; `isOut` while it is in an outage.
 * @typedef {{id: string, name: string, isOut: boolean, lastRoom?: string}} GuildState
 */

export class Session {
  /**
   * @param {World} world
   * @param {Person} person
   * @param {Directory} directory
   * @param {(kind: Change, session: Session, room?: Room) => void} onChange
   */
  constructor(world, person, directory, onChange) {
    this.world = world;
    this.person = person;
    this.directory = directory;
    this.onChange = onChange;
    this.api = new Api(world.api, person.token);
    this.interactions = new Interactions(this);
    this.gateway = new Gateway(world.gateway, person.token, {
      onEvent: (type, data) => applyEvent(this, type, data),
      onState: (state) => this.setConnection(state),
    });
    /** @type {Map<string, Room>} */
    this.rooms = new Map();
    /** @type {Room | null} */
    this.current = null;
    /** @type {"connecting" | "open" | "lost" | "refused"} */
    this.connection = "connecting";
    /** @type {Modal | null} */
    this.modal = null;
    /** Whether someone at this page is looking at this person's current room. */
    this.isWatched = false;
    /** The servers that this person is in. @type {Map<string, GuildState>} */
    this.guilds = new Map([[world.guild.id, { ...world.guild, isOut: false }]]);
    /** The server whose rooms are listed. */
    this.guildId = world.guild.id;
    for (const channel of world.channels) this.addRoom({ type: 0, guild_id: world.guild.id, ...channel });
  }

  /** @param {Change} kind @param {Room} [room] */
  changed(kind, room) {
    this.onChange(kind, this, room);
  }

  /** @param {"open" | "lost" | "refused"} state */
  setConnection(state) {
    this.connection = state;
    this.changed("connection");
  }

  /** @param {Channel} channel */
  addRoom(channel) {
    const room = this.rooms.get(channel.id) ?? new Room(channel);
    room.channel = { ...room.channel, ...channel };
    this.rooms.set(channel.id, room);
    this.changed("rooms");
    return room;
  }

  /** @param {Room} room @returns {string} */
  roomTitle(room) {
    if (!room.isDirect) return room.channel.name ?? "";
    const other = room.recipients.find((user) => user.id !== this.person.id);
    return other ? this.directory.userName(other.id) : "Direct messages";
  }

  /** The listed server's rooms, each followed by its threads. */
  get guildRooms() {
    const rooms = this.roomsOf(this.guildId);
    const threads = rooms.filter((room) => room.isThread);
    return rooms
      .filter((room) => !room.isThread)
      .sort((one, other) => (one.channel.position ?? 0) - (other.channel.position ?? 0))
      .flatMap((room) => [room, ...threads.filter(({ channel }) => channel.parent_id === room.id)]);
  }

  /** @param {string} guildId */
  roomsOf(guildId) {
    return [...this.rooms.values()].filter(({ channel }) => channel.guild_id === guildId);
  }

  /**
   * List another server's rooms, and go to the one where this person was last.
   * @param {string} guildId
   */
  showGuild(guildId) {
    this.guildId = guildId;
    const last = this.rooms.get(this.guilds.get(guildId)?.lastRoom ?? "") ?? this.guildRooms[0];
    if (last) this.enter(last);
    this.changed("rooms");
  }

  /**
   * This person is no longer in a server.
   * @param {string} guildId
   */
  leaveGuild(guildId) {
    for (const room of this.roomsOf(guildId)) this.rooms.delete(room.id);
    this.guilds.delete(guildId);
    const [next] = this.guilds.keys();
    if (guildId === this.guildId && next) this.showGuild(next);
    this.changed("rooms");
  }

  get directRooms() {
    return [...this.rooms.values()].filter((room) => room.isDirect);
  }

  /** How many messages wait for this person, in all rooms. */
  get waiting() {
    return [...this.rooms.values()].reduce((sum, room) => sum + room.mentions, 0);
  }

  /** @param {Room} room */
  enter(room) {
    if (this.current && this.current !== room) this.current.firstUnread = null;
    this.current = room;
    const guild = this.guilds.get(room.channel.guild_id ?? "");
    if (guild) {
      guild.lastRoom = room.id;
      this.guildId = guild.id;
    }
    this.markRead();
    if (!room.loaded) this.load(room);
    this.changed("room", room);
  }

  /** @param {boolean} isWatched */
  watch(isWatched) {
    this.isWatched = isWatched;
    if (isWatched) this.markRead();
  }

  markRead() {
    if (!this.current || !this.isWatched || !this.current.unread) return;
    this.current.unread = 0;
    this.current.mentions = 0;
    this.changed("rooms");
  }

  /** @param {Room} room @param {Message} message */
  noteArrival(room, message) {
    if (this.isWatched && room === this.current) return;
    if (!room.unread) room.firstUnread = message.id;
    room.unread += 1;
    if (callsFor(this, room, message)) room.mentions += 1;
    this.changed("rooms");
  }

  /** After a new session began: what was missed meanwhile is in the history, and only there. */
  reload(rooms = [...this.rooms.values()]) {
    for (const room of rooms) room.loaded = false;
    if (this.current && rooms.includes(this.current)) this.load(this.current);
  }

  /** @param {Room} room */
  load(room) {
    return this.fetchPage(room, {}, (page) => room.restart(page, PAGE));
  }

  /** @param {Room} room */
  loadOlder(room) {
    const oldest = room.messages[0];
    if (room.complete || !room.loaded || !oldest) return Promise.resolve();
    return this.fetchPage(room, { before: oldest.id }, (page) => room.addPage(page, PAGE));
  }

  /**
   * @param {Room} room
   * @param {{before?: string}} range
   * @param {(page: Message[]) => void} takeIn
   * @returns {Promise<void>}
   */
  fetchPage(room, range, takeIn) {
    room.loading ??= this.api
      .history(room.id, { ...range, limit: PAGE })
      .then((page) => {
        room.error = null;
        for (const message of page) this.directory.learnUser(message.author);
        takeIn(page);
      })
      .catch((error) => {
        room.error = sentenceOf(error, UNREACHABLE);
      })
      .finally(() => {
        room.loading = null;
        this.changed("messages", room);
      });
    return room.loading;
  }

  /**
   * Post a message; it shows at once and stays marked until the server has it.
   * @param {Room} room
   * @param {string} typed
   */
  async send(room, typed) {
    const content = toSent(typed, this.directory);
    const message = { nonce: makeNonce(), content, replyTo: room.replyTo, error: null };
    room.replyTo = null;
    room.outgoing.push(message);
    this.changed("sent", room);
    await this.deliver(room, message);
  }

  /** @param {Room} room @param {Outgoing} message */
  async deliver(room, message) {
    message.error = null;
    const reference = message.replyTo ? { message_id: message.replyTo.id, channel_id: room.id } : undefined;
    const body = { content: message.content, nonce: message.nonce, enforce_nonce: true, message_reference: reference };
    try {
      const stored = await this.api.post(room.id, body);
      room.put({ ...stored, ...room.find(stored.id) });
      room.dropOutgoing(message.nonce);
    } catch (error) {
      message.error = sentenceOf(error, UNREACHABLE);
    }
    this.changed("messages", room);
  }

  /** @param {Room} room @param {Message} message @param {string} typed */
  edit(room, message, typed) {
    return this.attempt(room, () => this.api.edit(room.id, message.id, toSent(typed, this.directory)));
  }

  /** @param {Room} room @param {Message} message */
  remove(room, message) {
    return this.attempt(room, () => this.api.remove(room.id, message.id));
  }

  /** @param {Room} room @param {Message} message @param {Emoji} emoji */
  toggleReaction(room, message, emoji) {
    const mine = message.reactions?.some((reaction) => reaction.me && reaction.emoji.name === emoji.name);
    return this.attempt(room, () => this.api.react(mine ? "DELETE" : "PUT", room.id, message.id, emoji));
  }

  /**
   * Do something that the gateway will report back; a refusal is shown above the composer.
   * @param {Room | null} room
   * @param {() => Promise<unknown>} action
   */
  async attempt(room, action) {
    try {
      await action();
    } catch (error) {
      if (room) this.notify(room, sentenceOf(error, UNREACHABLE));
    }
  }

  /** @param {Room} room @param {string | null} notice */
  notify(room, notice) {
    room.notice = notice;
    this.changed("notice", room);
  }

  /**
   * Put away a message that only this person can see.
   * @param {Room} room
   * @param {Message} message
   */
  dismiss(room, message) {
    room.remove([message.id]);
    this.changed("messages", room);
  }

  /**
   * Press a button or choose in a select: the component waits until the application has answered.
   * @param {Room} room
   * @param {Message} message
   * @param {{type: number, custom_id: string}} component
   * @param {string[]} [values]
   */
  async useComponent(room, message, component, values) {
    this.setComponentState(room, message, { customId: component.custom_id, pending: true });
    const data = { component_type: component.type, custom_id: component.custom_id, values };
    try {
      await this.interactions.send(COMPONENT, data, { room, message });
      this.setComponentState(room, message, null);
    } catch (error) {
      this.setComponentState(room, message, { customId: component.custom_id, error: sentenceOf(error, "") });
    }
  }

  /** @param {Room} room @param {Message} message @param {ComponentState | null} state */
  setComponentState(room, message, state) {
    if (state) room.componentStates.set(message.id, state);
    else room.componentStates.delete(message.id);
    this.changed("messages", room);
  }

  /**
   * The conversation with someone, opened if there was none.
   * @param {string} userId
   */
  async openDirect(userId) {
    const known = this.directRooms.find((room) => room.recipients.some((user) => user.id === userId));
    if (known) return known;
    const channel = await this.api.openDirect(userId);
    return this.addRoom(channel);
  }

  commands() {
    return this.api.commands(this.world.application_id);
  }
}
