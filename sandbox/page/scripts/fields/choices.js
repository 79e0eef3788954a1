// The people, rooms and roles that a field may offer.

import { avatar } from "../elements/avatars.js";
import { icon } from "../elements/icons.js";

/** @import { Directory } from "../state/directory.js" */
/** @import { Choice } from "./listbox.js" */
/** @import { Session } from "../state/session.js" */

/** @param {Directory} directory @returns {Choice[]} */
export function peopleChoices(directory) {
  return directory.members.map((user) => ({
    value: user.id,
    label: directory.userName(user.id),
    detail: user.bot ? "BOT" : directory.seatName(user.id),
    sign: avatar(directory, user.id),
  }));
}

/** @param {Session} session @param {number[]} [types] @returns {Choice[]} */
export function roomChoices(session, types) {
  return session.guildRooms
    .filter((room) => !types?.length || types.includes(room.channel.type))
    .map((room) => ({ value: room.id, label: session.roomTitle(room), sign: icon("room") }));
}

/** @param {Session} session @returns {Choice[]} */
export function roleChoices({ directory, guildId }) {
  return [...directory.roles.values()]
    .filter((role) => role.guild_id === guildId)
    .map((role) => ({ value: role.id, label: directory.roleName(role.id) }));
}
