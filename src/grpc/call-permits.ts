// Schedules the calls of one connection: several light ones at a time, and one heavy one.
// The decision: a client multiplexes all of its calls on one connection, so light calls run in parallel, as many as the
// search threads can use. A call that reads or writes much waits until the client has read the response of the heavy
// call before it. So a connection takes no more of the server with many large calls than with one, and the waiting
// calls of a client that disconnects are never started.
import type { EventEmitter } from "node:events";
import { throwIfCancelled } from "../scheduling/cancel.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import { MAX_SEARCH_THREADS } from "../schema/limits.ts";

/** From this size on, reading a message takes a millisecond or more. */
const HEAVY_BYTES = 256 * 1024;
/** A call that asks for more points may have a response of megabytes. */
const HEAVY_POINTS = 1_000;

export type Weight = "light" | "heavy";

/** The stream of a call. It closes when the response has been read, or the call is cancelled. */
interface CallStream extends Pick<EventEmitter, "once" | "off"> {
  readonly closed: boolean;
  readonly session?: object | undefined;
}

class ConnectionLimits {
  readonly light = new Limiter(MAX_SEARCH_THREADS);
  readonly heavy = new Limiter(1);
}

const ofConnections = new WeakMap<object, ConnectionLimits>();

function limitsOf(connection: object | undefined): ConnectionLimits {
  const limits = (connection && ofConnections.get(connection)) ?? new ConnectionLimits();
  if (connection) ofConnections.set(connection, limits);
  return limits;
}

/** The permit of one call to run beside the other calls of its connection. */
export class CallPermit {
  readonly #stream: CallStream;
  readonly #limits: ConnectionLimits;
  #limiter: Limiter | null = null;
  #hasBegun = false;

  constructor(stream: CallStream) {
    this.#stream = stream;
    this.#limits = limitsOf(stream.session);
  }

  /** Makes the permit a cancel signal: set when the client has cancelled the call or has disconnected. */
  get aborted(): boolean {
    return this.#stream.closed;
  }

  /**
   * Waits for a permit of this weight, and gives up the one that the call has.
   * @returns whether the call has another permit than before
   * @throws DeadlineExceeded if the call is cancelled
   */
  take(weight: Weight): MaybePromise<boolean> {
    const limiter = this.#limits[weight];
    // A heavy call stays heavy.
    if (this.#limiter === limiter || this.#limiter === this.#limits.heavy) return false;
    this.leave();
    throwIfCancelled(this);
    if (!limiter.tryEnter()) return this.#waitFor(limiter);
    this.#limiter = limiter;
    return true;
  }

  async #waitFor(limiter: Limiter): Promise<boolean> {
    const drop = () => limiter.dropAborted();
    this.#stream.once("close", drop);
    await limiter.enter(this).finally(() => this.#stream.off("close", drop));
    this.#limiter = limiter;
    return true;
  }

  /** Keeps the permit until the work is over, even if the client disconnects. */
  begin(): void {
    this.#hasBegun = true;
  }

  leave(): void {
    this.#limiter?.leave();
    this.#limiter = null;
  }

  leaveUnlessBegun(): void {
    if (!this.#hasBegun) this.leave();
  }

  /**
   * Releases the permit after the response: a heavy call keeps it until the client has read the response, or has
   * disconnected, because its memory is held until then.
   */
  leaveWhenRead(): void {
    this.#hasBegun = false;
    if (this.#limiter !== this.#limits.heavy || this.#stream.closed) this.leave();
    else this.#stream.once("close", () => this.leave());
  }
}

/** @param bytes the size of the message */
export function weightOf(bytes: number): Weight {
  return bytes > HEAVY_BYTES ? "heavy" : "light";
}

interface SizedRequest {
  readonly limit?: unknown;
  readonly group_size?: unknown;
  readonly ids?: unknown;
  readonly searches?: unknown;
}

/** Tells whether the response may have many points. */
export function asksForManyPoints(request: object): boolean {
  return requestedPoints(request) > HEAVY_POINTS;
}

function requestedPoints({ limit, group_size, ids, searches }: SizedRequest): number {
  if (Array.isArray(searches))
    return searches.reduce((sum: number, search) => sum + requestedPoints(search), 0);
  const named = Array.isArray(ids) ? ids.length : 0;
  return named + Number(limit ?? 0) * Math.max(Number(group_size ?? 1), 1);
}
