// The documents of requests: every service passes its request through here before it does its work.
// The decision: the work begins when all documents are vectors, and the usage of models is put beside its result, so
// services know nothing of models. Vectors that models have made are counted as memory until the work is done, as the
// body of a request is.
import type { Database } from "../../core/database/database.ts";
import type { Models } from "../../inference/embedder.ts";
import { RequestBudget } from "../../memory/request-budget.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { Annotated, type MaybeAnnotated } from "../../schema/annotated.ts";
import type { InferenceUsage } from "../../schema/inference.ts";
import { MAX_EMBEDDED_BYTES_UNDER_WAY } from "../../schema/limits.ts";
import type { EmbeddedForm } from "../../text/bm25.ts";
import { embedAll } from "./embed.ts";
import type { FoundDocument } from "./find.ts";

/** A vector that a model has made is in memory once, as what the client has sent would be in the body. */
const COPIES = 1;

export class Documents {
  readonly #models: Models | null;
  readonly #budget: RequestBudget;

  /** @param models null: no models are configured */
  constructor({ memory }: Pick<Database, "memory">, models: Models | null = null) {
    this.#models = models;
    this.#budget = new RequestBudget(
      MAX_EMBEDDED_BYTES_UNDER_WAY,
      "vectors of texts are under way",
      memory,
      COPIES,
    );
  }

  /** Puts vectors where the documents are, then does the work; at once where there are no documents. */
  before<T>(
    found: readonly FoundDocument[],
    form: EmbeddedForm,
    signal: CancelSignal | undefined,
    work: () => MaybePromise<MaybeAnnotated<T>>,
  ): MaybePromise<MaybeAnnotated<T>> {
    return found.length === 0 ? work() : this.#embedded(found, form, signal, work);
  }

  /** As `before`, for work that takes long in any case. */
  async first<T>(
    found: readonly FoundDocument[],
    form: EmbeddedForm,
    signal: CancelSignal | undefined,
    work: () => Promise<MaybeAnnotated<T>>,
  ): Promise<MaybeAnnotated<T>> {
    return found.length === 0 ? work() : this.#embedded(found, form, signal, work);
  }

  async #embedded<T>(
    found: readonly FoundDocument[],
    form: EmbeddedForm,
    signal: CancelSignal | undefined,
    work: () => MaybePromise<MaybeAnnotated<T>>,
  ): Promise<MaybeAnnotated<T>> {
    const reservation = this.#budget.reservation();
    try {
      const usage = await embedAll(found, {
        form,
        signal,
        models: this.#models,
        reserve: (bytes) => reservation.reserve(bytes),
      });
      return withUsage(await work(), usage);
    } finally {
      reservation.release();
    }
  }
}

/** Puts usage beside a result; null: no model was asked. */
export function withUsage<T>(result: MaybeAnnotated<T>, usage: InferenceUsage | null): MaybeAnnotated<T> {
  if (usage === null) return result;
  return result instanceof Annotated
    ? new Annotated(result.result, { ...result, usage })
    : new Annotated(result, { explain: undefined, recall: undefined, lowest: undefined, usage });
}

/** Returns the sum of two usages; null: no model was asked. */
export function sumOf(one: InferenceUsage | null, other: InferenceUsage | null): InferenceUsage | null {
  if (one === null || other === null) return one ?? other;
  const models = { ...one.models };
  for (const [name, { tokens }] of Object.entries(other.models)) {
    models[name] = { tokens: (models[name]?.tokens ?? 0) + tokens };
  }
  return { models };
}
