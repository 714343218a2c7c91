// The calls of one connection: some at a time, and of those that are heavy one.
// The decision: a client multiplexes all of its calls on one connection, so light ones run beside each other as far as the threads
// that search can use it; a call that reads or writes much waits for the one before it until that has been read by the client. So a
// connection takes no more of the server with many large calls than with one, and those of a client that has left are never begun.
import type { EventEmitter } from "node:events";
import type { Metadata } from "@grpc/grpc-js";
import { DeadlineExceeded } from "../errors/query.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { MAX_SEARCH_THREADS } from "../schema/limits.ts";

/** From here on a message takes a millisecond or more to be read. */
const HEAVY_BYTES = 256 * 1024;
/** A call that asks for more points than this may have an answer of megabytes. */
const MANY_POINTS = 1_000;

export type Weight = "light" | "heavy";

/** The stream of a call: it is closed when the answer has been read, or when nobody waits for it any more. */
interface CallStream extends Pick<EventEmitter, "once" | "off"> {
  readonly closed: boolean;
  /** The connection. */
  readonly session?: object | undefined;
}

/** Places for so many at a time, first come first served. */
class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** @throws DeadlineExceeded when the call has ended before there was a place */
  async enter(call: CallStream): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        call.off("close", leave);
        resolve();
      };
      const leave = () => {
        const at = this.#waiting.indexOf(begin);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new DeadlineExceeded());
      };
      this.#waiting.push(begin);
      call.once("close", leave);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** Of one connection. */
class Turns {
  readonly light = new Lane(MAX_SEARCH_THREADS);
  readonly heavy = new Lane(1);
}

const ofConnections = new WeakMap<object, Turns>();

function turnsOf(connection: object | undefined): Turns {
  const turns = (connection && ofConnections.get(connection)) ?? new Turns();
  if (connection) ofConnections.set(connection, turns);
  return turns;
}

/** The place of one call among those of its connection. */
export class Place {
  readonly #stream: CallStream;
  readonly #turns: Turns;
  #held: Lane | null = null;
  #hasBegun = false;

  constructor(stream: CallStream) {
    this.#stream = stream;
    this.#turns = turnsOf(stream.session);
  }

  /**
   * Waits for a place, in exchange for the one that it has.
   * @returns whether it was another one
   * @throws DeadlineExceeded when nobody waits for the call any more
   */
  async take(weight: Weight): Promise<boolean> {
    const wanted = this.#turns[weight];
    // A heavy call stays one.
    if (this.#held === wanted || this.#held === this.#turns.heavy) return false;
    this.leave();
    if (this.#stream.closed) throw new DeadlineExceeded();
    await wanted.enter(this.#stream);
    // Many calls of a connection may end in one turn, this one behind the one whose place it gets.
    if (this.#stream.closed) {
      wanted.leave();
      throw new DeadlineExceeded();
    }
    this.#held = wanted;
    return true;
  }

  /** From now on it is worked on, and the place is kept until that is over. */
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
   * After the answer: what is heavy has its place until the client has read it, or has left. So has what a message behind that
   * of the call takes, which nobody reads.
   */
  leaveWhenRead(): void {
    this.#hasBegun = false;
    if (this.#held !== this.#turns.heavy || this.#stream.closed) this.leave();
    else this.#stream.once("close", () => this.leave());
  }
}

const ofCalls = new WeakMap<Metadata, Place>();

/** Notes the place of a call, by what came with it. */
export function notePlace(metadata: Metadata, place: Place): void {
  ofCalls.set(metadata, place);
}

/** Of a call that has begun. */
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

/** Whether the answer may have many points. */
export function asksForMuch(request: object): boolean {
  return pointsAskedFor(request) > MANY_POINTS;
}

function pointsAskedFor({ limit, group_size, ids, searches }: Asking): number {
  if (Array.isArray(searches)) return searches.reduce((sum: number, one) => sum + pointsAskedFor(one), 0);
  const named = Array.isArray(ids) ? ids.length : 0;
  return named + Number(limit ?? 0) * Math.max(Number(group_size ?? 1), 1);
}
