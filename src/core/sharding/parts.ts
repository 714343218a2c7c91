// Asks all parts of a collection at once, and decides what the failure of one of them means.
// The decision: an answer that lacks points is wrong, so a part that is unavailable fails the read, unless whoever
// asked wants what there is and is told which shards are missing. Any other failure would come from every server, so it
// is the error of the read. The first failure ends the questions to the others.
import { ShardUnavailable } from "../../errors/sharding.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { type CancelSignal, throwIfCancelled, unlessCancelled } from "../../scheduling/cancel.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { AnswerOf, Method, PartCall, ReadPart } from "./part.ts";
import { NO_PART, type PartList } from "./part-list.ts";

/** The answer of a part, with the position of the part. */
export interface Answered<M extends Method> {
  readonly part: number;
  readonly answer: AnswerOf<M>;
}

/** What a part is asked. */
interface Question<M extends Method> {
  readonly part: number;
  /** The server of the part that is asked; absent: any. */
  readonly finder?: ReadPart | undefined;
  readonly call: PartCall<M>;
}

export class Parts {
  readonly list: PartList;

  constructor(list: PartList) {
    this.list = list;
  }

  /**
   * Returns the positions of the ids that each part has, by the position of the part.
   * @throws ShardUnavailable, unless partial answers are wanted
   */
  *ofIds(ids: PackedIds, signal: CancelSignal): Sliced<Map<number, number[]>> {
    const own = yield* this.list.ofIds(ids);
    if (own.delete(NO_PART)) this.#missUnserved(signal);
    return own;
  }

  /** Asks all parts. @throws ShardUnavailable, DeadlineExceeded, and what parts throw */
  all<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<Answered<M>[]> {
    if (this.list.unserved.length > 0) this.#missUnserved(signal);
    return this.some(
      this.list.present.map((part) => ({ part, call })),
      signal,
    );
  }

  /** Asks some parts, each its own question. */
  async some<M extends Method>(calls: readonly Question<M>[], signal: CancelSignal): Promise<Answered<M>[]> {
    const answers = await this.each(calls, signal);
    return calls.flatMap(({ part }, i) => {
      const answer = answers[i];
      return answer ? [{ part, answer }] : [];
    });
  }

  /** Asks some parts like `some`. @returns the answers in the order of the questions; null: the part is unavailable */
  async each<M extends Method>(
    calls: readonly Question<M>[],
    signal: CancelSignal,
  ): Promise<(AnswerOf<M> | null)[]> {
    throwIfCancelled(signal);
    let isOver = false;
    const own = {
      get aborted() {
        return isOver || (signal?.aborted ?? false);
      },
    };
    const answers = calls.map(async ({ part, finder, call }) => {
      const asked = finder ?? this.list.at(part);
      try {
        return await unlessCancelled(asked.ask(call, own), own);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        miss(error, asked.shards, signal);
        return null;
      }
    });
    try {
      return await Promise.all(answers);
    } finally {
      isOver = true;
    }
  }

  #missUnserved(signal: CancelSignal): void {
    const { unserved } = this.list;
    miss(new ShardUnavailable(unserved, "no server has it"), unserved, signal);
  }
}

/** Throws the error, unless whoever asked takes an answer without the shards. */
function miss(error: VectorDbError, shards: readonly number[], signal: CancelSignal): void {
  if (signal?.missing === undefined) throw error;
  signal.missing(shards);
}

export function isUnavailable(error: unknown): error is VectorDbError {
  return error instanceof VectorDbError && error.code === "SHARD_UNAVAILABLE";
}
