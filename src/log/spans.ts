// Spans of requests for OpenTelemetry: one for each request, with its place in the trace of the client.
// The decision: the package @opentelemetry/api is the operator's and not a part of this program: only its types are
// imported, and serve/telemetry.ts loads it. A request whose process has another span already, as that of an
// instrumentation of node:http, is an internal span below it and not a second server span.
import type { Attributes, Span, SpanKind, SpanStatusCode, TextMapGetter, Tracer } from "@opentelemetry/api";

/** The parts of the package that are used. */
export type OpenTelemetry = Pick<typeof import("@opentelemetry/api"), "context" | "propagation" | "trace">;

/** Returns the value of a header of the request; undefined: it has none, or several. */
export type HeaderOf = (name: string) => string | undefined;

/** Values of enumerations of the package. */
const INTERNAL: SpanKind.INTERNAL = 0;
const SERVER: SpanKind.SERVER = 1;
const ERROR: SpanStatusCode.ERROR = 2;
const BYTE = 0xff;
/** The propagators of OpenTelemetry ask for headers by name; only that of Jaeger lists them all. */
const GETTER: TextMapGetter<HeaderOf> = { keys: () => [], get: (header, name) => header(name) };

/** The facts about a request at its end. */
interface SpanFacts {
  readonly api: "rest" | "ui" | "grpc";
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly collection: string | null;
  readonly isFault: boolean;
}

/** Begun with the request; `end` must be called once. */
export interface RequestSpan {
  readonly traceId: string;
  /** The `traceparent` of this span. */
  readonly parent: string;
  /** Does the work of the request, so that spans that are begun there are below this one. */
  run<Result>(work: () => Result): Result;
  end(facts: SpanFacts): void;
}

export class RequestSpans {
  readonly #api: OpenTelemetry;
  readonly #tracer: Tracer;

  constructor(api: OpenTelemetry, version: string) {
    this.#api = api;
    this.#tracer = api.trace.getTracer("azimuth", version);
  }

  /** Whether the API finds the SDK: an API that is newer than that of the SDK does not. */
  get areReal(): boolean {
    return /[^0]/.test(this.begin(() => undefined).traceId);
  }

  begin(header: HeaderOf): RequestSpan {
    const { context, propagation, trace } = this.#api;
    const active = context.active();
    const isInner = trace.getSpan(active) !== undefined;
    const parent = isInner ? active : propagation.extract(active, header, GETTER);
    const span = this.#tracer.startSpan("request", { kind: isInner ? INTERNAL : SERVER }, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      parent: `00-${traceId}-${spanId}-${(traceFlags & BYTE).toString(16).padStart(2, "0")}`,
      run: (work) => context.with(trace.setSpan(parent, span), work),
      end: (facts) => endSpan(span, facts),
    };
  }
}

/** Names and describes a span by the semantic conventions of OpenTelemetry, and ends it. */
function endSpan(span: Span, facts: SpanFacts): void {
  const { api, method, route, collection, isFault } = facts;
  // A request to no row has no path in metrics, logs and spans.
  const name = route.startsWith("/") ? `${method} ${route}` : method;
  span.updateName(api === "grpc" ? route.slice(1) : name);
  span.setAttributes({
    "db.system.name": "azimuth",
    ...(collection !== null && { "db.collection.name": collection }),
    ...(api === "grpc" ? callAttributes(facts) : requestAttributes(facts)),
  });
  if (isFault) span.setStatus({ code: ERROR });
  span.end();
}

function requestAttributes({ method, route, status }: SpanFacts): Attributes {
  return {
    "http.request.method": method,
    "http.response.status_code": status,
    ...(route.startsWith("/") && { "http.route": route }),
  };
}

function callAttributes({ route, status }: SpanFacts): Attributes {
  const [, service = "", method = ""] = route.split("/");
  return {
    ...{ "rpc.system": "grpc", "rpc.service": service, "rpc.method": method },
    "rpc.grpc.status_code": status,
  };
}
