// What the whole page knows: everyone's session, who is active, and who listens for changes.

import { Directory } from "./directory.js";
import { Session } from "./session.js";

/** @import { World } from "../discord/types.js" */
/** @import { Room } from "./room.js" */
/** @import { Change } from "./session.js" */

/** So many people are connected from the start; the others when one becomes them. */
const CONNECTED_AT_FIRST = 8;

/** @typedef {(kind: Change, session: Session, room?: Room) => void} Listener */

export class Store {
  /** @param {World} world */
  constructor(world) {
    this.world = world;
    this.directory = new Directory(world);
    /** @type {Listener[]} */
    this.listeners = [];
    /** @type {Set<Session>} */
    this.connected = new Set();
    this.sessions = world.users.map(
      (person) => new Session(world, person, this.directory, (kind, session, room) => this.tell(kind, session, room)),
    );
    this.active = this.sessions[0];
    document.addEventListener("visibilitychange", () => this.watchActive());
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  /** @param {Change} kind @param {Session} session @param {Room} [room] */
  tell(kind, session, room) {
    for (const listener of this.listeners) listener(kind, session, room);
  }

  /** @param {string} personId */
  sessionOf(personId) {
    return this.sessions.find((session) => session.person.id === personId);
  }

  connect() {
    this.open(this.active);
    for (const session of this.sessions.slice(0, CONNECTED_AT_FIRST)) this.open(session);
  }

  /** @param {Session} session */
  open(session) {
    if (this.connected.has(session)) return;
    this.connected.add(session);
    session.gateway.connect();
  }

  /**
   * Become another person, in the room in view if that person sees it too, else where that person was last.
   * @param {Session} session
   */
  become(session) {
    const inView = session.rooms.get(this.active.current?.id ?? "");
    this.active = session;
    this.open(session);
    const own = session.current ?? session.guildRooms[0];
    session.enter(inView && !inView.isDirect ? inView : own);
    this.watchActive();
    this.tell("person", session);
  }

  /** @param {Room} room */
  enter(room) {
    this.active.enter(room);
  }

  watchActive() {
    const isVisible = document.visibilityState === "visible";
    for (const session of this.sessions) session.watch(isVisible && session === this.active);
  }
}
