// Times as the reader's clock shows them, and countdowns that tick every second.

import { element } from "../elements/dom.js";

const LANGUAGE = "en";
const words = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" });

/** Each unit takes over when the one before has reached its limit. */
const UNITS = [
  { unit: "minute", seconds: 60, after: 60 },
  { unit: "hour", seconds: 3600, after: 60 },
  { unit: "day", seconds: 86400, after: 24 },
  { unit: "month", seconds: 2592000, after: 30 },
  { unit: "year", seconds: 31536000, after: 12 },
];

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const formats = new Map();

function format(date, style) {
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(undefined, STYLES[style]));
  return formats.get(style).format(date);
}

/** "in 45 seconds", "2 minutes ago": the distance between two moments, both in milliseconds. */
export function relativeTime(then, now) {
  const distance = (then - now) / 1000;
  let unit = "second";
  let value = Math.round(distance);
  for (const larger of UNITS) {
    if (Math.abs(value) < larger.after) break;
    unit = larger.unit;
    value = Math.round(distance / larger.seconds);
  }
  return words.format(value === 0 ? 0 : value, unit);
}

/** The node for `<t:UNIX:style>`. */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return element("time", { class: "timestamp" }, "Invalid date");
  const attributes = { class: "timestamp", datetime: date.toISOString(), title: format(date, "F") };
  if (style !== "R") return element("time", attributes, format(date, style));
  attributes["data-countdown"] = date.getTime();
  return element("time", attributes, relativeTime(date.getTime(), Date.now()));
}

export const timeOfDay = (date) => format(date, "t");
export const fullTime = (date) => format(date, "F");
export const day = (date) => format(date, "D");

/** "14:03" for today, with the date before it otherwise. */
export function messageTime(date) {
  if (date.toDateString() === new Date().toDateString()) return timeOfDay(date);
  return `${format(date, "d")} ${timeOfDay(date)}`;
}

function tick() {
  const now = Date.now();
  for (const node of document.querySelectorAll("time[data-countdown]")) {
    const text = relativeTime(Number(node.dataset.countdown), now);
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Keep every countdown on the page true from now on. */
export function startCountdowns() {
  setInterval(tick, 1000);
}
