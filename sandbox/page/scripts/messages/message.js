// One message as a list item: its author, time, content, components and tools.

import { attachmentNodes, embedNode } from "./attachments.js";
import { avatar } from "../elements/avatars.js";
import { messageComponents } from "./components.js";
import { otherContents, THREAD_NOTICE } from "./other-contents.js";
import { confirmDialog } from "../elements/dialogs.js";
import { element, iconButton, part, textButton } from "../elements/dom.js";
import { beginEdit, editorNode } from "./editor.js";
import { icon } from "../elements/icons.js";
import { markdownBlock, renderMarkdown } from "../text/markdown.js";
import { reactionBar, reactionMenu } from "./reactions.js";
import { isEphemeral } from "../state/room.js";
import { timeOf } from "../discord/snowflakes.js";
import { fullTime, messageTime, timeOfDay } from "../text/timestamps.js";

/** @import { Message, User } from "../discord/types.js" */
/** @import { Directory } from "../state/directory.js" */
/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */
/** @import { References } from "../text/markdown.js" */
/** @import { Place } from "./components.js" */

const REPLY = 19;
const LOADING = 128;
const COMPONENTS_V2 = 1 << 15;
const GROUPED_FOR = 7 * 60 * 1000;

/**
 * Whether a message goes under the one before it without a head of its own.
 * @param {Message} message
 * @param {Message | null} before
 */
export function isGrouped(message, before) {
  if (!before || message.author.id !== before.author.id) return false;
  if (message.type === REPLY || isEphemeral(message) !== isEphemeral(before) || message.interaction) return false;
  return timeOf(message.id).getTime() - timeOf(before.id).getTime() < GROUPED_FOR;
}

/** @param {Message} message @param {Session} session */
function isForMe(message, session) {
  const isNamed = (message.mentions ?? []).some((user) => user.id === session.person.id);
  const hasRole = (message.mention_roles ?? []).some((role) => session.directory.hasRole(session.person.id, role));
  return isNamed || hasRole || message.mention_everyone;
}

/** @param {Place} place @param {{grouped: boolean}} options */
export function messageNode(place, { grouped }) {
  const { message, session, room } = place;
  const classes = ["message"];
  if (grouped) classes.push("grouped");
  if (isForMe(message, session)) classes.push("for-me");
  if (isEphemeral(message)) classes.push("ephemeral");
  return element(
    "li",
    { class: classes.join(" "), tabindex: "-1", "data-message": message.id, "data-testid": "message" },
    origin(place),
    grouped ? sideTime(message) : avatar(session.directory, message.author.id),
    element(
      "div",
      { class: "message-main" },
      !grouped && head(place),
      room.editing?.id === message.id ? editorNode(place) : body(place),
      otherContents(place),
      // Where components make up the whole message, they alone show its files.
      !(message.flags & COMPONENTS_V2) && attachmentNodes(message.attachments),
      message.embeds.map((embed) => embedNode(embed, place.references)),
      messageComponents(place),
      reactionBar(place),
      isEphemeral(message) && ephemeralNote(place),
    ),
    toolbar(place),
  );
}

/**
 * The line above a message: what it replies to, or the command that it answers.
 * @param {Place} place
 */
function origin({ message, room, session, references }) {
  if (message.type === REPLY) {
    const original = message.referenced_message ?? room.find(message.message_reference?.message_id);
    return replyPreview(original, session, references);
  }
  if (!message.interaction) return null;
  const { user, name } = message.interaction;
  return element(
    "div",
    { class: "origin" },
    authorName(session.directory, user),
    " used ",
    element("span", { class: "command" }, `/${name}`),
  );
}

/**
 * @param {Message | null | undefined} original
 * @param {Session} session
 * @param {References} references
 */
function replyPreview(original, session, references) {
  if (!original) {
    return element("div", { class: "origin" }, icon("reply"), element("em", {}, "The message was deleted."));
  }
  const jump = () => references.openMessage(original.channel_id, original.id);
  const hasPicture = original.attachments.length > 0;
  const content = original.content ? plainPreview(original.content, references) : hasPicture ? "a file" : "…";
  return element(
    "button",
    { type: "button", class: "origin", "data-focus": "origin", title: "Go to the message", onclick: jump },
    icon("reply"),
    authorName(session.directory, original.author),
    element("span", { class: "preview" }, content),
  );
}

