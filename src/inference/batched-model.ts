// A model that is asked for batches of texts, a few at a time, with repetitions, until a deadline.
// The decision: a call may take its timeout for itself and for each repetition, all waits included, so a client knows
// when it is answered at the latest. A wrong answer is not asked for again, and neither is a refused text. Calls
// that no request waits for are cancelled, which says nothing about the model.

import { DeadlineExceeded } from "../errors/query.ts";
import { ModelBusy, ModelFailed, ModelRefused, ModelTimedOut, ModelUnavailable } from "../errors/text.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import type { ModelCounts } from "../metrics/models.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import type { Clock } from "../scheduling/clock.ts";
import { Limiter } from "../scheduling/limiter.ts";
import { MAX_WAITING_MODEL_CALLS } from "../schema/limits.ts";
import { Breaker, type CallOutcome } from "./breaker.ts";
import type { Embedded, Embedder, Embedding, EmbeddingWork } from "./embedder.ts";
import type { CompleteSettings } from "./model-settings.ts";
import type { Outcome } from "./outcome.ts";
import type { CallTexts } from "./protocol.ts";
import { secondsOf } from "./retry-after.ts";
import { onAbort, whileAwaited } from "./watched-signal.ts";

interface BatchedModelParts {
  readonly name: string;
  readonly settings: CompleteSettings;
  readonly takesOptions: boolean;
  /** Calls at a time. */
  readonly calls: number;
  /** Makes one call, which must end within some milliseconds, and sooner if it is cancelled. */
  readonly ask: (call: CallTexts, timeoutMs: number, cancel: AbortSignal) => Promise<Outcome>;
  readonly clock: Clock;
  readonly counts: ModelCounts;
  /** Is told when calls stop, because several have failed. */
  readonly onOpen: () => void;
}

/** The parts that all calls of a request share. */
interface RequestTerms {
  /** Ends calls and pauses. */
  readonly cancel: AbortSignal;
  /** Whether no more calls are to be made. */
  readonly either: NonNullable<CancelSignal>;
  readonly dimensions: Dimensions;
}

/** The pause before the first repetition; it doubles for each further one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const WORD = Float32Array.BYTES_PER_ELEMENT;

export class BatchedModel implements Embedder {
  readonly #parts: BatchedModelParts;
  readonly #breaker: Breaker;
  readonly #limiter: Limiter;

  constructor(parts: BatchedModelParts) {
    this.#parts = parts;
    this.#breaker = new Breaker(parts.clock);
    this.#limiter = new Limiter(parts.calls, {
      maxWaiting: MAX_WAITING_MODEL_CALLS,
      error: () => new ModelBusy(parts.name, 1),
    });
  }

  get takesOptions(): boolean {
    return this.#parts.takesOptions;
  }

  embed(work: EmbeddingWork): Promise<Embedded> {
    return whileAwaited(work.signal, this.#parts.clock, async (cancel) => {
      // Calls that wait for others leave the queue.
      onAbort(cancel, () => this.#limiter.dropAborted());
      return this.#embed(work, cancel);
    });
  }

  async #embed(
    { texts, options, form, signal, reserve }: EmbeddingWork,
    cancel: AbortSignal,
  ): Promise<Embedded> {
    const { calls, settings, counts } = this.#parts;
    const { batch } = settings;
    const vectors = new Array<Embedding>(texts.length);
    // The signal of the request is ahead of the other one, so nothing is sent for a client that has just left.
    const either = {
      get aborted() {
        return cancel.aborted || (signal?.aborted ?? false);
      },
    };
    const terms = { cancel, either, dimensions: new Dimensions(this.#parts) };
    let tokens = 0;
    let next = 0;
    const work = async () => {
      while (next < texts.length) {
        const from = next;
        next += batch;
        const call = { texts: texts.slice(from, from + batch), options, form };
        const embedded = await this.#call(call, terms);
        counts.texts += embedded.vectors.length;
        counts.tokens += embedded.tokens;
        // The request may have ended meanwhile, and what it reserves then would never be released.
        throwIfCancelled(either);
        reserve(embedded.vectors.reduce((sum, vector) => sum + bytesOf(vector), 0));
        for (const [i, vector] of embedded.vectors.entries()) vectors[from + i] = vector;
        tokens += embedded.tokens;
      }
    };
    await Promise.all(Array.from({ length: calls }, work));
    return { vectors, tokens };
  }

  /** Makes one call, and repeats it while that may help and there is time. */
  async #call(call: CallTexts, terms: RequestTerms): Promise<Embedded> {
    const { either } = terms;
    const { clock, settings, name } = this.#parts;
    const { timeout_ms, retries } = settings;
    const until = clock.now() + timeout_ms * (retries + 1);
    let last: VectorDbError | null = null;
    for (let attempt = 0; ; attempt++) {
      throwIfCancelled(either);
      const outcome = await this.#limiter.run(() => this.#attempt(call, terms, until, last), either);
      if (outcome.kind === "vectors") return outcome.embedded;
      last = errorOf(outcome, name, timeout_ms, clock.now());
      if (attempt >= retries || !mayRepeat(outcome)) throw last;
      const asked = "retryAfter" in outcome ? (secondsOf(outcome.retryAfter, clock.now()) ?? 0) : 0;
      const pause = Math.max(Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS), asked * 1000);
      if (clock.now() + pause >= until) throw last;
      await pauseUnlessAborted(clock, pause, terms.cancel);
    }
  }

  /** @param last what the attempt before came to; null: this is the first */
  async #attempt(
    call: CallTexts,
    { cancel, dimensions }: RequestTerms,
    until: number,
    last: VectorDbError | null,
  ): Promise<Outcome> {
    const { name, clock, settings, ask, counts, onOpen } = this.#parts;
    const left = until - clock.now();
    if (left <= 0) throw last ?? new ModelBusy(name, 1);
    const entered = this.#breaker.enter();
    counts.isStopped = this.#breaker.isOpen;
    if (typeof entered === "number") throw last ?? new ModelUnavailable(name, Math.ceil(entered / 1000));
    let verdict: CallOutcome = "neither";
    if (last !== null) counts.repetitions++;
    const began = clock.now();
    try {
      const outcome = await ask(call, Math.min(settings.timeout_ms, left), cancel);
      const judged = dimensions.judge(outcome);
      verdict = VERDICTS[judged.kind];
      counts.note(judged.kind, clock.now() - began);
      return judged;
    } finally {
      const opens = this.#breaker.tell(entered, verdict);
      counts.isStopped = this.#breaker.isOpen;
      if (opens) {
        counts.stops++;
        onOpen();
      }
    }
  }
}

