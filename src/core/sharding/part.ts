// One server's answers for some shards of a collection: the port between a read and the server that has the points.
// The decision: a call is a method of the table in wire/methods.ts with plain arguments, and an answer has ids where
// local reads have point references. So a part can be this server (local-part.ts), another one behind any transport
// (bytes-part.ts), or two of which the faster one answers (hedged-part.ts).
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { PartReads } from "../search/part-reads.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import type { AnswerOf, Method, PartCall } from "./wire/methods.ts";

export type { AnswerOf, Method, PartCall } from "./wire/methods.ts";

export interface ReadPart extends SomeShards {
  /** The shards whose points it answers for, ascending. */
  readonly shards: readonly number[];
  /**
   * Answers a call at one moment of its shards.
   * @throws ShardUnavailable when no server with the shards answers; otherwise what the reads of that server throw
   */
  ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>>;
}

/** What answers are made of: the part of a collection that this server has; see collection/collection.ts. */
export interface PartSource {
  readonly ownReads: PartReads;
  readonly fields: readonly FieldConfig[];
  field(name: string): FieldConfig | undefined;
  /** The LSN of the last record about the collection, applied or about to be; absent: it does not change. */
  readonly lsn?: number;
  /** Is asked before and after each answer; absent: all shards are here. @throws ShardUnavailable if one of them is not */
  ensureServes?(shards: SomeShards): void;
}
