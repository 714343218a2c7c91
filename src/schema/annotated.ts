// A result with its annotations: an explanation, the recall that was asked for, what models have counted, and the
// shards that it lacks.
// The decision: an annotated result is another value than the result; services make it, and each edge shows what it
// can. REST shows annotations beside the result, and the recall that rules by default in a header.
import type { Static } from "typebox";
import type { Explanation, ExplanationsSchema } from "./explain.ts";
import type { InferenceUsage } from "./inference.ts";
import type { Recall, Recalls } from "./recall.ts";

export class Annotated<T> {
  readonly result: T;
  readonly explain: Explanation | Static<typeof ExplanationsSchema> | undefined;
  /** The recall, if the request or the collection asks for one. */
  readonly recall: Recall | Recalls | undefined;
  /** The lowest recall of all searches of the request, asked for by name or not. */
  readonly lowest: Recall | undefined;
  /** The tokens that models have counted, if some were asked. */
  readonly usage: InferenceUsage | undefined;
  /** The shards whose points are missing, if the request takes an answer without them. */
  readonly missingShards: readonly number[] | undefined;

  constructor(
    result: T,
    { explain, recall, lowest, usage, missingShards }: Partial<Omit<Annotated<T>, "result">>,
  ) {
    this.usage = usage;
    this.missingShards = missingShards;
    this.result = result;
    this.explain = explain;
    this.recall = recall;
    this.lowest = lowest;
  }
}

export type MaybeAnnotated<T> = T | Annotated<T>;
