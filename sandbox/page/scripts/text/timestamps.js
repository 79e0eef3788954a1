// Times in the reader's time zone, and countdowns that tick every second.

import { element } from "../elements/dom.js";

const LANGUAGE = "en";
const words = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" });

/** Each unit takes over when the one before has reached its limit. */
/** @type {{unit: Intl.RelativeTimeFormatUnit, seconds: number, after: number}[]} */
const UNITS = [
  { unit: "minute", seconds: 60, after: 60 },
  { unit: "hour", seconds: 3600, after: 60 },
  { unit: "day", seconds: 86400, after: 24 },
  { unit: "month", seconds: 2592000, after: 30 },
  { unit: "year", seconds: 31536000, after: 12 },
];

/** @typedef {"t" | "T" | "d" | "D" | "f" | "F"} Style */
/** @type {Record<Style, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** @type {Map<Style, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {Date} date @param {Style} style */
function format(date, style) {
  const known = formats.get(style) ?? new Intl.DateTimeFormat(undefined, STYLES[style]);
  formats.set(style, known);
  return known.format(date);
}

/**
 * "in 45 seconds", "2 minutes ago": the distance between two moments, both in milliseconds.
 * @param {number} then
 * @param {number} now
 */
export function relativeTime(then, now) {
  const distance = (then - now) / 1000;
  /** @type {Intl.RelativeTimeFormatUnit} */
  let unit = "second";
  let value = Math.round(distance);
  for (const larger of UNITS) {
    if (Math.abs(value) < larger.after) break;
    unit = larger.unit;
    value = Math.round(distance / larger.seconds);
  }
  return words.format(value === 0 ? 0 : value, unit);
}

/** @param {string} style @returns {style is Style} */
function isStyle(style) {
  return style in STYLES;
}

/**
 * The node for `<t:UNIX:style>`.
 * @param {number} unix
 * @param {string} [style] one of Discord's letters
 */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return element("time", { class: "timestamp" }, "Invalid date");
  const attributes = { class: "timestamp", datetime: date.toISOString(), title: format(date, "F") };
  if (isStyle(style)) return element("time", attributes, format(date, style));
  const text = relativeTime(date.getTime(), Date.now());
  return element("time", { ...attributes, "data-countdown": date.getTime() }, text);
}

/** @param {Date} date */
export const timeOfDay = (date) => format(date, "t");
/** @param {Date} date */
export const fullTime = (date) => format(date, "F");
/** @param {Date} date */
export const day = (date) => format(date, "D");

/**
 * "14:03" for today, with the date before it otherwise.
 * @param {Date} date
 */
export function messageTime(date) {
  if (date.toDateString() === new Date().toDateString()) return timeOfDay(date);
  return `${format(date, "d")} ${timeOfDay(date)}`;
}

function tick() {
  const now = Date.now();
  for (const node of document.querySelectorAll("time")) {
    if (!node.dataset.countdown) continue;
    const text = relativeTime(Number(node.dataset.countdown), now);
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Let every countdown on the page tick from now on. */
export function startCountdowns() {
  setInterval(tick, 1000);
}
