// What each gateway event changes in one person's session.

import { isEphemeral } from "./room.js";

/** @import { Channel, Emoji, Guild, Member, Message, Modal, Role, User } from "../discord/types.js" */
/** @import { GuildState, Session } from "./session.js" */
/** @import { Room } from "./room.js" */

const TYPING_LASTS = 10_000;
const GUILD_PATIENCE = 1000;
/** Text, direct messages, the text of voice channels, announcements, and threads of both kinds. */
const SHOWN_CHANNELS = new Set([0, 1, 2, 5, 10, 11]);

/** @type {Record<string, (session: Session, data: any) => void>} */
const HANDLERS = {
  READY: ready,
  GUILD_CREATE: guildCreate,
  GUILD_DELETE: guildDelete,
  CHANNEL_CREATE: channelCreate,
  CHANNEL_UPDATE: channelCreate,
  CHANNEL_DELETE: channelDelete,
  THREAD_CREATE: threadChange,
  THREAD_UPDATE: threadChange,
  THREAD_DELETE: channelDelete,
  GUILD_MEMBER_ADD: learnMember,
  GUILD_MEMBER_UPDATE: learnMember,
  GUILD_ROLE_CREATE: learnRole,
  GUILD_ROLE_UPDATE: learnRole,
  GUILD_ROLE_DELETE: (session, { role_id }) => session.directory.roles.delete(role_id),
  MESSAGE_CREATE: messageCreate,
  MESSAGE_UPDATE: messageUpdate,
  MESSAGE_DELETE: (session, { id, channel_id }) => removeMessages(session, channel_id, [id]),
  MESSAGE_DELETE_BULK: (session, { ids, channel_id }) => removeMessages(session, channel_id, ids),
  MESSAGE_REACTION_ADD: (session, reaction) => react(session, reaction, 1),
  MESSAGE_REACTION_REMOVE: (session, reaction) => react(session, reaction, -1),
  MESSAGE_REACTION_REMOVE_ALL: clearReactions,
  TYPING_START: typingStart,
  INTERACTION_SUCCESS: (session, data) => session.interactions.succeed(data),
  INTERACTION_FAILURE: (session, data) => session.interactions.fail(data),
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: (session, data) => session.interactions.complete(data),
  INTERACTION_MODAL_CREATE: modalCreate,
};

/**
 * Change a session as a gateway event says.
 * @param {Session} session
 * @param {string} type
 * @param {any} data
 */
export function applyEvent(session, type, data) {
  HANDLERS[type]?.(session, data);
}

/**
 * @param {Session} session
 * @param {{user: User, private_channels?: Channel[], guilds: {id: string}[]}} data
 */
function ready(session, data) {
  session.directory.learnUser(data.user);
  for (const channel of data.private_channels ?? []) channelCreate(session, channel);
  const present = new Set(data.guilds.map((guild) => guild.id));
  for (const id of [...session.guilds.keys()]) if (!present.has(id)) session.leaveGuild(id);
  session.reload();
  const awaited = new Set(session.guilds.values());
  setTimeout(() => noteOutages(session, awaited), GUILD_PATIENCE);
}

/**
 * A server that is not shown soon after READY is in an outage; one that is shown has been replaced in the list.
 * @param {Session} session
 * @param {Set<GuildState>} awaited
 */
function noteOutages(session, awaited) {
  for (const guild of session.guilds.values()) if (awaited.has(guild)) guild.isOut = true;
  session.changed("guilds");
}

/** @param {Session} session @param {Guild} guild */
function guildCreate(session, guild) {
  session.directory.learnGuild(guild);
  session.changed("members");
  const wasOut = session.guilds.get(guild.id)?.isOut;
  session.guilds.set(guild.id, { ...session.guilds.get(guild.id), id: guild.id, name: guild.name, isOut: false });
  const channels = [...guild.channels, ...guild.threads];
  const listed = new Set(channels.map((channel) => channel.id));
  for (const room of session.roomsOf(guild.id)) {
    if (!listed.has(room.id)) session.rooms.delete(room.id);
  }
  for (const channel of channels) channelCreate(session, channel);
  // Nothing that happened in an outage is told: it is in the history, and only there.
  if (wasOut) session.reload(session.roomsOf(guild.id));
  session.changed("guilds");
}

/** @param {Session} session @param {{id: string, unavailable?: boolean}} guild */
function guildDelete(session, { id, unavailable }) {
  const guild = session.guilds.get(id);
  if (!guild) return;
  if (unavailable) guild.isOut = true;
  else session.leaveGuild(id);
  session.changed("guilds");
}

