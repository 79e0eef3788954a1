// Avatars: a person's initials on their colour.

import { element } from "./dom.js";

/** @import { Directory } from "../state/directory.js" */

/** @param {string} name */
function initials(name) {
  const parts = name.split(/[\s_.-]+/).filter(Boolean);
  return parts.slice(0, 2).map((part) => [...part][0].toUpperCase()).join("");
}

/** @param {Directory} directory @param {string} userId */
export function avatar(directory, userId) {
  const attributes = { class: "avatar", "data-hue": directory.hue(userId), "aria-hidden": "true" };
  return element("span", attributes, initials(directory.userName(userId)));
}
