// Snowflakes: comparing them, reading their time, and making nonces that look like them.

const EPOCH = 1420070400000n;
const RANDOM_BITS = 22n;

/**
 * Order of two ids, oldest first.
 * @param {string} first
 * @param {string} second
 */
export function compareIds(first, second) {
  if (first.length !== second.length) return first.length - second.length;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/**
 * When the thing with this id was made.
 * @param {string} id
 */
export function timeOf(id) {
  return new Date(Number((BigInt(id) >> RANDOM_BITS) + EPOCH));
}

/** A nonce in the shape that clients send: an id of now with a random tail. */
export function makeNonce() {
  const tail = BigInt(Math.floor(Math.random() * 2 ** Number(RANDOM_BITS)));
  return String(((BigInt(Date.now()) - EPOCH) << RANDOM_BITS) + tail);
}
