// The interceptor of all gRPC calls. It limits what a call may send before its handler runs: nothing before its caller
// is admitted, then in pieces for which memory is reserved, within a time limit.
// The decision: grpc-js itself collects and decompresses a message, up to the size limit for every possible stream. So
// callers without credentials, or a small message that decompresses to a large one, could exhaust the memory. It offers
// no access to the pieces, so incoming-call.ts takes them from its private stream.
import { Metadata, type ServerInterceptor, status } from "@grpc/grpc-js";
import type { RequestBudget } from "../memory/request-budget.ts";
import { Limiter } from "../scheduling/limiter.ts";
import { MAX_CALLS_UNDER_WAY, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { type CallLog, CallRecord } from "./call-record.ts";
import { type Gate, IncomingCall, type Patience } from "./incoming-call.ts";

const PATIENCE: Patience = { arrivalMs: 60_000, silenceMs: 120_000 };
/** The gate of health and reflection, which need no credential and whose calls may stay open. */
const FOR_STRANGERS: Gate = {
  mayStayOpen: true,
  admit: () => ({ by: null }),
  limitBytes: MAX_STRANGER_BODY_BYTES,
  statusOf: (thrown) => ({
    code: status.RESOURCE_EXHAUSTED,
    details: (thrown as Error).message,
    metadata: new Metadata(),
  }),
};

/**
 * @param gates by the path of the method
 * @param told counts and logs calls by their path; calls to paths that are not served do not get here
 */
export function intake(
  gates: ReadonlyMap<string, Gate>,
  bodies: RequestBudget,
  patience = PATIENCE,
  told: CallLog | null = null,
): ServerInterceptor {
  // A stream takes memory for as long as it is open, whatever comes of it.
  const callers = new Limiter(MAX_CALLS_UNDER_WAY);
  const strangers = new Limiter(MAX_CALLS_UNDER_WAY);
  return ({ path }, call) => {
    const gate = gates.get(path) ?? FOR_STRANGERS;
    const incoming = new IncomingCall(call, gate, new CallRecord(path, told), bodies.reservation(), patience);
    incoming.limitMessages();
    incoming.enter(gate === FOR_STRANGERS ? strangers : callers);
    return incoming;
  };
}
