// What the composer suggests while someone types: commands after a slash, people after an @.

import { peopleChoices } from "../fields/choices.js";
import { flatten, matching, worksInDirect } from "./commands.js";
import { among } from "../fields/picker.js";

/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */

const MOST_PEOPLE = 8;

/**
 * The commands that fit a text that begins with a slash.
 * @param {Session} session
 * @param {Room} room
 * @param {string} text
 */
export async function commandCompletions(session, room, text) {
  const commands = flatten(await session.commands());
  const usable = room.isDirect ? commands.filter(worksInDirect) : commands;
  return matching(usable, text.slice(1)).map((command) => ({
    value: command,
    label: `/${command.name}`,
    detail: command.description,
  }));
}

/**
 * The beginning of a mention right before the caret: where it stands and what was typed of it.
 * @param {string} text
 * @param {number} caret
 */
export function openMention(text, caret) {
  const match = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, caret));
  return match && { typed: match[1], start: caret - match[1].length - 1 };
}

/**
 * The people whose names go on as typed.
 * @param {Session} session
 * @param {string} typed
 */
export function mentionCompletions(session, typed) {
  return among(peopleChoices(session.directory))(typed).slice(0, MOST_PEOPLE);
}
