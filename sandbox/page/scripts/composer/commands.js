// Slash commands: each subcommand as an entry of its own, searching them, and the data that runs one.

/** @import { CommandOption, OptionValue, RegisteredCommand } from "../discord/types.js" */

const SLASH = 1;
const SUBCOMMAND = 1;
const GROUP = 2;
const BOT_DIRECT = 1;

/**
 * A command as one types it.
 * @typedef {object} Command
 * @property {string} name with its subcommands: `match status`
 * @property {string} description
 * @property {CommandOption[]} options
 * @property {string[]} path the names below the top one
 * @property {RegisteredCommand} top the registered command
 */

/** @param {RegisteredCommand[]} registered @returns {Command[]} */
export function flatten(registered) {
  return registered
    .filter((top) => (top.type ?? SLASH) === SLASH)
    .flatMap((top) => leaves(top, localized(top), []))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * A node and all below it with their descriptions in the reader's language, where there are any.
 * @template {{description: string, description_localized?: string, options?: CommandOption[]}} Node
 * @param {Node} node
 * @returns {Node}
 */
function localized(node) {
  const description = node.description_localized ?? node.description;
  return { ...node, description, options: node.options?.map((option) => localized(option)) };
}

/**
 * The commands below a node of a registered one: its subcommands, or itself.
 * @param {RegisteredCommand} top
 * @param {{description: string, options?: CommandOption[]}} node
 * @param {string[]} path
 * @returns {Command[]}
 */
function leaves(top, node, path) {
  const inner = (node.options ?? []).filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (inner.length) return inner.flatMap((child) => leaves(top, child, [...path, child.name]));
  const { description, options = [] } = node;
  return [{ name: [top.name, ...path].join(" "), description, options, path, top }];
}

/**
 * Whether a command may be used in a direct conversation.
 * @param {Command} command
 */
export function worksInDirect({ top }) {
  if (top.contexts) return top.contexts.includes(BOT_DIRECT);
  return top.dm_permission !== false;
}

/**
 * Commands that fit what was typed after the slash; those that begin with it first.
 * @param {Command[]} commands
 * @param {string} typed
 */
export function matching(commands, typed) {
  const text = typed.toLowerCase().trimEnd();
  const beginning = commands.filter(({ name }) => name.startsWith(text));
  const within = commands.filter(({ name, description }) => `${name} ${description.toLowerCase()}`.includes(text));
  return [...new Set([...beginning, ...within])];
}

/**
 * The `data` of an interaction that runs the command.
 * @param {Command} command
 * @param {OptionValue[]} values
 * @param {{id: string, filename: string, file_size: number}[]} attachments
 */
export function commandData({ top, path, options: declared }, values, attachments = []) {
  const depth = path.length;
  /** @type {object[]} */
  const innermost = declared.length ? values : [];
  const options = path.reduceRight(
    (inner, name, level) => [{ type: level === depth - 1 ? SUBCOMMAND : GROUP, name, options: inner }],
    innermost,
  );
  return { id: top.id, name: top.name, type: SLASH, version: top.version, options, attachments };
}
