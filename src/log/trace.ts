// The identity of a request: its id, and its place in a trace that another service began.
// The decision: an id from the client is kept if it is short and plain, because it goes into logs and headers. A
// `traceparent` (w3.org/TR/trace-context, version 00) is answered with the same trace and flags and a new span. The
// server begins no traces of its own.
import { randomBytes, randomUUID } from "node:crypto";

export interface Trace {
  readonly id: string;
  /** The W3C trace id; null without a trace. */
  readonly traceId: string | null;
  /** The `traceparent` of the response; null without a trace. */
  readonly parent: string | null;
}

export const REQUEST_ID = "x-request-id";
export const TRACE_PARENT = "traceparent";

const PLAIN_ID = /^[\w.:/+=@-]{1,128}$/;
/** A version that is not known may have more behind it. */
const PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SPAN_BYTES = 8;

/** @param header of the request, by its name; undefined: it has none, or several */
export function traceOf(header: (name: string) => string | undefined): Trace {
  const given = header(REQUEST_ID);
  const id = given !== undefined && PLAIN_ID.test(given) ? given : randomUUID();
  const [, version, traceId = "", span = "", flags, more] = PARENT.exec(header(TRACE_PARENT) ?? "") ?? [];
  const isValid =
    version !== undefined &&
    version !== "ff" &&
    !(version === "00" && more !== undefined) &&
    /[^0]/.test(traceId) &&
    /[^0]/.test(span);
  if (!isValid) return { id, traceId: null, parent: null };
  return { id, traceId, parent: `00-${traceId}-${randomBytes(SPAN_BYTES).toString("hex")}-${flags}` };
}
