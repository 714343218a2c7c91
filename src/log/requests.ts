// The request log: one line with operation, result, duration and caller of each request.
// The decision: the level is `debug`, because a database answers thousands of requests a second and metrics count them;
// `info` with the access log, and whenever the server has failed; `warn` for slow requests. Of a path only its pattern
// is logged, of a credential only its name.
import type { Logger } from "pino";
import type { RequestSpans } from "./spans.ts";
import type { Trace } from "./trace.ts";

export interface RequestFacts {
  readonly api: "rest" | "ui" | "grpc";
  readonly method: string;
  /** A row of a table, never what a client wrote. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The bytes of the response; null if unknown. */
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
  /** Absent: OpenTelemetry is not used. */
  readonly spans?: RequestSpans | null;
}

/** Is told of every request. */
interface RequestObserver {
  note(facts: RequestFacts, isSlow: boolean): void;
}

export class RequestLog {
  readonly #log: Logger;
  readonly #options: RequestLogOptions;
  /** Where the spans of requests begin; null: OpenTelemetry is not used. */
  readonly spans: RequestSpans | null;
  readonly #observer: RequestObserver | undefined;

  constructor(log: Logger, options: RequestLogOptions, observer?: RequestObserver) {
    this.#log = log;
    this.#options = options;
    this.spans = options.spans ?? null;
    this.#observer = observer;
  }

  /** Notes that a request is answered, and ends its span. */
  note(facts: RequestFacts): void {
    facts.trace.span?.end(facts);
    const { access, slowMs } = this.#options;
    const isSlow = slowMs > 0 && facts.ms >= slowMs && !facts.isStream;
    this.#observer?.note(facts, isSlow);
    const level = isSlow ? "warn" : access || facts.isFault ? "info" : "debug";
    if (this.#log.isLevelEnabled(level)) this.#log[level](lineOf(facts), isSlow ? "slow request" : "request");
  }
}

/** Returns the fields of the log line. */
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
