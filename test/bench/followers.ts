// A follower beside its leader: how old its data is while 5,000 points a second are written, what a follower costs the
// writes of its leader, and how quickly a new one catches up.
// The decision: the age is measured from outside, from the answer to a write until the follower answers a read that
// asks for the position of that write.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { inParallel, request } from "./requests.ts";

const COLLECTION = "/collections/c";
const DIMENSION = 128;
const POINTS_PER_SECOND = 5_000;
const BATCH = 50;
const CONNECTIONS = 4;
const MUST_LAG_MS = 100;

export async function followers({ quick, repeats }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const running: ServerProcess[] = [];
  const start = async (name: string, ...args: string[]) => {
    const server = await startServer(["--data-dir", join(folder, name), ...args]);
    running.push(server);
    return server;
  };
  try {
    const leader = await licensed(await start("leader"));
    await request(leader.url, "PUT", COLLECTION, { vectors: { size: DIMENSION, distance: "Dot" } });
    const writer = new Writer(leader.url);
    const alone = await writer.singles(quick ? 1 : 4);
    const follower = await start("follower", "--follow", leader.url);
    await writer.caughtUp(follower.url);
    const ages = await writer.paced(follower.url, quick ? 2 : 10);
    const rates: number[] = [];
    for (let i = 0; i < repeats; i++) rates.push((await writer.singles(quick ? 1 : 4)) / alone);
    const before = performance.now();
    const late = await start("late", "--follow", leader.url);
    await writer.caughtUp(late.url);
    const seconds = (performance.now() - before) / 1000;
    return rowsOf(ages, rates, writer.written / seconds);
  } finally {
    for (const server of running) await server.stop("SIGKILL");
    rmSync(folder, { recursive: true });
  }
}

function rowsOf(ages: readonly number[], rates: readonly number[], caughtUp: number): Row[] {
  const engine = "azimuth";
  const lag = { engine, unit: "ms", ceiling: true };
  const at = `follower's lag at ${POINTS_PER_SECOND} points/s of ${DIMENSION} numbers`;
  return [
    { ...lag, goal: `${at}: p50`, value: quantile(ages, 0.5) },
    { ...lag, goal: `${at}: p99`, value: quantile(ages, 0.99), must: MUST_LAG_MS },
    { ...lag, goal: `${at}: maximum`, value: Math.max(...ages) },
    {
      ...{ engine, unit: "x", value: median(rates) },
      goal: `upserts of one point at ${CONNECTIONS} connections with a follower, against none`,
    },
    { engine, unit: "points/s", value: caughtUp, goal: "a new follower: start, copy, first read" },
  ];
}

class Writer {
  /** The number of points. */
  written = 0;
  readonly #url: string;
  readonly #random = seededRandom(7);
  #applied = "0:0";

  constructor(url: string) {
    this.#url = url;
  }

  /** Writes one point at a time over several connections. @returns points a second */
  async singles(seconds: number): Promise<number> {
    const first = this.written;
    const until = performance.now() + seconds * 1000;
    await inParallel(CONNECTIONS, async () => {
      while (performance.now() < until) await this.#upsert(1);
    });
    return (this.written - first) / seconds;
  }

  /** Writes at a fixed rate. @returns after how many milliseconds the follower had each write */
  async paced(follower: string, seconds: number): Promise<number[]> {
    const ages: number[] = [];
    const reads: Promise<void>[] = [];
    const began = performance.now();
    for (let i = 0; i < (seconds * POINTS_PER_SECOND) / BATCH; i++) {
      const due = began + (i * BATCH * 1000) / POINTS_PER_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      await this.#upsert(BATCH);
      const answered = performance.now();
      reads.push(this.caughtUp(follower).then(() => void ages.push(performance.now() - answered)));
    }
    await Promise.all(reads);
    return ages;
  }

  /** Resolves when the follower answers with everything that was written. */
  async caughtUp(follower: string): Promise<void> {
    const headers = { "x-at-least": this.#applied };
    const { status } = await fetch(`${follower}${COLLECTION}/points/0?timeout=60`, { headers });
    if (status !== 200) throw new Error(`the follower answered ${status}`);
  }

  async #upsert(count: number): Promise<void> {
    const points = Array.from({ length: count }, () => ({
      id: this.written++,
      vector: Array.from({ length: DIMENSION }, () => Math.fround(this.#random())),
      payload: { text: "a payload of a few words", number: this.written },
    }));
    const body = JSON.stringify({ points });
    const response = await fetch(`${this.#url}${COLLECTION}/points`, { method: "PUT", body });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
    this.#applied = response.headers.get("x-applied")!;
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
