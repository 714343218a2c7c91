// The id of a request, and the traces that it continues.
import { expect } from "chai";
import { traceOf } from "../../../src/log/trace.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe("the trace of a request", () => {
  const trace = (headers: Record<string, string>) => traceOf((name) => headers[name]);

  for (const id of ["a", "7f3c-22", "Root=1-67891233-abcdef012345678912345678", "x".repeat(128)]) {
    it(`the trace of a request keeps the id ${id.slice(0, 20)} of the client`, () =>
      expect(trace({ "x-request-id": id }).id).to.equal(id));
  }

  for (const id of ["", "a b", "a\r\nx", "ü", "x".repeat(129), '"', "<script>"]) {
    it(`the trace of a request replaces the id ${JSON.stringify(id.slice(0, 20))} of the client`, () => {
      expect(trace({ "x-request-id": id }).id).to.match(UUID);
    });
  }

  it("the trace of a request has an id of its own if the client sends none", () => {
    expect(trace({}).id).to.match(UUID).and.not.equal(trace({}).id);
  });

  it("the trace of a request continues the client's trace, with its flags and a new span", () => {
    const { traceId, parent } = trace({ traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(traceId).to.equal(TRACE);
    expect(parent)
      .to.match(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`))
      .and.not.contain(SPAN);
  });

  it("the trace of a request continues a trace of a later version, which may have further parts", () => {
    expect(trace({ traceparent: `01-${TRACE}-${SPAN}-00-more` }).traceId).to.equal(TRACE);
  });

  for (const [what, parent] of [
    ["without a trace id", `00-${"0".repeat(32)}-${SPAN}-01`],
    ["without a span", `00-${TRACE}-${"0".repeat(16)}-01`],
    ["of the invalid version ff", `ff-${TRACE}-${SPAN}-01`],
    ["with more parts than version 00 has", `00-${TRACE}-${SPAN}-01-x`],
    ["in capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ["that is too short", `00-${TRACE}-01`],
  ] as const) {
    it(`the trace of a request is not started for a traceparent ${what}`, () => {
      expect(trace({ traceparent: parent })).to.include({ traceId: null, parent: null });
    });
  }
});
