// Calls the methods of an object that lives on another thread.
// The decision: the protocol is `keyof` the interface, so a new method needs no message type, no dispatcher entry and
// no second description. Errors cross as { code, message } and are made again as the class they were.
import { type ErrorMessage, fromErrorMessage, toErrorMessage } from "../errors/message.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";

/** The names of the asynchronous methods of T: exactly what can be called from another thread. */
export type MethodOf<T> = {
  // biome-ignore lint/suspicious/noExplicitAny: `any` is the only parameter type every method accepts.
  [K in keyof T]: T[K] extends (...args: any[]) => Promise<unknown> ? K : never;
}[keyof T] &
  string;

type Args<T, K extends keyof T> = T[K] extends (...args: infer A) => unknown ? A : never;
type Result<T, K extends keyof T> = T[K] extends (...args: never[]) => Promise<infer R> ? R : never;

/** A thread as its caller sees it: a Worker of Node is one, and a page makes one of its own kind of workers. */
export interface Thread {
  /** "message" with what it sent, "error" with the Error that ended it, "exit" with a code. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  on(event: string, listener: (value: any) => void): unknown;
  postMessage(value: unknown): void;
  /** Keeps the process alive, and no longer. */
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** A thread's own side of it. */
export interface CallPort {
  /** "message" with what was sent to it. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  on(event: string, listener: (value: any) => void): unknown;
  postMessage(value: unknown, transfer: ArrayBuffer[]): void;
}

/** Is told when a thread has ended by itself. */
export type OnGone = (cause: VectorDbError) => void;

/** Whatever the methods of T can be called on. */
export interface Calls<T> {
  /** Whether the thread has ended. */
  readonly gone: boolean;
  /** Calls in flight: the measure of how busy the thread is. */
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
  #gone: VectorDbError | undefined;

  /** @param onGone called once if the thread ends by itself; every call in flight has been rejected by then */
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

  get inFlight(): number {
    return this.#pending.size;
  }

  call<K extends MethodOf<T>>(method: K, ...args: Args<T, K>): Promise<Result<T, K>> {
    if (this.#gone) return Promise.reject(this.#gone);
    const call: Call = { id: this.#nextId++, method, args: (args as unknown[]).map(alone) };
    return new Promise((resolve, reject) => {
      // Throws for what cannot be cloned, before anything is pending.
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
    this.#pending.delete(id);
    // Whoever ends the thread waits for it, and a process in which nothing else goes on must not end before.
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

/** A message takes along all that an array is a view on, which may be a whole request: such an array is copied before. */
function alone(value: unknown): unknown {
  if (!ArrayBuffer.isView(value) || !(value.buffer instanceof ArrayBuffer)) return value;
  if (value.byteLength === value.buffer.byteLength || value instanceof DataView) return value;
  return (value as Uint8Array).slice();
}

/** The serving side: answers the calls that arrive at `port` with the methods of `target`. */
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
 * Arrays in a result that own their buffer move to the caller instead of being copied. Those without items stay: an answer of
 * nothing is one object for all calls, and what has moved once cannot be sent again (Node 26 throws).
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
