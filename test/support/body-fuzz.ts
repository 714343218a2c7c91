// Checks random requests: every response is one that openapi.json describes (rest.ts checks each), no request makes the
// server fail, and refused requests and reads change nothing.
// The decision: several requests are sent one after another from the same initial state, so that later ones see the
// effects of earlier ones; a failure is reduced to the requests that it needs.
import { expect } from "chai";
import fc from "fast-check";
import { seedOf } from "./chance.ts";
import { type FuzzRequest, requests } from "./fuzz-requests.ts";
import type { FuzzServer } from "./fuzz-server.ts";
import { SNAPSHOT } from "./fuzz-world.ts";
import { AS_QDRANT } from "./rest.ts";

const MOST_REQUESTS = 11;
/** Slightly less than the mean, so that there are rarely fewer cases than requested. */
const REQUESTS = 5.5;
/** After every n-th round that changed something, a restart must show the same. */
const RESTART_EVERY = 15;
const MOST_SHOWN = 600;
/** The share of requests that must succeed, and that must be refused: a fifth and a half of many do. */
const LEAST_SHARE = 0.05;
/** The operations that a thousand requests must execute. */
const LEAST_DONE = 40;

interface FuzzReport {
  readonly asked: number;
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that were done at least once. */
  readonly done: ReadonlySet<string>;
  /** Rounds that changed something. */
  readonly changes: number;
  readonly restarts: number;
}

/**
 * Runs the fuzz with a number of requests and a seed that the environment may set (CASES, SEED), and prints what it
 * did.
 */
export async function fuzzBodies(fuzzed: FuzzServer, cases: number): Promise<void> {
  const seed = seedOf() | 0;
  process.stdout.write(`      SEED=${seed}\n`);
  const { statuses, done, ...counts } = await fuzz(fuzzed, { seed, cases });
  process.stdout.write(`      ${JSON.stringify({ ...counts, done: done.size, statuses })}\n`);
  expect(statuses[200]).to.be.greaterThan(cases * LEAST_SHARE);
  expect(statuses[400]).to.be.greaterThan(cases * LEAST_SHARE);
  expect(done.size).to.be.greaterThan(Math.min(LEAST_DONE, cases / 25));
  expect(await fuzzed.isUnchanged()).to.equal(true);
}

/** @param cases the least number of requests */
async function fuzz(
  fuzzed: FuzzServer,
  { seed, cases }: { seed: number; cases: number },
): Promise<FuzzReport> {
  const report = {
    asked: 0,
    statuses: {} as Record<string, number>,
    done: new Set<string>(),
    changes: 0,
    restarts: 0,
  };
  const rounds = fc.noBias(fc.array(requests, { minLength: 1, maxLength: MOST_REQUESTS, size: "max" }));
  const property = fc.asyncProperty(rounds, async (round) => {
    await fuzzed.restore();
    let seen = await fuzzed.fingerprint();
    for (const request of round) {
      const { status, after } = await ask(fuzzed, request, seen);
      seen = after;
      report.asked++;
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      if (status === 200) report.done.add(request.operation);
    }
    if (await fuzzed.isUnchanged()) return;
    await fuzzed.readAll();
    if (++report.changes % RESTART_EVERY > 0) return;
    report.restarts++;
    expect(await fuzzed.afterRestart(), "after a restart").to.equal(await fuzzed.fingerprint());
  });
  await fc.assert(property, { seed, numRuns: Math.ceil(cases / REQUESTS) });
  await fuzzed.restore();
  return report;
}

export const NO_INFERENCE = /InferenceService URL not configured/;

/** Sends a request. @returns the status of the response and the state afterwards */
async function ask(
  fuzzed: FuzzServer,
  request: FuzzRequest,
  before: string,
): Promise<{ status: number; after: string }> {
  const { method, operation, isWrite, isQdrant } = request;
  const path = request.path.replaceAll(SNAPSHOT, fuzzed.snapshot);
  const { body } = request;
  const sent = typeof body === "string" ? body.replaceAll(SNAPSHOT, fuzzed.snapshot) : body;
  const { status, text } = await fuzzed.server.call(method, path, sent, isQdrant ? AS_QDRANT : {});
  const shown = `${isQdrant ? "qdrant" : "native"} ${operation} ${method} ${path}: ${text.slice(0, MOST_SHOWN)}`;
  // What Qdrant says of a model that is not in the server.
  if (!NO_INFERENCE.test(text)) expect(status, shown).to.be.below(500);
  const after = await fuzzed.fingerprint();
  // A batch executes its operations up to one whose point an earlier operation has deleted (service/writes/batch.ts).
  const mayHaveBegun = operation === "batchUpdate" && status === 404 && /"filter"/.test(String(sent));
  const mayChange = isWrite && (status === 200 || mayHaveBegun);
  if (!mayChange) expect(after, `changed by ${shown}`).to.equal(before);
  return { status, after };
}