/**
 * A message's text without its marks, in one line.
 * @param {string} content
 * @param {References} references
 */
export function plainPreview(content, references) {
  return renderMarkdown(content.replace(/\n+/g, " "), references).textContent;
}

/** @param {Directory} directory @param {User} user */
function authorName(directory, user) {
  return element(
    "span",
    { class: "author", "data-hue": directory.hue(user.id) },
    directory.userName(user.id),
    user.bot && element("span", { class: "bot-tag" }, "BOT"),
  );
}

/** @param {Place} place */
function head({ message, session }) {
  const sent = timeOf(message.id);
  return element(
    "div",
    { class: "message-head" },
    authorName(session.directory, message.author),
    element("time", { datetime: sent.toISOString(), title: fullTime(sent) }, messageTime(sent)),
  );
}

/** @param {Message} message */
function sideTime(message) {
  const sent = timeOf(message.id);
  return element("time", { class: "side-time", datetime: sent.toISOString(), title: fullTime(sent) }, timeOfDay(sent));
}

/** @param {Place} place */
function body({ message, references }) {
  if (message.flags & LOADING) return element("div", { class: "markdown thinking" }, "is thinking…");
  if (!message.content || message.type === THREAD_NOTICE) return null;
  const text = markdownBlock(message.content, references, { "data-testid": "content" });
  if (!message.edited_timestamp) return text;
  const edited = new Date(message.edited_timestamp);
  const when = { datetime: edited.toISOString(), title: fullTime(edited) };
  const mark = element("time", { class: "edited", ...when }, "(edited)");
  // The mark stands in the text's last line, unless that is a block of its own.
  const endsInBlock = text.lastElementChild?.matches("pre, blockquote, ul, ol");
  text.append(endsInBlock ? mark : element("span", {}, " ", mark));
  return text;
}

/** @param {Place} place */
function ephemeralNote({ session, room, message }) {
  return element(
    "p",
    { class: "ephemeral-note" },
    icon("hidden"),
    "Only you can see this · ",
    textButton("Dismiss", () => session.dismiss(room, message)),
  );
}

/** @param {Place} place */
function toolbar(place) {
  const { session, room, message } = place;
  if (isEphemeral(message)) return null;
  const isMine = message.author.id === session.person.id;
  const bar = element("div", { class: "toolbar", role: "group", "aria-label": "What to do with this message" });
  bar.append(
    iconButton(icon("react"), "Add a reaction", () => openReactions(bar, place), { "data-focus": "react" }),
    iconButton(icon("reply"), "Reply", () => reply(session, room, message)),
  );
  if (isMine) {
    bar.append(
      iconButton(icon("edit"), "Edit", () => beginEdit(session, room, message)),
      iconButton(icon("remove"), "Delete", () => confirmRemoval(place), { class: "icon-button danger" }),
    );
  }
  return bar;
}

/** @param {HTMLElement} bar @param {Place} place */
function openReactions(bar, place) {
  if (bar.querySelector(".reaction-menu")) return;
  const opener = part(bar, "button");
  let isOpen = true;
  const menu = reactionMenu(place, () => {
    // Taking the menu away moves the focus, which asks to close it once more.
    if (!isOpen) return;
    isOpen = false;
    if (menu.contains(document.activeElement)) opener.focus();
    menu.remove();
  });
  bar.append(menu);
  part(menu, "button").focus();
}

/** @param {Session} session @param {Room} room @param {Message} message */
function reply(session, room, message) {
  room.replyTo = message;
  session.changed("reply", room);
}

/** @param {Place} place */
async function confirmRemoval({ session, room, message, references }) {
  const quote = element("blockquote", { class: "markdown" }, renderMarkdown(message.content || "…", references));
  if (await confirmDialog("Delete this message?", quote, "Delete")) session.remove(room, message);
}
