// The list of servers, rooms and direct messages; on narrow screens it is a drawer.

import { avatar } from "./elements/avatars.js";
import { all, batchedBetweenPresses, byId, element, fill, focusedElement, iconButton } from "./elements/dom.js";
import { icon } from "./elements/icons.js";
import { choosePerson } from "./elements/dialogs.js";
import { shortcuts } from "./shortcuts.js";

/** @import { Room } from "./state/room.js" */
/** @import { GuildState, Session } from "./state/session.js" */
/** @import { Store } from "./state/store.js" */

const VOICE = 2;
const ANNOUNCEMENTS = 5;

export class Sidebar {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.drawer = byId("sidebar");
    this.rooms = byId("rooms");
    this.directs = byId("directs");
    this.opener = byId("open-drawer");
    this.guilds = byId("guilds");
    this.guildName = byId("guild-name");
    fill(byId("new-direct"), this.newDirectButton());
    fill(byId("shortcuts"), shortcuts(store, "h2", () => this.closeDrawer()));
    this.opener.addEventListener("click", () => this.openDrawer());
    byId("close-drawer").addEventListener("click", () => this.closeDrawer());
    byId("drawer-shade").addEventListener("click", () => this.closeDrawer());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.closeDrawer();
    });
    const schedule = batchedBetweenPresses(this.drawer, () => this.draw());
    store.subscribe((kind, session) => {
      if (session === store.active && ["person", "rooms", "room", "guilds"].includes(kind)) schedule();
    });
  }

  openDrawer() {
    document.body.classList.add("drawer-open");
    this.opener.setAttribute("aria-expanded", "true");
    byId("close-drawer").focus();
  }

  closeDrawer() {
    if (!document.body.classList.contains("drawer-open")) return;
    document.body.classList.remove("drawer-open");
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.focus();
  }

  draw() {
    const session = this.store.active;
    const focused = this.drawer.contains(document.activeElement) ? focusedElement()?.dataset.room : null;
    this.guildName.textContent = session.guilds.get(session.guildId)?.name ?? "No server";
    this.guilds.hidden = session.guilds.size < 2;
    fill(this.guilds, [...session.guilds.values()].map((guild) => this.guildItem(session, guild)));
    fill(this.rooms, session.guildRooms.map((room) => this.roomItem(room, icon(signOf(room)))));
    fill(this.directs, this.directItems(session));
    if (focused) all(this.drawer, `[data-room="${focused}"]`)[0]?.focus();
  }

  /**
   * The application is always listed, so that a private word with it needs no search.
   * @param {Session} session
   */
  directItems(session) {
    const { directory, world } = this.store;
    const items = session.directRooms.map((room) =>
      this.roomItem(room, avatar(directory, this.otherIn(session, room))),
    );
    const hasBot = session.directRooms.some((room) => this.otherIn(session, room) === world.bot_id);
    if (!hasBot && directory.memberIds.has(world.bot_id)) items.push(this.invitation(world.bot_id));
    return items;
  }

  /**
   * Whom a person writes to in direct messages.
   * @param {Session} session
   * @param {Room} room
   */
  otherIn(session, room) {
    return room.recipients.find((user) => user.id !== session.person.id)?.id ?? session.person.id;
  }

  /** @param {Session} session @param {GuildState} guild */
  guildItem(session, guild) {
    const unread = session.roomsOf(guild.id).some((room) => room.unread);
    const mentions = session.roomsOf(guild.id).reduce((sum, room) => sum + room.mentions, 0);
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: unread ? "guild-link unread" : "guild-link",
          title: guild.name,
          "aria-label": `Server ${guild.name}`,
          "aria-current": guild.id === session.guildId ? "true" : false,
          onclick: () => session.showGuild(guild.id),
        },
        initials(guild.name),
        mentions > 0 && element("span", { class: "badge", "aria-hidden": "true" }, String(mentions)),
      ),
    );
  }

  /** @param {Room} room @param {Node} sign */
  roomItem(room, sign) {
    const title = this.store.active.roomTitle(room);
    const isCurrent = room === this.store.active.current;
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: `room-link${room.isThread ? " thread" : ""}${room.unread ? " unread" : ""}`,
          "data-room": room.id,
          "aria-current": isCurrent ? "page" : false,
          "aria-label": this.roomLabel(room, title),
          onclick: () => this.enter(room),
        },
        sign,
        element("span", { class: "room-name" }, title),
        room.mentions > 0 && element("span", { class: "badge", "aria-hidden": "true" }, String(room.mentions)),
      ),
    );
  }

  /** @param {Room} room @param {string} title */
  roomLabel(room, title) {
    const kind = room.isDirect ? `Direct messages with ${title}` : `Room ${title}`;
    return room.unread ? `${kind}, ${room.unread} new` : kind;
  }

  /**
   * Direct messages that nobody has opened yet.
   * @param {string} userId
   */
  invitation(userId) {
    const { directory } = this.store;
    const name = directory.userName(userId);
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "room-link",
          "aria-label": `Direct messages with ${name}`,
          onclick: () => this.startDirect(userId),
        },
        avatar(directory, userId),
        element("span", { class: "room-name" }, name),
      ),
    );
  }

  newDirectButton() {
    const start = async () => {
      const { directory, active } = this.store;
      const others = directory.members.filter((user) => user.id !== active.person.id);
      const chosen = await choosePerson(directory, others, "Write to someone");
      if (chosen) this.startDirect(chosen);
    };
    return iconButton(icon("add"), "Write to someone", start);
  }

  /** @param {string} userId */
  async startDirect(userId) {
    const session = this.store.active;
    await session.attempt(session.current, async () => this.enter(await session.openDirect(userId)));
  }

  /** @param {Room} room */
  enter(room) {
    this.store.enter(room);
    this.closeDrawer();
  }
}

/** @param {Room} room */
function signOf(room) {
  if (room.isThread) return "thread";
  if (room.channel.type === VOICE) return "voice";
  return room.channel.type === ANNOUNCEMENTS ? "announcements" : "room";
}

/**
 * The first letters of a name's words, as a server without a picture is shown.
 * @param {string} name
 */
function initials(name) {
  const letters = name.split(/\s+/).map((word) => word[0]);
  return letters.join("").slice(0, 3).toUpperCase();
}