const VERDICTS = {
  vectors: "success",
  refused: "success",
  busy: "neither",
  timeout: "failure",
  failed: "failure",
  cancelled: "neither",
} as const;

/** The length of the dense vectors of a request, which all have the same. */
class Dimensions {
  #expected: number | undefined;

  constructor({ settings }: Pick<BatchedModelParts, "settings">) {
    this.#expected = settings.dimensions;
  }

  /** Returns the outcome, or a failure if a vector has another length than the others or than the setting. */
  judge(outcome: Outcome): Outcome {
    if (outcome.kind !== "vectors") return outcome;
    for (const vector of outcome.embedded.vectors) {
      if (!(vector instanceof Float32Array)) continue;
      this.#expected ??= vector.length;
      if (vector.length === this.#expected) continue;
      const reason = `a vector in its answer has ${vector.length} numbers instead of ${this.#expected}`;
      return { kind: "failed", reason, mayRepeat: false, retryAfter: null };
    }
    return outcome;
  }
}

/** Waits some milliseconds, or until the signal is aborted. */
function pauseUnlessAborted(clock: Clock, ms: number, cancel: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(ms, () => {
      forget();
      resolve();
    });
    const forget = onAbort(cancel, () => {
      stop();
      resolve();
    });
  });
}

function bytesOf(vector: Embedding): number {
  return vector instanceof Float32Array ? vector.byteLength : vector.indices.length * 2 * WORD;
}

function mayRepeat(outcome: Outcome): boolean {
  if (outcome.kind === "failed") return outcome.mayRepeat;
  return outcome.kind === "busy" || outcome.kind === "timeout";
}

function errorOf(
  outcome: Exclude<Outcome, { kind: "vectors" }>,
  name: string,
  timeoutMs: number,
  now: number,
): VectorDbError {
  switch (outcome.kind) {
    case "refused":
      return new ModelRefused(name, outcome.said, outcome.isJson);
    case "busy":
      return new ModelBusy(name, Math.max(1, secondsOf(outcome.retryAfter, now) ?? 1));
    case "timeout":
      return new ModelTimedOut(name, timeoutMs);
    case "failed":
      return new ModelFailed(name, outcome.reason);
    case "cancelled":
      return new DeadlineExceeded();
  }
}
