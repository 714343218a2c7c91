// Makes the methods of a database from rows of the operation table.
// The decision: the rules that all methods share are here, for the database in this process and for the client: no call
// begins after an abort or after `close`, an aborted call is rejected at once, and `close` waits for the calls in
// flight.
import { Closed } from "../errors/request.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import { checkCallOptions } from "./options.ts";
import type { CallOptions, Closeable } from "./types.ts";

/**
 * Performs an operation, at once if nothing has to be waited for.
 * @param signal aborted when nothing waits for the result any more
 */
type Perform<Row> = (row: Row, request: object, signal: AbortSignal | undefined) => MaybePromise<unknown>;

type Methods = Record<string, (request?: object, options?: CallOptions) => Promise<unknown>>;

/** @param release releases what the database holds; called when no call is in flight */
export function methodsOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  perform: Perform<Row>,
  release: () => Promise<void>,
): Methods & Closeable {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const call = async (row: Row, request: object, options: CallOptions | undefined): Promise<unknown> => {
    if (closing) throw new Closed();
    if (options !== undefined) checkCallOptions(row.id, options);
    const signal = options?.signal;
    signal?.throwIfAborted();
    const done = perform(row, request, signal);
    if (!(done instanceof Promise)) return done;
    const settled = done.then(
      () => {},
      () => {},
    );
    running.add(settled);
    void settled.then(() => running.delete(settled));
    return signal ? untilAborted(done, signal) : done;
  };
  const close = () => {
    closing ??= Promise.all(running).then(release);
    return closing;
  };
  const methods = Object.fromEntries(
    rows.map((row) => [row.id, (request: object = {}, options?: CallOptions) => call(row, request, options)]),
  );
  const disposal = Symbol.asyncDispose === undefined ? {} : { [Symbol.asyncDispose]: close };
  return { ...methods, close, ...disposal } as unknown as Methods & Closeable;
}

/** Rejects at once on an abort. The outcome of the work is then ignored. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
