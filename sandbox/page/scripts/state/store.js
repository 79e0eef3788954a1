// What the whole page knows: every person's session, who one is just now, and who wants to hear of changes.

import { Directory } from "./directory.js";
import { Session } from "./session.js";

/** Beyond these, a person's line is opened only when one becomes that person. */
const LINES_KEPT_OPEN = 8;

/** @typedef {(kind: string, session: Session, room?: import("./room.js").Room) => void} Listener */

export class Store {
  /** @param {object} world what `GET /sandbox/world` says */
  constructor(world) {
    this.world = world;
    this.directory = new Directory(world);
    /** @type {Listener[]} */
    this.listeners = [];
    this.connected = new Set();
    this.sessions = world.users.map(
      (person) => new Session(world, person, this.directory, (...change) => this.tell(...change)),
    );
    this.active = this.sessions[0];
    document.addEventListener("visibilitychange", () => this.watchActive());
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  tell(kind, session, room) {
    for (const listener of this.listeners) listener(kind, session, room);
  }

  sessionOf(personId) {
    return this.sessions.find((session) => session.person.id === personId);
  }

  connect() {
    this.open(this.active);
    for (const session of this.sessions.slice(0, LINES_KEPT_OPEN)) this.open(session);
  }

  open(session) {
    if (this.connected.has(session)) return;
    this.connected.add(session);
    session.gateway.connect();
  }

  /** Become another person, in the room in view if that person sees it too, else where that person was last. */
  become(session) {
    const inView = session.rooms.get(this.active.current?.id);
    this.active = session;
    this.open(session);
    const own = session.current ?? session.guildRooms[0];
    session.enter(inView && !inView.isDirect ? inView : own);
    this.watchActive();
    this.tell("person", session);
  }

  enter(room) {
    this.active.enter(room);
  }

  watchActive() {
    const isVisible = document.visibilityState === "visible";
    for (const session of this.sessions) session.watch(isVisible && session === this.active);
  }
}
