// Schedules the calls of one connection: several light ones at a time, and one heavy one.
// The decision: a client multiplexes all of its calls on one connection, so light calls run in parallel, as many as the
// search threads can use. A call that reads or writes much waits until the client has read the response of the heavy
// call before it. So a connection takes no more of the server with many large calls than with one, and the waiting
// calls of a client that disconnects are never started.
import type { EventEmitter } from "node:events";
import type { Metadata } from "@grpc/grpc-js";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { throwIfCancelled } from "../scheduling/cancel.ts";
import { Limiter } from "../scheduling/limiter.ts";
import { MAX_SEARCH_THREADS } from "../schema/limits.ts";

/** From this size on, reading a message takes a millisecond or more. */
const HEAVY_BYTES = 256 * 1024;
/** A call that asks for more points may have a response of megabytes. */
const MANY_POINTS = 1_000;

export type Weight = "light" | "heavy";

/** The stream of a call. It closes when the response has been read, or the call is cancelled. */
interface CallStream extends Pick<EventEmitter, "once" | "off"> {
  readonly closed: boolean;
  /** The connection. */
  readonly session?: object | undefined;
}

/** The places of one connection. */
class ConnectionPlaces {
  readonly light = new Limiter(MAX_SEARCH_THREADS);
  readonly heavy = new Limiter(1);
}

const ofConnections = new WeakMap<object, ConnectionPlaces>();

function placesOf(connection: object | undefined): ConnectionPlaces {
  const places = (connection && ofConnections.get(connection)) ?? new ConnectionPlaces();
  if (connection) ofConnections.set(connection, places);
  return places;
}

/** The place of one call among those of its connection. */
export class Place {
  readonly #stream: CallStream;
  readonly #places: ConnectionPlaces;
  #held: Limiter | null = null;
  #hasBegun = false;

  constructor(stream: CallStream) {
    this.#stream = stream;
    this.#places = placesOf(stream.session);
  }

  /** Makes the place a cancel signal: set when the client has cancelled the call or has disconnected. */
  get aborted(): boolean {
    return this.#stream.closed;
  }

  /**
   * Waits for a place, and gives up the one that the call has.
   * @returns whether it is another one
   * @throws DeadlineExceeded if the call is cancelled
   */
  async take(weight: Weight): Promise<boolean> {
    const wanted = this.#places[weight];
    // A heavy call stays heavy.
    if (this.#held === wanted || this.#held === this.#places.heavy) return false;
    this.leave();
    throwIfCancelled(this);
    if (!wanted.tryEnter()) {
      const drop = () => wanted.dropAborted();
      this.#stream.once("close", drop);
      await wanted.enter(this).finally(() => this.#stream.off("close", drop));
    }
    this.#held = wanted;
    return true;
  }

  /** Keeps the place until the work is over, even if the client disconnects. */
  begin(): void {
    this.#hasBegun = true;
  }

  leave(): void {
    this.#held?.leave();
    this.#held = null;
  }

  leaveUnlessBegun(): void {
    if (!this.#hasBegun) this.leave();
  }

  /**
   * Releases the place after the response: a heavy call keeps it until the client has read the response, or has
   * disconnected, because its memory is held until then.
   */
  leaveWhenRead(): void {
    this.#hasBegun = false;
    if (this.#held !== this.#places.heavy || this.#stream.closed) this.leave();
    else this.#stream.once("close", () => this.leave());
  }
}

const ofCalls = new WeakMap<Metadata, Place>();

/** Stores the place of a call, by its metadata. */
export function notePlace(metadata: Metadata, place: Place): void {
  ofCalls.set(metadata, place);
}

/** Returns the place of a call, and marks its work as begun. */
export function placeOf(metadata: Metadata): Place {
  const place = ofCalls.get(metadata);
  if (!place) throw new VectorDbError("INTERNAL", "a call that did not come through the intake");
  place.begin();
  return place;
}

/** @param bytes of the message */
export function weightOf(bytes: number): Weight {
  return bytes > HEAVY_BYTES ? "heavy" : "light";
}

interface Asking {
  readonly limit?: unknown;
  readonly group_size?: unknown;
  readonly ids?: unknown;
  readonly searches?: unknown;
}

/** Tells whether the response may have many points. */
export function asksForMuch(request: object): boolean {
  return pointsAskedFor(request) > MANY_POINTS;
}

function pointsAskedFor({ limit, group_size, ids, searches }: Asking): number {
  if (Array.isArray(searches)) return searches.reduce((sum: number, one) => sum + pointsAskedFor(one), 0);
  const named = Array.isArray(ids) ? ids.length : 0;
  return named + Number(limit ?? 0) * Math.max(Number(group_size ?? 1), 1);
}
