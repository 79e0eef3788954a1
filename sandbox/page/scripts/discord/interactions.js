// Sends interactions, each with a nonce: the gateway's answer to that nonce says what became of it.

import { makeNonce } from "./snowflakes.js";

/** @import { Message, OptionChoice } from "./types.js" */
/** @import { Room } from "../state/room.js" */
/** @import { Session } from "../state/session.js" */

export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL = 5;

/** The server reports a missing answer after three seconds; this is for the case that its report is lost. */
const PATIENCE = 10_000;

/**
 * @typedef {object} Waiting
 * @property {(choices?: OptionChoice[]) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {number} timer
 */

class InteractionFailed extends Error {}

export class Interactions {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** By nonce. @type {Map<string, Waiting>} */
    this.waiting = new Map();
  }

  /**
   * Send one and wait for what becomes of it: completions for an autocomplete, nothing for the rest.
   * @param {number} type
   * @param {object} data
   * @param {{room: Room, message?: Message, files?: File[]}} place
   */
  async send(type, data, { room, message, files = [] }) {
    const nonce = makeNonce();
    const settled = this.settlement(nonce);
    try {
      await this.session.api.interact({ type, data, nonce, ...this.context(room, message) }, files);
    } catch (error) {
      this.settle(nonce, (waiting) => waiting.reject(error));
    }
    return settled;
  }

  /** @param {Room} room @param {Message} [message] */
  context(room, message) {
    const { world, gateway } = this.session;
    return {
      application_id: world.application_id,
      guild_id: room.channel.guild_id,
      channel_id: room.id,
      session_id: gateway.sessionId,
      message_id: message?.id,
      message_flags: message?.flags,
    };
  }

  /** @param {string} nonce @returns {Promise<OptionChoice[] | undefined>} */
  settlement(nonce) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail({ nonce }), PATIENCE);
      this.waiting.set(nonce, { resolve, reject, timer });
    });
  }

  /** @param {{nonce: string}} answer */
  succeed({ nonce }) {
    this.settle(nonce, (waiting) => waiting.resolve());
  }

  /** @param {{nonce: string, choices: OptionChoice[]}} answer */
  complete({ nonce, choices }) {
    this.settle(nonce, (waiting) => waiting.resolve(choices));
  }

  /** @param {{nonce: string}} answer */
  fail({ nonce }) {
    this.settle(nonce, (waiting) => waiting.reject(new InteractionFailed("The application did not respond.")));
  }

  /** @param {string} nonce @param {(waiting: Waiting) => void} finish */
  settle(nonce, finish) {
    const waiting = this.waiting.get(nonce);
    if (!waiting) return;
    this.waiting.delete(nonce);
    clearTimeout(waiting.timer);
    finish(waiting);
  }
}
