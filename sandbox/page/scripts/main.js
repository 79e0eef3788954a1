// Starts the page: asks the sandbox who and what is there, and puts the parts together.

import { byId } from "./elements/dom.js";
import { Composer } from "./composer/composer.js";
import { watchModals } from "./fields/modals.js";
import { showPeople } from "./people.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./state/store.js";
import { Timeline } from "./messages/timeline.js";
import { startCountdowns } from "./text/timestamps.js";

/** @import { World } from "./discord/types.js" */
/** @import { Session } from "./state/session.js" */

const RETRY = 1000;

/**
 * The sandbox may still be starting: ask until it answers.
 * @returns {Promise<World>}
 */
async function fetchWorld() {
  for (;;) {
    try {
      const response = await fetch("/sandbox/world");
      if (response.ok) return await response.json();
    } catch {
      showBanner("The sandbox does not answer. Trying again…");
    }
    await new Promise((resume) => setTimeout(resume, RETRY));
  }
}

/** @param {string} text */
function showBanner(text) {
  byId("banner").textContent = text;
  byId("banner").hidden = !text;
}

/**
 * `#Ada/general`: who one is and where, so that a reload or a bookmark comes back there.
 * @param {Store} store
 */
function readAddress(store) {
  const [name, title] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const named = store.sessions.find(({ person }) => person.name.toLowerCase() === name.toLowerCase());
  const session = named ?? store.active;
  const room = session.guildRooms.find(({ channel }) => channel.name === title);
  return { session, room: room ?? session.guildRooms[0] };
}

/** @param {Session} session */
function writeAddress({ person, current }) {
  const place = current?.channel.name && !current.isDirect ? encodeURIComponent(current.channel.name) : "";
  history.replaceState(null, "", `#${encodeURIComponent(person.name)}/${place}`);
}

/**
 * Everything outside the list and the log that follows from who one is and where.
 * @param {Store} store
 */
function drawFrame(store) {
  const { active, directory } = store;
  if (!active.current) return;
  const title = active.roomTitle(active.current);
  byId("room-title").textContent = title;
  byId("room-title").dataset.kind = active.current.isDirect ? "direct" : "room";
  byId("room-topic").textContent = active.current.channel.topic ?? "";
  byId("timeline").setAttribute("aria-label", `Messages in ${title}`);
  document.body.dataset.hue = directory.hue(active.person.id);
  const waiting = store.sessions.reduce((sum, session) => sum + session.waiting, 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}${title} · ${active.person.name}`;
  writeAddress(active);
}

/** @param {Store} store */
function drawConnection(store) {
  if (store.active.connection === "refused") {
    // The sandbox was started anew with other tokens: only its new world can help.
    location.reload();
    return;
  }
  const guild = store.active.guilds.get(store.active.guildId);
  const isLost = store.active.connection === "lost";
  const outage = guild?.isOut ? `${guild.name} is unavailable just now. What happens there is shown afterwards.` : "";
  showBanner(isLost ? "Connection lost. Trying again…" : outage);
}

async function start() {
  const store = new Store(await fetchWorld());
  showBanner("");
  const timeline = new Timeline(store);
  new Composer(store, timeline);
  new Sidebar(store);
  showPeople(byId("people"), store);
  watchModals(store, () => timeline.references);
  store.subscribe((kind, session) => {
    if (["person", "room", "rooms"].includes(kind)) drawFrame(store);
    const isMine = ["connection", "guilds", "room"].includes(kind) && session === store.active;
    if (kind === "person" || isMine) drawConnection(store);
  });
  startCountdowns();
  const { session, room } = readAddress(store);
  session.enter(room);
  store.become(session);
  store.connect();
  document.body.dataset.ready = "true";
}

start();
