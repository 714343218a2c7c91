// The shards of a collection that this server has itself, as a part of gathered reads.
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import { answerPart } from "./answer-part.ts";
import type { AnswerOf, Method, PartCall, PartSource, ReadPart } from "./part.ts";

export class LocalPart implements ReadPart {
  readonly shards: readonly number[];
  readonly division: number;
  readonly #source: PartSource;

  /** @param source the collection, which may have more shards */
  constructor(source: PartSource, { shards, division }: SomeShards) {
    this.#source = source;
    this.shards = shards;
    this.division = division;
  }

  ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    return answerPart(this.#source, this, call, signal);
  }
}
