// Calls the methods of an object that lives in another thread.
// The decision: the protocol is `keyof` the interface, so a new method needs no message type, no entry in a dispatcher
// and no second description. Errors are sent as { code, message } and become errors of the same class again.
import { type ErrorMessage, fromErrorMessage, toErrorMessage } from "../errors/message.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";

/** The names of the asynchronous methods of T, which are the ones that another thread can call. */
export type MethodOf<T> = {
  // biome-ignore lint/suspicious/noExplicitAny: `any` is the only parameter type every method accepts.
  [K in keyof T]: T[K] extends (...args: any[]) => Promise<unknown> ? K : never;
}[keyof T] &
  string;

type Args<T, K extends keyof T> = T[K] extends (...args: infer A) => unknown ? A : never;
type Result<T, K extends keyof T> = T[K] extends (...args: never[]) => Promise<infer R> ? R : never;

/** A thread as its caller uses it. A Worker of Node is one; browser/web-thread.ts makes one of a worker of a page. */
export interface Thread {
  /** False before a thread that is started by its first message; absent: it runs. */
  readonly started?: boolean;
  /**
   * Listens for "message" (with the value that was sent), "error" (with the Error that ended the thread) or "exit"
   * (with a code).
   */
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  on(event: string, listener: (value: any) => void): unknown;
  postMessage(value: unknown): void;
  /** Keeps the process alive until `unref` is called. */
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** The side of a connection that the thread itself uses. */
export interface CallPort {
  /** Listens for "message", with the value that was sent to the thread. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  on(event: string, listener: (value: any) => void): unknown;
  postMessage(value: unknown, transfer: ArrayBuffer[]): void;
}

/** Called when a thread has ended by itself. */
export type OnGone = (cause: VectorDbError) => void;

/** Calls methods of a T, wherever it lives. */
export interface Calls<T> {
  /** True once the thread has ended. */
  readonly gone: boolean;
  /** True if the thread has ended before it answered any call, for example because it could not be started. */
  readonly failedToStart: boolean;
  /** False before the first call of a thread that is started by it. */
  readonly started: boolean;
  /** The number of calls in flight, which tells how busy the thread is. */
  readonly inFlight: number;
  call<K extends MethodOf<T>>(method: K, ...args: Args<T, K>): Promise<Result<T, K>>;
  /** Ends the thread at once. Calls in flight are rejected. */
  terminate(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorMessage;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: VectorDbError): void;
}

/** The calling side. The thread keeps the process alive only while a call is in flight. */
export class Remote<T> implements Calls<T> {
  readonly #worker: Thread;
  readonly #pending = new Map<number, Pending>();
  #nextId = 0;
  #hasAnswered = false;
  #gone: VectorDbError | undefined;

  /** @param onGone called once if the thread ends by itself, after all calls in flight have been rejected */
  constructor(worker: Thread, onGone: OnGone = () => {}) {
    this.#worker = worker;
    worker.on("message", (reply: Reply) => this.#settle(reply));
    worker.on("error", (cause: Error) => this.#abandon(cause, onGone));
    worker.on("exit", (code) => this.#abandon(new Error(`the thread ended with exit code ${code}`), onGone));
    worker.unref();
  }

  get gone(): boolean {
    return this.#gone !== undefined;
  }

  get failedToStart(): boolean {
    return this.gone && !this.#hasAnswered;
  }

  get started(): boolean {
    return this.#worker.started ?? true;
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  call<K extends MethodOf<T>>(method: K, ...args: Args<T, K>): Promise<Result<T, K>> {
    if (this.#gone) return Promise.reject(this.#gone);
    const call: Call = { id: this.#nextId++, method, args: (args as unknown[]).map(alone) };
    return new Promise((resolve, reject) => {
      // Throws, before a call is pending, if an argument cannot be cloned.
      this.#worker.postMessage(call);
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(call.id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  async terminate(): Promise<void> {
    this.#gone ??= new VectorDbError("INTERNAL", "the thread was stopped");
    await this.#worker.terminate();
  }

  #settle({ id, value, error }: Reply): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#hasAnswered = true;
    this.#pending.delete(id);
    // A terminated thread stays referenced: its owner waits for its end, and the process must not end before that.
    if (this.#pending.size === 0 && !this.#gone) this.#worker.unref();
    if (error) pending.reject(fromErrorMessage(error));
    else pending.resolve(value);
  }

  #abandon(cause: Error, onGone: OnGone): void {
    const byItself = this.#gone === undefined;
    this.#gone ??= new VectorDbError("INTERNAL", `a worker thread died: ${cause.message}`, { cause });
    for (const { reject } of this.#pending.values()) reject(this.#gone);
    this.#pending.clear();
    if (byItself) onGone(this.#gone);
  }
}

/**
 * Copies an array that views only a part of its buffer, because a message would transfer the whole buffer, which may be
 * that of a whole request.
 */
function alone(value: unknown): unknown {
  if (!ArrayBuffer.isView(value) || !(value.buffer instanceof ArrayBuffer)) return value;
  if (value.byteLength === value.buffer.byteLength || value instanceof DataView) return value;
  return (value as Uint8Array).slice();
}

/** Serves the calls that arrive at `port` with the methods of `target`. */
export function serveCalls<T extends object>(port: CallPort, target: T): void {
  const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>;
  port.on("message", ({ id, method, args }: Call) => {
    const run = methods[method];
    const answer = run ? run.apply(target, args) : Promise.reject(new Error(`no method ${method}`));
    answer.then(
      (value) => port.postMessage({ id, value } satisfies Reply, transferables(value)),
      (thrown) => port.postMessage({ id, error: toErrorMessage(thrown) } satisfies Reply, []),
    );
  });
}

/**
 * Returns the buffers of a result that are moved to the caller instead of being copied: those that belong to one array
 * alone. Empty arrays are not moved: one empty result is shared by all calls, and an array that was moved once cannot
 * be sent again (Node 26 throws).
 */
function transferables(value: unknown): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  const items = ArrayBuffer.isView(value) ? [value] : Object.values(value ?? {});
  for (const item of items) {
    if (!ArrayBuffer.isView(item) || !(item.buffer instanceof ArrayBuffer)) continue;
    if (item.byteLength > 0 && item.byteLength === item.buffer.byteLength) buffers.push(item.buffer);
  }
  return buffers;
}