/** @param {Session} session @param {Channel} thread */
function threadChange(session, thread) {
  if (thread.thread_metadata?.archived) channelDelete(session, thread);
  else channelCreate(session, thread);
}

/** @param {Session} session @param {Channel} channel */
function channelCreate(session, channel) {
  if (!SHOWN_CHANNELS.has(channel.type)) return;
  for (const recipient of channel.recipients ?? []) session.directory.learnUser(recipient);
  session.directory.rooms.set(channel.id, channel.name);
  session.addRoom(channel);
}

/** @param {Session} session @param {{id: string}} channel */
function channelDelete(session, channel) {
  session.rooms.delete(channel.id);
  session.changed("rooms");
}

/** @param {Session} session @param {Member} member */
function learnMember(session, member) {
  session.directory.learnMember(member);
  session.changed("members");
}

/** @param {Session} session @param {{role: Role, guild_id: string}} event */
function learnRole(session, { role, guild_id }) {
  session.directory.learnRole(role, guild_id);
}

/** @param {Session} session @param {Message} message */
function learnFrom(session, message) {
  session.directory.learnUser(message.author);
  for (const user of message.mentions ?? []) session.directory.learnUser(user);
  if (message.referenced_message) session.directory.learnUser(message.referenced_message.author);
}

/** @param {Session} session @param {Message} message */
function messageCreate(session, message) {
  learnFrom(session, message);
  const room = session.rooms.get(message.channel_id);
  if (!room) return;
  stopTyping(session, room, message.author.id);
  if (message.nonce) room.dropOutgoing(message.nonce);
  room.put(message);
  if (message.author.id !== session.person.id) session.noteArrival(room, message);
  session.changed("messages", room);
}

/** @param {Session} session @param {Message} update */
function messageUpdate(session, update) {
  learnFrom(session, update);
  const room = session.rooms.get(update.channel_id);
  // Who reacted is told by events of its own, and an update does not say which reactions are mine.
  room?.change(update.id, ({ reactions }) => ({ ...update, reactions }));
  if (room) session.changed("messages", room);
}

/** @param {Session} session @param {string} roomId @param {string[]} messageIds */
function removeMessages(session, roomId, messageIds) {
  const room = session.rooms.get(roomId);
  if (!room) return;
  room.remove(messageIds);
  if (room.replyTo && messageIds.includes(room.replyTo.id)) room.replyTo = null;
  session.changed("messages", room);
}

/**
 * @param {Session} session
 * @param {{channel_id: string, message_id: string, user_id: string, emoji: Emoji}} reaction
 * @param {1 | -1} step
 */
function react(session, { channel_id, message_id, user_id, emoji }, step) {
  const room = session.rooms.get(channel_id);
  room?.changeReaction(message_id, emoji, step, user_id === session.person.id);
  if (room) session.changed("messages", room);
}

/** @param {Session} session @param {{channel_id: string, message_id: string}} place */
function clearReactions(session, { channel_id, message_id }) {
  const room = session.rooms.get(channel_id);
  room?.change(message_id, () => ({ reactions: [] }));
  if (room) session.changed("messages", room);
}

/** @param {Session} session @param {{channel_id: string, user_id: string}} typing */
function typingStart(session, { channel_id, user_id }) {
  const room = session.rooms.get(channel_id);
  if (!room || user_id === session.person.id) return;
  clearTimeout(room.typing.get(user_id));
  room.typing.set(user_id, setTimeout(() => stopTyping(session, room, user_id), TYPING_LASTS));
  session.changed("typing", room);
}

/** @param {Session} session @param {Room} room @param {string} userId */
function stopTyping(session, room, userId) {
  if (!room.typing.has(userId)) return;
  clearTimeout(room.typing.get(userId));
  room.typing.delete(userId);
  session.changed("typing", room);
}

/** @param {Session} session @param {Modal & {nonce: string}} modal */
function modalCreate(session, modal) {
  session.interactions.succeed(modal);
  session.modal = modal;
  session.changed("modal");
}

/**
 * Whether a message calls for this person: by name, by role, in a direct conversation, or for their eyes only.
 * @param {Session} session
 * @param {Room} room
 * @param {Message} message
 */
export function callsFor(session, room, message) {
  if (room.isDirect || isEphemeral(message) || message.mention_everyone) return true;
  if ((message.mentions ?? []).some((user) => user.id === session.person.id)) return true;
  return (message.mention_roles ?? []).some((role) => session.directory.hasRole(session.person.id, role));
}
