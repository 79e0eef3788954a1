// The people, rooms and roles that a field may offer.

import { avatar } from "../elements/avatars.js";
import { icon } from "../elements/icons.js";

/** @typedef {import("./listbox.js").Choice} Choice */

/** @param {import("../state/directory.js").Directory} directory @returns {Choice[]} */
export function peopleChoices(directory) {
  return directory.members.map((user) => ({
    value: user.id,
    label: directory.userName(user.id),
    detail: user.bot ? "BOT" : directory.seatName(user.id),
    sign: avatar(directory, user.id),
  }));
}

/** @param {import("../state/session.js").Session} session @param {number[]} [types] @returns {Choice[]} */
export function roomChoices(session, types) {
  return session.guildRooms
    .filter((room) => !types?.length || types.includes(room.channel.type))
    .map((room) => ({ value: room.id, label: room.channel.name, sign: icon("room") }));
}

/** @param {import("../state/session.js").Session} session @returns {Choice[]} */
export function roleChoices({ directory, guildId }) {
  return [...directory.roles.values()]
    .filter((role) => role.guild_id === guildId)
    .map((role) => ({ value: role.id, label: directory.roleName(role.id) }));
}
