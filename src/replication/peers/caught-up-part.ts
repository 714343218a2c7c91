// The shards of this server, which answers for them when it has applied what it has shown of them.
// The decision: it waits only after it has shown answers of another server that was ahead, such as before a shard was
// moved here, so a read of its own shards does not depend on the log otherwise.
import type { AnswerOf, Method, PartCall, ReadPart } from "../../core/sharding/part.ts";
import { ShardUnavailable } from "../../errors/sharding.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { ShownLsns } from "./shown-lsns.ts";

interface CaughtUpParts {
  readonly shown: ShownLsns;
  readonly applied: () => number;
  readonly reach: (lsn: number, timeoutMs: number) => Promise<boolean>;
}

const LIMIT_MS = 5_000;

export class CaughtUpPart implements ReadPart {
  readonly shards: readonly number[];
  readonly division: number;
  readonly #own: ReadPart;
  readonly #parts: CaughtUpParts;

  constructor(own: ReadPart, parts: CaughtUpParts) {
    this.#own = own;
    this.#parts = parts;
    this.shards = own.shards;
    this.division = own.division;
  }

  ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    const lsn = this.#parts.shown.of(this);
    if (lsn <= this.#parts.applied()) return this.#own.ask(call, signal);
    return this.#askAt(lsn, call, signal);
  }

  async #askAt<M extends Method>(lsn: number, call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    const { reach, applied } = this.#parts;
    if (!(await reach(lsn, LIMIT_MS))) {
      const why = `this server has applied ${applied()} of ${lsn} records, which it has shown`;
      throw new ShardUnavailable(this.shards, why);
    }
    return this.#own.ask(call, signal);
  }
}
