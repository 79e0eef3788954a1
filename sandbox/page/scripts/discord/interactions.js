// Interactions on their way: each is sent with a nonce, and the gateway's answer to that nonce settles it.

import { makeNonce } from "./snowflakes.js";

export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL = 5;

/** The server reports a missing answer after three seconds; this is for the case that its report is lost. */
const PATIENCE = 10_000;

class InteractionFailed extends Error {}

export class Interactions {
  /** @param {import("../state/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.waiting = new Map();
  }

  /**
   * Send one and wait for what becomes of it: completions for an autocomplete, nothing for the rest.
   * @param {number} type
   * @param {object} data
   * @param {{room: import("../state/room.js").Room, message?: object, files?: File[]}} place
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

  settlement(nonce) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail({ nonce }), PATIENCE);
      this.waiting.set(nonce, { resolve, reject, timer });
    });
  }

  succeed({ nonce }) {
    this.settle(nonce, (waiting) => waiting.resolve());
  }

  complete({ nonce, choices }) {
    this.settle(nonce, (waiting) => waiting.resolve(choices));
  }

  fail({ nonce }) {
    this.settle(nonce, (waiting) => waiting.reject(new InteractionFailed("The application did not respond.")));
  }

  settle(nonce, finish) {
    const waiting = this.waiting.get(nonce);
    if (!waiting) return;
    this.waiting.delete(nonce);
    clearTimeout(waiting.timer);
    finish(waiting);
  }
}
