// One person's connection to the gateway: it identifies, sends heartbeats, and reconnects when it is lost.

const OP = { EVENT: 0, HEARTBEAT: 1, IDENTIFY: 2, RESUME: 6, RECONNECT: 7, INVALID: 9, HELLO: 10, ACK: 11 };

// Everything but presences and the member list, which GUILD_CREATE already brings.
const INTENTS = [0, 9, 10, 11, 12, 13, 14, 15].reduce((sum, bit) => sum | (1 << bit), 0);

const CLOSED_BY_US = 4900;
const TOKEN_REFUSED = 4004;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

/**
 * @typedef {object} Listeners
 * @property {(type: string, data: any) => void} onEvent
 * @property {(state: "open" | "lost" | "refused") => void} onState
 */

export class Gateway {
  /** @param {string} url @param {string} token @param {Listeners} listeners */
  constructor(url, token, listeners) {
    this.url = url;
    this.token = token;
    this.listeners = listeners;
    /** @type {string | null} */
    this.sessionId = null;
    /** The number of the newest event. @type {number | null} */
    this.sequence = null;
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.acknowledged = true;
    /** The heartbeat's timer. */
    this.heart = 0;
  }

  connect() {
    this.socket = new WebSocket(`${this.url}?v=10&encoding=json`);
    this.socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    this.socket.onclose = (closing) => this.closed(closing.code);
  }

  /** @param {{op: number, d: any, s: number | null, t: string}} frame */
  receive({ op, d: data, s: sequence, t: type }) {
    if (sequence) this.sequence = sequence;
    if (op === OP.EVENT) this.event(type, data);
    else if (op === OP.HELLO) this.greet(data.heartbeat_interval);
    else if (op === OP.HEARTBEAT) this.beat();
    else if (op === OP.ACK) this.acknowledged = true;
    else if (op === OP.RECONNECT) this.drop();
    else if (op === OP.INVALID) this.startAfresh(data);
  }

  /** @param {string} type @param {any} data */
  event(type, data) {
    if (type === "READY") this.sessionId = data.session_id;
    if (type === "READY" || type === "RESUMED") {
      this.pause = FIRST_PAUSE;
      this.listeners.onState("open");
    }
    this.listeners.onEvent(type, data);
  }

  /** @param {number} interval milliseconds between two heartbeats */
  greet(interval) {
    clearInterval(this.heart);
    this.acknowledged = true;
    this.heart = setInterval(() => this.beatOrDrop(), interval);
    if (this.sessionId) this.resume();
    else this.identify();
  }

  identify() {
    const properties = { os: "web", browser: "sandbox page", device: "" };
    this.send(OP.IDENTIFY, { token: this.token, intents: INTENTS, properties });
  }

  resume() {
    this.send(OP.RESUME, { token: this.token, session_id: this.sessionId, seq: this.sequence });
  }

  /** A heartbeat that was never answered means that the connection is dead, although it was never closed. */
  beatOrDrop() {
    if (!this.acknowledged) this.drop();
    else this.beat();
  }

  beat() {
    this.acknowledged = false;
    this.send(OP.HEARTBEAT, this.sequence);
  }

  /** @param {boolean} resumable */
  startAfresh(resumable) {
    if (!resumable) this.forgetSession();
    this.drop();
  }

  forgetSession() {
    this.sessionId = null;
    this.sequence = null;
  }

  /** @param {number} op @param {unknown} data */
  send(op, data) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ op, d: data }));
  }

  drop() {
    this.socket?.close(CLOSED_BY_US);
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.heart);
    if (code === TOKEN_REFUSED) {
      this.listeners.onState("refused");
      return;
    }
    // These codes mean that the session is gone, not only the connection.
    if (code === 1000 || code === 4007 || code === 4009) this.forgetSession();
    this.listeners.onState("lost");
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
