// A small SDK of OpenTelemetry for servers of tests: `node --import` loads it, and it appends each ended span as a line
// of JSON to the file SPANS_FILE. The API is the real one.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";

const contexts = new AsyncLocalStorage();
const ID_BYTES = { trace: 16, span: 8 };
const newId = (kind) => randomBytes(ID_BYTES[kind]).toString("hex");

class Span {
  #told;
  #id = newId("span");

  constructor(name, kind, parent) {
    const traceId = parent?.traceId ?? newId("trace");
    this.#told = { name, kind, traceId, spanId: this.#id, parentSpanId: parent?.spanId ?? null, status: 0 };
  }

  spanContext() {
    return { traceId: this.#told.traceId, spanId: this.#id, traceFlags: 1 };
  }

  updateName(name) {
    this.#told.name = name;
  }

  setAttributes(attributes) {
    this.#told.attributes = attributes;
  }

  setStatus({ code }) {
    this.#told.status = code;
  }

  end() {
    appendFileSync(process.env.SPANS_FILE, `${JSON.stringify(this.#told)}\n`);
  }
}

context.setGlobalContextManager({
  active: () => contexts.getStore() ?? ROOT_CONTEXT,
  with: (value, work) => contexts.run(value, work),
  bind: (_, work) => work,
  enable() {},
  disable() {},
});
propagation.setGlobalPropagator({
  inject() {},
  extract(around, carrier, getter) {
    const [, traceId, spanId] =
      /^00-(\w{32})-(\w{16})-01$/.exec(getter.get(carrier, "traceparent") ?? "") ?? [];
    return traceId === undefined ? around : trace.setSpanContext(around, { traceId, spanId, traceFlags: 1 });
  },
  fields: () => ["traceparent"],
});
trace.setGlobalTracerProvider({
  getTracer: () => ({
    startSpan: (name, { kind }, around) => new Span(name, kind, trace.getSpanContext(around)),
  }),
});
