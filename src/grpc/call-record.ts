// Records a call when it is answered, for metrics and the log, with its request id.
// The decision: each call is counted once, also if its client disconnects before the status is sent: then the work of
// the handler counts with its outcome, and a response that was not read to the end as cancelled.
import { type Metadata, Metadata as NewMetadata, status } from "@grpc/grpc-js";
import type { RequestLog } from "../log/requests.ts";
import type { RequestSpans } from "../log/spans.ts";
import { REQUEST_ID, TRACE_PARENT, type Trace, traceOf } from "../log/trace.ts";
import type { Traffic } from "../metrics/traffic.ts";
import type { Admitted } from "../schema/caller.ts";

export interface CallLog {
  readonly calls: Traffic;
  readonly requests: RequestLog;
}

/** The method of all calls in metrics; their path identifies them. */
const CALL = "POST";
/** Statuses that count as errors of the server. */
const FAULTS: readonly number[] = [status.INTERNAL, status.UNKNOWN, status.DATA_LOSS];

/** Returns the trace of a call: its request id, its parent and its span. */
function traceIn(metadata: Metadata, spans: RequestSpans | null): Trace {
  return traceOf((name) => {
    const values = metadata.get(name);
    return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
  }, spans);
}

export class CallRecord {
  readonly #path: string;
  readonly #told: CallLog | null;
  readonly #began = performance.now();
  #collection: string | null = null;
  #trace: Trace | null = null;
  #isNamed = false;
  #hasEnded = false;
  /**
   * The status that is recorded if the client disconnects now; null: the handler is working and reports the status
   * itself.
   */
  #ifLeft: number | null = status.CANCELLED;
  #bytes = 0;
  /** The permission check that admitted the call; null: none yet. */
  by: Admitted | null = null;

  constructor(path: string, told: CallLog | null) {
    this.#path = path;
    this.#told = told;
  }

  begin(asked: Metadata): void {
    this.#trace = traceIn(asked, this.#told?.requests.spans ?? null);
  }

  /** Does the work of the call within its span, if it has one. */
  run(work: () => void): void {
    const span = this.#trace?.span ?? null;
    if (span === null) work();
    else span.run(work);
  }

  /** Notes the collection of the call. @param request the decoded request */
  noteCollection(request: object): void {
    const { collection_name } = request as { collection_name?: unknown };
    if (typeof collection_name === "string") this.#collection = collection_name;
  }

  /** Notes that a handler has the request. */
  handle(): void {
    this.#ifLeft = null;
  }

  /**
   * @param bytes the size of the response, which is about to be sent
   * @param isLong whether it is written in pieces, as the client reads it
   */
  answer(bytes: number, isLong: boolean): void {
    this.#bytes += bytes;
    this.#ifLeft = isLong ? status.CANCELLED : status.OK;
  }

  /** Notes that the client has disconnected. */
  leave(): void {
    if (this.#ifLeft !== null) this.end(this.#ifLeft);
  }

  /** Adds the request id to metadata, once. */
  nameIn(metadata: Metadata): Metadata {
    if (this.#trace === null || this.#isNamed) return metadata;
    this.#isNamed = true;
    metadata.set(REQUEST_ID, this.#trace.id);
    if (this.#trace.parent !== null) metadata.set(TRACE_PARENT, this.#trace.parent);
    return metadata;
  }

  named<S extends { metadata?: Metadata | null }>(answer: S): S {
    if (this.#trace === null || this.#isNamed) return answer;
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
      collection: this.#collection,
      isFault: FAULTS.includes(code),
    });
  }
}
