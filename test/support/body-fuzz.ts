// The property that every request must have, whatever is in it: an answer that openapi.json promises (rest.ts looks at
// each), never a failure of the server, and nothing changed by what was refused or only reads.
// The decision: several requests one after another from the same beginning, so that what one leaves behind meets the next;
// a failure shrinks to those that it needs.
import { expect } from "chai";
import fc from "fast-check";
import { seedOf } from "./chance.ts";
import { type FuzzRequest, requests } from "./fuzz-requests.ts";
import type { FuzzServer } from "./fuzz-server.ts";
import { SNAPSHOT } from "./fuzz-world.ts";
import { AS_QDRANT } from "./rest.ts";

const MOST_REQUESTS = 11;
/** Somewhat less than the mean, so that there are hardly ever fewer cases than were asked for. */
const REQUESTS = 5.5;
/** How often, of the rounds that changed something, a restart has to show the same. */
const RESTART_EVERY = 15;
const MOST_SHOWN = 600;
/** Operations that a thousand requests are enough for. */
const LEAST_DONE = 40;

interface FuzzReport {
  readonly asked: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that were done at least once. */
  readonly done: ReadonlySet<string>;
  /** Rounds that changed something. */
  readonly changes: number;
  readonly restarts: number;
}

/** The same for a number of requests that the environment may set (CASES), as may SEED; says what it did. */
export async function fuzzBodies(fuzzed: FuzzServer, cases: number): Promise<void> {
  const seed = seedOf("SEED") | 0;
  process.stdout.write(`      SEED=${seed}\n`);
  const { statuses, done, ...counts } = await fuzz(fuzzed, { seed, cases });
  process.stdout.write(`      ${JSON.stringify({ ...counts, done: done.size, statuses })}\n`);
  expect(statuses[200]).to.be.greaterThan(cases / 10);
  expect(statuses[400]).to.be.greaterThan(cases / 10);
  expect(done.size).to.be.greaterThan(Math.min(LEAST_DONE, cases / 25));
  expect(await fuzzed.isUnchanged()).to.equal(true);
}

/** @param cases how many requests, at least */
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

/** @returns the status of the answer, and what is to be seen then */
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
  expect(status, shown).to.be.below(500);
  const after = await fuzzed.fingerprint();
  // A batch of writes is done up to the one whose point a filter before it has deleted (service/writes/batch.ts).
  const mayHaveBegun = operation === "batchUpdate" && status === 404 && /"filter"/.test(String(sent));
  const mayChange = isWrite && (status === 200 || mayHaveBegun);
  if (!mayChange) expect(after, `changed by ${shown}`).to.equal(before);
  return { status, after };
}
