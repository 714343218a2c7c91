// One line for each request: what it was, what came of it, how long it took, who asked.
// The decision: at `debug`, because a database answers thousands a second, and its metrics say how many; at `info` when somebody
// wants an access log, and always when the server has failed; at `warn` when it took long. Of a path only its pattern is
// written, of a credential only which one it is.
import type { Logger } from "pino";
import type { Trace } from "./trace.ts";

export interface RequestFacts {
  readonly api: "rest" | "ui" | "grpc";
  readonly method: string;
  /** A row of a table, never what a client wrote. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Of the answer; null: not known. */
  readonly bytes: number | null;
  readonly trace: Trace;
  /** The id of an access token, or what else let it in; null: nothing was asked for, or it was refused. */
  readonly token: number | string | null;
  readonly collection: string | null;
  /** Whether the server is to blame for how it ended. */
  readonly isFault: boolean;
  /** Whether it takes as long as its sender goes on sending, as an import does: then it is never slow. */
  readonly isStream?: boolean;
}

export interface RequestLogOptions {
  /** Every request at `info`. */
  readonly access: boolean;
  /** From how many milliseconds on a request is slow; 0: none is. */
  readonly slowMs: number;
}

export class RequestLog {
  readonly #log: Logger;
  readonly #options: RequestLogOptions;

  constructor(log: Logger, options: RequestLogOptions) {
    this.#log = log;
    this.#options = options;
  }

  note(facts: RequestFacts): void {
    const { access, slowMs } = this.#options;
    const isSlow = slowMs > 0 && facts.ms >= slowMs && !facts.isStream;
    const level = isSlow ? "warn" : access || facts.isFault ? "info" : "debug";
    if (this.#log.isLevelEnabled(level)) this.#log[level](lineOf(facts), isSlow ? "slow request" : "request");
  }
}

/** What there is to say of it. */
function lineOf({
  trace,
  ms,
  token,
  collection,
  bytes,
  isFault: _,
  isStream: __,
  ...facts
}: RequestFacts): object {
  return {
    ...facts,
    ms: Math.round(ms * 100) / 100,
    ...(bytes !== null && { bytes }),
    ...(collection !== null && { collection }),
    ...(token !== null && { token }),
    requestId: trace.id,
    ...(trace.traceId !== null && { traceId: trace.traceId }),
  };
}
