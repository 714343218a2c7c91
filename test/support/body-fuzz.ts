// The property that every request must have, whatever is in it: an answer that openapi.json promises (test/support/rest.ts
// looks at each), never a failure of the server, and nothing changed when it was refused.
import { expect } from "chai";
import fc from "fast-check";
import type { FuzzRequest } from "./fuzz-requests.ts";
import { requests } from "./fuzz-requests.ts";
import type { FuzzServer } from "./fuzz-server.ts";
import { SNAPSHOT } from "./fuzz-world.ts";
import { AS_QDRANT } from "./rest.ts";

/** Of the writes that changed something: how often a restart has to show the same. */
const RESTART_EVERY = 50;
const MOST_SHOWN = 600;

export interface FuzzReport {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that were done at least once. */
  readonly done: ReadonlySet<string>;
  readonly changes: number;
  readonly restarts: number;
}

export async function fuzz(
  fuzzed: FuzzServer,
  { seed, runs }: { seed: number; runs: number },
): Promise<FuzzReport> {
  const statuses: Record<string, number> = {};
  const done = new Set<string>();
  let changes = 0;
  let restarts = 0;
  const property = fc.asyncProperty(requests, async (request) => {
    const { status, isUnchanged } = await ask(fuzzed, request);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 200) done.add(request.operation);
    if (!isUnchanged && ++changes % RESTART_EVERY === 0) {
      restarts++;
      expect(await fuzzed.afterRestart(), "after a restart").to.equal(await fuzzed.fingerprint());
    }
    if (!isUnchanged || request.operation.includes("Snapshot")) await fuzzed.restore();
  });
  await fc.assert(property, { seed, numRuns: runs });
  return { statuses, done, changes, restarts };
}

interface Asked {
  readonly status: number;
  readonly isUnchanged: boolean;
}

async function ask(fuzzed: FuzzServer, request: FuzzRequest): Promise<Asked> {
  const { method, operation, isQdrant } = request;
  const [path, body] = [request.path, request.body].map((part) =>
    typeof part === "string" ? part.replaceAll(SNAPSHOT, fuzzed.snapshot) : part,
  );
  const answer = await fuzzed.server.call(method, path as string, body, isQdrant ? AS_QDRANT : {});
  const { status, text } = answer;
  const isUnchanged = await fuzzed.isUnchanged();
  const shown = `${isQdrant ? "qdrant" : "native"} ${operation} ${method} ${path}: ${text.slice(0, MOST_SHOWN)}`;
  expect(status, shown).to.be.below(500);
  const mayHaveBegun = operation === "batchUpdate" && status === 404;
  if (status !== 200 && !mayHaveBegun) expect(isUnchanged, `changed by a refused ${shown}`).to.equal(true);
  return { status, isUnchanged };
}
