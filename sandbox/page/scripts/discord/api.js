// Discord's REST routes as one person's client uses them.

/** @import { Channel, Emoji, Message, RegisteredCommand } from "./types.js" */

const ATTEMPTS = 5;
const SLOW_MODE = 20016;

/** @typedef {{code?: number, message?: string, errors?: object, retry_after?: number}} ErrorBody */

/** A refusal by the server, with Discord's own code and sentence. */
export class ApiError extends Error {
  /** @param {number} status @param {ErrorBody} body */
  constructor(status, body) {
    super(body.message || `The server answered ${status}.`);
    this.status = status;
    this.code = body.code;
    this.details = describeErrors(body.errors);
    if (body.code === SLOW_MODE) this.details.push(`Wait ${Math.ceil(body.retry_after ?? 0)} s.`);
  }

  /** The sentence to show: the server's, with what it said of single fields. */
  get sentence() {
    return [this.message, ...this.details].join(" · ");
  }
}

/**
 * What an error says to a person: the server's own sentence, or another one where the server said nothing.
 * @param {unknown} error
 * @param {string} otherwise
 */
export function sentenceOf(error, otherwise) {
  return error instanceof ApiError ? error.sentence : otherwise;
}

/**
 * Flatten Discord's nested `errors` into sentences.
 * @param {any} errors
 * @returns {string[]}
 */
function describeErrors(errors) {
  if (!errors || typeof errors !== "object") return [];
  return Object.entries(errors).flatMap(([name, inner]) =>
    name === "_errors" ? inner.map((/** @type {{message: string}} */ { message }) => message) : describeErrors(inner),
  );
}

/**
 * The page may be open as localhost while the server calls itself 127.0.0.1: ask the host we came from.
 * @param {string} address
 */
export function onThisHost(address) {
  const url = new URL(address, location.href);
  if (url.port === location.port) url.hostname = location.hostname;
  return url.href;
}

/** @param {number} seconds */
const pause = (seconds) => new Promise((resume) => setTimeout(resume, seconds * 1000));

/** @param {Response} response @returns {Promise<any>} */
async function bodyOf(response) {
  if (response.status === 204) return null;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

/**
 * A body with files: the JSON in one part, each file in its own.
 * @param {object} payload
 * @param {File[]} files
 */
function multipart(payload, files) {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  files.forEach((file, index) => form.append(`files[${index}]`, file, file.name));
  return form;
}

export class Api {
  /** @param {string} base @param {string} token */
  constructor(base, token) {
    this.base = onThisHost(base);
    this.token = token;
  }

  /**
   * Ask once, and again after the pause that a 429 asks for.
   * @param {string} method
   * @param {string} path
   * @param {object} [payload]
   * @param {File[]} [files]
   * @returns {Promise<any>} what the server answered
   */
  async request(method, path, payload, files = []) {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(this.base + path, this.options(method, payload, files));
      const body = await bodyOf(response);
      if (response.ok) return body;
      const mayRepeat = response.status === 429 && body?.code !== SLOW_MODE;
      if (!mayRepeat || attempt === ATTEMPTS) throw new ApiError(response.status, body ?? {});
      await pause(body?.retry_after ?? 1);
    }
  }

  /**
   * @param {string} method
   * @param {object | undefined} payload
   * @param {File[]} files
   * @returns {RequestInit}
   */
  options(method, payload, files) {
    /** @type {Record<string, string>} */
    const headers = { Authorization: this.token, "X-Discord-Locale": navigator.language };
    if (payload === undefined) return { method, headers };
    if (files.length) return { method, headers, body: multipart(payload, files) };
    headers["Content-Type"] = "application/json";
    return { method, headers, body: JSON.stringify(payload) };
  }

  /**
   * A page of messages, newest first.
   * @param {{before?: string, limit?: number}} range
   * @param {string} channelId
   * @returns {Promise<Message[]>}
   */
  history(channelId, range) {
    const query = new URLSearchParams(Object.entries(range).map(([name, value]) => [name, String(value)]));
    return this.request("GET", `/channels/${channelId}/messages?${query}`);
  }

  /** @param {string} channelId @param {object} message @returns {Promise<Message>} */
  post(channelId, message) {
    return this.request("POST", `/channels/${channelId}/messages`, message);
  }

  /** @param {string} channelId @param {string} messageId @param {string} content */
  edit(channelId, messageId, content) {
    return this.request("PATCH", `/channels/${channelId}/messages/${messageId}`, { content });
  }

  /** @param {string} channelId @param {string} messageId */
  remove(channelId, messageId) {
    return this.request("DELETE", `/channels/${channelId}/messages/${messageId}`);
  }

  /**
   * Add (PUT) or take back (DELETE) one's own reaction.
   * @param {"PUT" | "DELETE"} method
   * @param {string} channelId
   * @param {string} messageId
   * @param {Emoji} emoji
   */
  react(method, channelId, messageId, emoji) {
    const name = encodeURIComponent(emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);
    return this.request(method, `/channels/${channelId}/messages/${messageId}/reactions/${name}/@me`);
  }

  /** @param {string} userId @returns {Promise<Channel>} */
  openDirect(userId) {
    return this.request("POST", "/users/@me/channels", { recipient_id: userId });
  }

  /** @param {string} applicationId @returns {Promise<RegisteredCommand[]>} */
  commands(applicationId) {
    return this.request("GET", `/applications/${applicationId}/commands`);
  }

  /** @param {object} interaction @param {File[]} files */
  interact(interaction, files) {
    return this.request("POST", "/interactions", interaction, files);
  }
}
