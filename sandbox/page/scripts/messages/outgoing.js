// One's own message until the server has it, and what can be done if it was not sent.

import { avatar } from "../elements/avatars.js";
import { element, textButton } from "../elements/dom.js";

/** @import { Outgoing, Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */

/** @param {Session} session @param {Room} room @param {Outgoing} message @param {boolean} grouped */
export function outgoingNode(session, room, message, grouped) {
  const { directory, person } = session;
  const author = element("span", { class: "author", "data-hue": directory.hue(person.id) }, person.name);
  return element(
    "li",
    { class: `message outgoing${grouped ? " grouped" : ""}`, tabindex: "-1" },
    grouped ? element("span", { class: "side-time" }) : avatar(directory, person.id),
    element(
      "div",
      { class: "message-main" },
      !grouped && element("div", { class: "message-head" }, author),
      element("div", { class: "markdown" }, message.content),
      message.error && refusal(session, room, message),
    ),
  );
}

/** @param {Session} session @param {Room} room @param {Outgoing} message */
function refusal(session, room, message) {
  const discard = () => {
    room.dropOutgoing(message.nonce);
    session.changed("messages", room);
  };
  return element(
    "p",
    { class: "error", role: "alert" },
    `Not sent: ${message.error} `,
    textButton("Try again", () => session.deliver(room, message)),
    " · ",
    textButton("Discard", discard),
  );
}
