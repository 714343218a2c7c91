// Records an HTTP request when it is answered, for the log.
import type { Context } from "koa";
import type { Admission } from "../api/admit.ts";
import type { Operation } from "../api/operation.ts";
import type { RequestFacts } from "../log/requests.ts";
import type { RequestSpans } from "../log/spans.ts";
import { REQUEST_ID, TRACE_PARENT, type Trace, traceOf } from "../log/trace.ts";
import type { Series } from "../metrics/traffic.ts";
import type { Admitted } from "../schema/caller.ts";

/** Determines the request id, begins the span of the request, and adds both to the response. */
export function nameRequest(ctx: Context, spans: RequestSpans | null): Trace {
  const trace = traceOf((name) => {
    const value = ctx.headers[name];
    return typeof value === "string" ? value : undefined;
  }, spans);
  // Node is called directly, because Koa looks twice at every header.
  ctx.res.setHeader(REQUEST_ID, trace.id);
  if (trace.parent !== null) ctx.set(TRACE_PARENT, trace.parent);
  return trace;
}

interface Known {
  readonly trace: Trace;
  readonly admission?: Admission;
  readonly isFault?: boolean;
  readonly operation?: Operation;
}

export function factsOf(
  ctx: Context,
  { endpoint }: Series,
  api: "rest" | "ui",
  seconds: number,
): RequestFacts {
  const { trace, admission, isFault = false, operation } = ctx.state as Known;
  const { collection_name } = (ctx.params ?? {}) as Record<string, string | undefined>;
  return {
    api,
    method: ctx.method,
    route: endpoint,
    status: ctx.status,
    ms: seconds * 1000,
    bytes: ctx.response.length ?? null,
    trace,
    token: nameOf(admission?.by ?? null),
    collection: collection_name ?? null,
    isFault,
    isStream: operation?.lines != null,
  };
}

/** Returns which credential it was, without any part of its value. */
function nameOf(by: Admitted | null): number | string | null {
  return by === null ? null : by.kind === "token" ? by.id : by.kind;
}
