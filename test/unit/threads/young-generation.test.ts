// The limit of the young generation, in a process of its own, because the flag is that of the whole process.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const { href: TYPESCRIPT } = new URL("../../support/typescript.mjs", import.meta.url);
const FILE = fileURLToPath(new URL("../../../src/threads/young-generation.ts", import.meta.url));
/** Keeps many objects alive for a while, and starts a thread meanwhile. Prints the largest size in MB. */
const PROGRAM = `
  const { limitYoungGeneration, keepYoungGeneration } = await import(${JSON.stringify(FILE)});
  if (process.argv.includes("limited")) limitYoungGeneration();
  const { getHeapSpaceStatistics } = await import("node:v8");
  const { Worker } = await import("node:worker_threads");
  const kept = [];
  let most = 0;
  for (let round = 0; round < 80; round++) {
    for (let i = 0; i < 20_000; i++) kept[(round * 20_000 + i) % 400_000] = { round, i, more: [i] };
    await new Promise((resolve) => setImmediate(resolve));
    if (round === 50) {
      const worker = new Worker("", { eval: true });
      await new Promise((resolve) => worker.once("online", resolve));
      keepYoungGeneration();
      await worker.terminate();
    }
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size);
  }
  console.log(most / 2 ** 20);
`;

describe("the young generation of the main thread", () => {
  it("the young generation of the main thread stays small once it is limited, also when threads are started", () => {
    const largest = (...args: string[]) => {
      const flags = ["--import", TYPESCRIPT, "--input-type=module", "-e", PROGRAM, "--", ...args];
      return Number(execFileSync(process.execPath, flags, { encoding: "utf8" }));
    };
    // V8 of Node 26 grows by other steps: it passes the limit by more, and without a limit the size is any of 14 to 66.
    const isNewer = Number(process.versions.node.split(".")[0]) >= 26;
    if (!isNewer) expect(largest(), "without the limit").to.be.at.least(24);
    expect(largest("limited")).to.be.at.most(isNewer ? 32 : 16);
  });
});
