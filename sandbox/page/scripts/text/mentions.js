// Converts mentions between how they are typed (@Ada) and how they are sent (<@id>).

/** @import { Directory } from "../state/directory.js" */

/**
 * Longest names first, so that "
 * @Ada Lovelace" is not read as "@Ada".
 * @param {Directory} directory
 */
function byLength(directory) {
  return directory.members
    .map((user) => ({ id: user.id, typed: `@${directory.userName(user.id)}` }))
    .sort((one, other) => other.typed.length - one.typed.length);
}

/** @param {string} text @param {Directory} directory */
export function toSent(text, directory) {
  return byLength(directory).reduce((sent, { id, typed }) => {
    const escaped = typed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return sent.replace(new RegExp(`(?<![\\w<])${escaped}(?!\\w)`, "gu"), `<@${id}>`);
  }, text);
}

/** @param {string} text @param {Directory} directory */
export function toTyped(text, directory) {
  return text.replace(/<@!?(\d+)>/g, (mention, id) =>
    directory.users.has(id) ? `@${directory.userName(id)}` : mention,
  );
}
