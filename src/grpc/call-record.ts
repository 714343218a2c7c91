// What is known of a call when it has been answered, for metrics and the log, and what it is called.
// The decision: the metadata that came with a call is the one object that its interceptor and its handler both see; what the
// handler learns of the call is kept beside it. Each call is counted once, also when its client leaves before the status is sent: the work
// of a handler counts as what came of it, an answer that was not read to its end as cancelled.
import { type Metadata, Metadata as NewMetadata, status } from "@grpc/grpc-js";
import type { RequestLog } from "../log/requests.ts";
import { REQUEST_ID, TRACE_PARENT, type Trace, traceOf } from "../log/trace.ts";
import type { Traffic } from "../metrics/traffic.ts";
import type { Admitted } from "../schema/caller.ts";

/** Where calls are counted and told. */
export interface CallLog {
  readonly calls: Traffic;
  readonly requests: RequestLog;
}

/** In metrics all are called alike: the path says it all. */
const CALL = "POST";
/** For which the server is to blame. */
const FAULTS: readonly number[] = [status.INTERNAL, status.UNKNOWN, status.DATA_LOSS];

const collections = new WeakMap<Metadata, string>();

/** Notes what a call is about. @param request as it was decoded */
export function noteCollection(metadata: Metadata, request: object): void {
  const { collection_name } = request as { collection_name?: unknown };
  if (typeof collection_name === "string") collections.set(metadata, collection_name);
}

/** How the call is called. */
function traceIn(metadata: Metadata): Trace {
  return traceOf((name) => {
    const values = metadata.get(name);
    return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
  });
}

export class CallRecord {
  readonly #path: string;
  readonly #told: CallLog | null;
  readonly #began = performance.now();
  #asked: Metadata | null = null;
  #trace: Trace | null = null;
  #isNamed = false;
  #hasEnded = false;
  /** What the call comes to if its client leaves now; null: its handler is at work, and will say so. */
  #ifLeft: number | null = status.CANCELLED;
  /** Of the answer. */
  #bytes = 0;
  /** What let it in. */
  by: Admitted | null = null;

  constructor(path: string, told: CallLog | null) {
    this.#path = path;
    this.#told = told;
  }

  begin(asked: Metadata): void {
    this.#asked = asked;
    this.#trace = traceIn(asked);
  }

  /** A handler has the request. */
  handle(): void {
    this.#ifLeft = null;
  }

  /** @param bytes of the answer, which are about to be sent. @param isLong whether they are written in pieces, as they are read */
  answer(bytes: number, isLong: boolean): void {
    this.#bytes += bytes;
    this.#ifLeft = isLong ? status.CANCELLED : status.OK;
  }

  /** The client has left, whatever has been sent. */
  leave(): void {
    if (this.#ifLeft !== null) this.end(this.#ifLeft);
  }

  /** Adds how the call is called, once. */
  nameIn(metadata: Metadata): Metadata {
    if (this.#trace === null || this.#isNamed) return metadata;
    this.#isNamed = true;
    metadata.set(REQUEST_ID, this.#trace.id);
    if (this.#trace.parent !== null) metadata.set(TRACE_PARENT, this.#trace.parent);
    return metadata;
  }

  named<S extends { metadata?: Metadata | null }>(answer: S): S {
    return { ...answer, metadata: this.nameIn(answer.metadata ?? new NewMetadata()) };
  }

  end(code: number | undefined = status.UNKNOWN): void {
    if (this.#told === null || this.#hasEnded) return;
    this.#hasEnded = true;
    const { calls, requests } = this.#told;
    const ms = performance.now() - this.#began;
    calls.series(this.#path, CALL).note(code, code !== status.OK, ms / 1000);
    const { by } = this;
    requests.note({
      api: "grpc",
      method: CALL,
      route: this.#path,
      status: code,
      ms,
      bytes: this.#bytes,
      trace: this.#trace ?? traceOf(() => undefined),
      token: by === null ? null : by.kind === "token" ? by.id : by.kind,
      collection: (this.#asked && collections.get(this.#asked)) ?? null,
      isFault: FAULTS.includes(code),
    });
  }
}
