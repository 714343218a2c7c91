// A model that the server computes itself, in a process of its own.
// The decision: a batch that takes too long cannot be stopped but by ending its process; the next batch starts another
// one. Loading is not a batch: it goes on when those who wait for it are told that it takes too long, because otherwise
// a large model would never be loaded.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { Clock } from "../scheduling/clock.ts";
import { MAX_MODEL_LOAD_MS } from "../schema/limits.ts";
import { Remote, type Thread } from "../threads/remote.ts";
import { type LocalBatch, type LocalModelData, vectorsOf } from "./local-batch.ts";
import type { Outcome } from "./outcome.ts";
import { type CallTexts, NoVectors } from "./protocol.ts";
import type { TransformersModel } from "./transformers-worker.ts";

interface LocalModelParts {
  /** Finds the files of the model. @throws InvalidArgument if the package or the folder is missing */
  readonly files: () => LocalModelData;
  /** Starts the process. */
  readonly start: () => Thread;
  readonly clock: Pick<Clock, "after">;
  readonly reservation: () => Reservation;
  /** Is told why the process has ended by itself, or why the model could not be loaded. */
  readonly onFailure: (reason: string) => void;
}

type Calls = Remote<TransformersModel>;

interface Loading {
  readonly process: Calls;
  /** Why it could not be loaded; null: it is. */
  readonly reason: Promise<string | null>;
}

const LATE = Symbol("late");

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

  async ask({ texts }: CallTexts, timeoutMs: number): Promise<Outcome> {
    const deadline = new Deadline(this.#parts.clock, timeoutMs);
    try {
      return await this.#ask(texts, deadline.passed);
    } finally {
      deadline.cancel();
    }
  }

  /** Ends the process. A later call starts another one. */
  async end(): Promise<void> {
    const loading = this.#loading;
    this.#loading = null;
    await loading?.process.terminate();
  }

  async #ask(texts: readonly string[], late: Promise<typeof LATE>): Promise<Outcome> {
    let loading: Loading;
    try {
      loading = this.#load();
    } catch (error) {
      this.#parts.onFailure((error as Error).message);
      return failed("it cannot be loaded");
    }
    const reason = await Promise.race([loading.reason, late]);
    if (reason === LATE) return { kind: "timeout" };
    if (reason !== null) return failed("it cannot be loaded");
    const answer = loading.process.call("embed", texts);
    answer.catch(() => {});
    try {
      const batch = await Promise.race([answer, late]);
      if (batch !== LATE) return this.#judge(batch, texts.length);
    } catch {
      return failed(loading.process.gone ? "its process has ended" : "its program failed");
    }
    if (this.#loading === loading) this.#loading = null;
    await loading.process.terminate();
    return { kind: "timeout" };
  }

  /** Returns the process that loads the model or has loaded it, and starts one if there is none. */
  #load(): Loading {
    if (this.#loading !== null && !this.#loading.process.gone) return this.#loading;
    const { files, start, onFailure } = this.#parts;
    const data = files();
    const process: Calls = new Remote<TransformersModel>(start(), (cause) => onFailure(reasonOf(cause)));
    const loading = { process, reason: this.#loaded(process, data) };
    this.#loading = loading;
    void loading.reason.then((reason) => {
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
      const reason = await Promise.race([process.call("load", data), deadline.passed]);
      return reason === LATE ? `model: it was not loaded within ${MAX_MODEL_LOAD_MS} ms` : reason;
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
  readonly passed: Promise<typeof LATE>;
  readonly cancel: () => void;

  constructor(clock: Pick<Clock, "after">, ms: number) {
    let cancel = () => {};
    this.passed = new Promise((resolve) => {
      cancel = clock.after(ms, () => resolve(LATE));
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
