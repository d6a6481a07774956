/** Requests to the server. A POST that may have got lost is repeated with the same id. */

export const TABLE = "/api/tables/main";
const RETRY_MS = [300, 700, 1500, 3000, 5000, 5000, 5000];
const PATIENCE_MS = 5000; // for an answer; slow requests get longer
export const LONG_MS = 60000;

/**
 * The errors of any request: it was refused, or there was no answer. Every other error is a fault
 * of the page.
 */
export class Failed extends Error {}

/** The server said no: `status`, and `body` with `code`, `message` and figures. */
export class Refused extends Failed {
  /** @param {number} status @param {Refusal} body */
  constructor(status, body) {
    super(body.message ?? String(status));
    this.status = status;
    this.body = body;
  }
}

/** There was no answer to repeated requests. */
export class Unreachable extends Failed {}

/**
 * Return a random UUID (version 4). `crypto.randomUUID` is missing on plain http, so we make our
 * own.
 */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/**
 * GET JSON, again later if the table is busy; throws `Refused` or, without an answer in `patience`
 * ms, `Unreachable`.
 * @template T
 * @param {string} path
 * @param {RequestCache} [cache]
 * @returns {Promise<T>}
 */
export async function get(path, patience = PATIENCE_MS, cache = "no-store") {
  return repeat(() => fetch(path, { cache, signal: within(patience) }), isBusy);
}

/**
 * POST `file` of the MIME `type`. With `again`, repeat it after a failure, so a repeat must have no
 * effect. Throws as `get` does. Without `patience` it may take long.
 * @template T
 * @param {string} path
 * @param {Blob} file
 * @param {string} type
 * @param {{ patience?: number, again?: boolean }} [given] `patience` in ms
 * @returns {Promise<T>}
 */
export async function upload(path, file, type, { patience, again = false } = {}) {
  const headers = { "Content-Type": type };
  const signal = () => (patience ? within(patience) : undefined);
  const ask = () => fetch(path, { method: "POST", headers, body: file, signal: signal() });
  return repeat(ask, (error) => isLost(error) || isBusy(error), again ? RETRY_MS : []);
}

/**
 * POST JSON until there is an answer. A request that must have only one effect has an id (`uuid`)
 * in its body, by which the server recognises a repeat. Each try waits `patience` ms; requests that
 * are soon out of date get a single try.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {{ patience?: number, again?: boolean }} [given]
 * @returns {Promise<T>}
 */
export async function post(path, body, { patience = PATIENCE_MS, again = true } = {}) {
  const headers = { "Content-Type": "application/json" };
  const text = JSON.stringify(body);
  const ask = () => fetch(path, { method: "POST", headers, body: text, signal: within(patience) });
  return repeat(ask, isLost, again ? RETRY_MS : []);
}

/**
 * Ask, and ask again after each of the `waits` (ms) while the error is worth it.
 * @template T
 * @param {() => Promise<Response>} ask
 * @param {(error: unknown) => boolean} isWorthIt
 * @returns {Promise<T>}
 */
async function repeat(ask, isWorthIt, waits = RETRY_MS) {
  for (const wait of waits) {
    try {
      return await answer(await reach(ask));
    } catch (error) {
      if (!isWorthIt(error)) throw error;
    }
    await pause(wait);
  }
  return answer(await reach(ask));
}

/** Wait for `ms` milliseconds. @param {number} ms */
export function pause(ms) {
  return new Promise((resume) => setTimeout(resume, ms));
}

/** The table is computing others' answers first. @param {unknown} error */
function isBusy(error) {
  return error instanceof Refused && error.body.code === "too_many_at_once";
}

/** Whether nothing answered, or only a proxy in between. @param {unknown} error */
function isLost(error) {
  return (
    error instanceof Unreachable ||
    (error instanceof Refused && error.status >= 502 && !error.body.code)
  );
}

/** Return a signal that aborts a request after `patience` ms. @param {number} patience */
function within(patience) {
  if (AbortSignal.timeout) return AbortSignal.timeout(patience);
  const breaker = new AbortController(); // for older browsers
  setTimeout(() => breaker.abort(), patience);
  return breaker.signal;
}

/** @param {() => Promise<Response>} ask */
async function reach(ask) {
  try {
    return await ask();
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/**
 * @template T
 * @param {Response} response
 * @returns {Promise<T>}
 */
async function answer(response) {
  let body;
  try {
    body = (await response.json()) ?? {};
  } catch (error) {
    // A truncated answer does not show whether the request had an effect.
    if (response.ok) throw new Unreachable(String(error));
    body = {};
  }
  if (response.status === 401) window.dispatchEvent(new Event("stranger"));
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}
