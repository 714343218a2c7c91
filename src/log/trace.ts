// The identity of a request: its id, and its place in a trace that another service began.
// The decision: an id from the client is kept if it is short and plain, because it goes into logs and headers. A
// `traceparent` (w3.org/TR/trace-context, version 00) is answered with the same trace and flags and a new span. The
// server begins no traces of its own, except where OpenTelemetry is used: then the span of the request is that of the
// operator's SDK.
import { randomBytes, randomUUID } from "node:crypto";
import type { HeaderOf, RequestSpan, RequestSpans } from "./spans.ts";

export interface Trace {
  readonly id: string;
  /** The W3C trace id; null without a trace. */
  readonly traceId: string | null;
  /** The `traceparent` of the response; null without a trace. */
  readonly parent: string | null;
  /** The span of the request; null: OpenTelemetry is not used. */
  readonly span: RequestSpan | null;
}

export const REQUEST_ID = "x-request-id";
export const TRACE_PARENT = "traceparent";

const PLAIN_ID = /^[\w.:/+=@-]{1,128}$/;
/** A version that is not known may have more behind it. */
const PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SPAN_BYTES = 8;

/** @param spans null: OpenTelemetry is not used */
export function traceOf(header: HeaderOf, spans: RequestSpans | null = null): Trace {
  const given = header(REQUEST_ID);
  const id = given !== undefined && PLAIN_ID.test(given) ? given : randomUUID();
  if (spans !== null) {
    const span = spans.begin(header);
    return { id, traceId: span.traceId, parent: span.parent, span };
  }
  const [, version, traceId = "", span = "", flags, more] = PARENT.exec(header(TRACE_PARENT) ?? "") ?? [];
  const isValid =
    version !== undefined &&
    version !== "ff" &&
    !(version === "00" && more !== undefined) &&
    /[^0]/.test(traceId) &&
    /[^0]/.test(span);
  if (!isValid) return { id, traceId: null, parent: null, span: null };
  const own = randomBytes(SPAN_BYTES).toString("hex");
  return { id, traceId, parent: `00-${traceId}-${own}-${flags}`, span: null };
}
