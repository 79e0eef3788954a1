// Buttons that run one of the application's commands in direct messages with it, in one press.

import { commandData, flatten } from "./composer/commands.js";
import { COMMAND } from "./discord/interactions.js";
import { element, fill } from "./elements/dom.js";

/** @import { Shortcut } from "./discord/types.js" */
/** @import { Session } from "./state/session.js" */
/** @import { Store } from "./state/store.js" */

/**
 * All of them under their title; nothing where there are none.
 * @param {Store} store
 * @param {"h2" | "h3"} level the heading's element, as the place needs it
 * @param {() => void} [onPress]
 * @returns {HTMLElement | false}
 */
export function shortcuts(store, level, onPress) {
  const { title, buttons } = store.world.shortcuts;
  if (!buttons.length) return false;
  const list = element("ul", { class: "shortcuts" });
  fill(list, buttons.map((shortcut) => element("li", {}, button(store, shortcut, onPress))));
  return element("section", { "aria-label": title }, element(level, {}, title), list);
}

/** @param {Store} store @param {Shortcut} shortcut @param {() => void} [onPress] */
function button(store, shortcut, onPress) {
  const press = () => {
    onPress?.();
    return run(store, shortcut);
  };
  return element("button", { type: "button", class: "shortcut", onclick: press }, shortcut.label);
}

/** @param {Store} store @param {Shortcut} shortcut */
async function run(store, shortcut) {
  const session = store.active;
  await session.attempt(session.current, async () => {
    const room = await session.openDirect(store.world.bot_id);
    store.enter(room);
    await session.attempt(room, async () => {
      const data = await dataOf(session, shortcut);
      await session.interactions.send(COMMAND, data, { room });
    });
  });
}

/** @param {Session} session @param {Shortcut} shortcut */
async function dataOf(session, { command: name, options }) {
  const command = flatten(await session.commands()).find((each) => each.name === name);
  if (!command) throw new Error(`/${name} is not there yet. Try again in a moment.`);
  const declared = command.options.filter((option) => option.name in options);
  return commandData(command, declared.map(({ name, type }) => ({ name, type, value: options[name] })));
}
