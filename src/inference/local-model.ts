// A model that the server computes itself, in a process of its own.
// The decision: a batch that takes too long cannot be stopped but by ending its process; the next batch starts another
// one. A batch that is cancelled gets as much time as loading took, because ending the process costs the next batch
// that much. Loading is not a batch: it goes on when those who wait for it are told that it takes too long, or wait no
// more, because otherwise a large model would never be loaded.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { Clock } from "../scheduling/clock.ts";
import { MAX_MODEL_LOAD_MS } from "../schema/limits.ts";
import { Remote, type Thread } from "../threads/remote.ts";
import { type LocalBatch, type LocalModelData, vectorsOf } from "./local-batch.ts";
import type { Outcome } from "./outcome.ts";
import { type CallTexts, NoVectors } from "./protocol.ts";
import type { TransformersModel } from "./transformers-worker.ts";
import { onAbort } from "./watched-signal.ts";

interface LocalModelParts {
  /** Finds the files of the model. @throws InvalidArgument if the package or the folder is missing */
  readonly files: () => LocalModelData;
  /** Starts the process. */
  readonly start: () => Thread;
  readonly clock: Clock;
  readonly reservation: () => Reservation;
  /** Is told why the process has ended by itself, or why the model could not be loaded. */
  readonly onFailure: (reason: string) => void;
}

type Calls = Remote<TransformersModel>;

interface Loading {
  readonly process: Calls;
  /** Why it could not be loaded; null: it is. */
  readonly reason: Promise<string | null>;
  /** Milliseconds that loading took; 0 until it has ended. */
  tookMs: number;
}

/** Why a call ends before its answer. */
type Early = Extract<Outcome, { kind: "timeout" | "cancelled" }>;
const TIMEOUT: Early = { kind: "timeout" };
const CANCELLED: Early = { kind: "cancelled" };

export class LocalModel {
  readonly #parts: LocalModelParts;
  #loading: Loading | null = null;

  constructor(parts: LocalModelParts) {
    this.#parts = parts;
  }

  /** @throws InvalidArgument that begins with the setting */
  async load(): Promise<void> {
    const reason = await this.#load().reason;
    if (reason !== null) throw new InvalidArgument(reason);
  }

  async ask({ texts }: CallTexts, timeoutMs: number, cancel: AbortSignal): Promise<Outcome> {
    const deadline = new Deadline(this.#parts.clock, timeoutMs);
    let forget = () => {};
    const cancelled = new Promise<Early>((resolve) => {
      forget = onAbort(cancel, () => resolve(CANCELLED));
    });
    try {
      return await this.#ask(texts, deadline.passed, cancelled);
    } finally {
      deadline.cancel();
      forget();
    }
  }

  /** Ends the process. A later call starts another one. */
  async end(): Promise<void> {
    const loading = this.#loading;
    this.#loading = null;
    await loading?.process.terminate();
  }

  async #ask(texts: readonly string[], late: Promise<Early>, cancelled: Promise<Early>): Promise<Outcome> {
    let loading: Loading;
    try {
      loading = this.#load();
    } catch (error) {
      this.#parts.onFailure((error as Error).message);
      return failed("it cannot be loaded");
    }
    const reason = await Promise.race([loading.reason, late, cancelled]);
    if (reason === TIMEOUT || reason === CANCELLED) return reason;
    if (reason !== null) return failed("it cannot be loaded");
    const answer = loading.process.call("embed", texts);
    answer.catch(() => {});
    try {
      const batch = await Promise.race([answer, late, cancelled]);
      if (!("kind" in batch)) return this.#judge(batch, texts.length);
      if (batch === TIMEOUT || !(await this.#endsSoon(answer, late, loading)))
        await this.#endProcess(loading);
      return batch;
    } catch {
      return failed(loading.process.gone ? "its process has ended" : "its program failed");
    }
  }

  /** Tells whether a batch that is cancelled ends in less time than it takes to load the model. */
  async #endsSoon(answer: Promise<unknown>, late: Promise<Early>, { tookMs }: Loading): Promise<boolean> {
    const deadline = new Deadline(this.#parts.clock, tookMs);
    const ended = answer.then(
      () => true,
      () => true,
    );
    const isOver = Promise.race([late, deadline.passed]).then(() => false);
    return Promise.race([ended, isOver]).finally(() => deadline.cancel());
  }

  async #endProcess(loading: Loading): Promise<void> {
    if (this.#loading === loading) this.#loading = null;
    await loading.process.terminate();
  }

  /** Returns the process that loads the model or has loaded it, and starts one if there is none. */
  #load(): Loading {
    if (this.#loading !== null && !this.#loading.process.gone) return this.#loading;
    const { files, start, clock, onFailure } = this.#parts;
    const data = files();
    const process: Calls = new Remote<TransformersModel>(start(), (cause) => onFailure(reasonOf(cause)));
    const began = clock.now();
    const loading = { process, reason: this.#loaded(process, data), tookMs: 0 };
    this.#loading = loading;
    void loading.reason.then((reason) => {
      loading.tookMs = clock.now() - began;
      // One that was ended while it was loaded has not failed.
      if (reason === null || this.#loading !== loading) return;
      this.#loading = null;
      onFailure(reason);
      return process.terminate();
    });
    return loading;
  }

  /** Returns why it could not be loaded; null: it is. */
  async #loaded(process: Calls, data: LocalModelData): Promise<string | null> {
    const deadline = new Deadline(this.#parts.clock, MAX_MODEL_LOAD_MS);
    try {
      const late = deadline.passed.then(() => `model: it was not loaded within ${MAX_MODEL_LOAD_MS} ms`);
      return await Promise.race([process.call("load", data), late]);
    } catch (error) {
      return `model: it cannot be loaded: ${reasonOf(error as Error)}`;
    } finally {
      deadline.cancel();
    }
  }

  #judge(batch: LocalBatch, texts: number): Outcome {
    const held = this.#parts.reservation();
    try {
      // Once as a whole, and once in vectors.
      held.reserve((batch.values?.byteLength ?? 0) * 2);
      return { kind: "vectors", embedded: vectorsOf(batch, texts) };
    } catch (error) {
      if (error instanceof NoVectors) return failed(error.message);
      throw error;
    } finally {
      held.release();
    }
  }
}

class Deadline {
  readonly passed: Promise<Early>;
  readonly cancel: () => void;

  constructor(clock: Pick<Clock, "after">, ms: number) {
    let cancel = () => {};
    this.passed = new Promise((resolve) => {
      cancel = clock.after(ms, () => resolve(TIMEOUT));
    });
    this.cancel = cancel;
  }
}

/** Returns why a process has ended, or the text of another error. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

function failed(reason: string): Outcome {
  return { kind: "failed", reason, mayRepeat: false, retryAfter: null };
}
