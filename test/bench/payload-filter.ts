// Filters over payloads through REST: searches and counts whose filter matches 1 %, 10 % and 50 % of the points,
// without and with an index on the field. The decision: one client sends one request after another, so the latency of a
// request is measured.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, startServer } from "../support/process.ts";
import { xorshift } from "./data/clusters.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

const COLLECTION = "/collections/filtered";
const POINTS = 100_000;
const DIMENSION = 64;
const BATCH = 2000;
const BUCKETS = 100;
const SHARES = [1, 10, 50];
const REQUESTS = 100;
/** Fewer requests without an index, because a count then reads every payload. */
const SLOW_REQUESTS = 5;

export async function payloadFilter({ quick }: Options): Promise<Row[]> {
  const points = quick ? POINTS / 10 : POINTS;
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const server = await licensed(await startServer(["--data-dir", dataDir]));
  try {
    const { url } = server;
    await load(url, points);
    await untilIndexed(url, COLLECTION);
    const without = await rowsOf(url, points, "without an index");
    await request(url, "PUT", `${COLLECTION}/index`, { field_name: "bucket", field_schema: "integer" });
    const seconds = await untilRead(url, points);
    const rows = await rowsOf(url, points, "with an index");
    return [...without, ...rows, row("integer index over them", seconds * 1000, "until it is complete")];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function load(url: string, points: number): Promise<void> {
  const uniform = xorshift(7);
  const vector = () => Array.from({ length: DIMENSION }, () => uniform() - 0.5);
  await request(url, "PUT", COLLECTION, { vectors_config: { size: DIMENSION, distance: "Cosine" } });
  for (let first = 0; first < points; first += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => ({
      id: first + i,
      vector: vector(),
      payload: { bucket: (first + i) % BUCKETS, title: `document ${first + i}`, tags: ["a", "b"], pages: i },
    }));
    await request(url, "PUT", `${COLLECTION}/points`, { points: batch });
  }
}

async function rowsOf(url: string, points: number, how: string): Promise<Row[]> {
  const uniform = xorshift(11);
  const rows: Row[] = [];
  for (const share of SHARES) {
    const filter = { must: [{ key: "bucket", range: { lt: (share * BUCKETS) / 100 } }] };
    const goal = `${share} % of ${points} points, ${how}`;
    const search = await milliseconds(REQUESTS, () => {
      const vector = Array.from({ length: DIMENSION }, () => uniform() - 0.5);
      return request(url, "POST", `${COLLECTION}/points/search`, { vector, filter, limit: 10 });
    });
    const count = await milliseconds(how.startsWith("without") ? SLOW_REQUESTS : REQUESTS, () =>
      request(url, "POST", `${COLLECTION}/points/count`, { filter }),
    );
    rows.push(row(`search, ${goal}`, search), row(`count, ${goal}`, count));
  }
  return rows;
}

/** Returns the median of this number of requests, one after another. */
async function milliseconds(requests: number, ask: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < requests; i++) {
    const started = performance.now();
    await ask();
    all.push(performance.now() - started);
  }
  return median(all);
}

/** Resolves when the index has every point. @returns the time in seconds */
async function untilRead(url: string, points: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const info = (await request(url, "GET", COLLECTION)) as {
      payload_schema: Record<string, { points: number }>;
    };
    if (info.payload_schema.bucket?.points === points) return (performance.now() - started) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function row(goal: string, value: number, note = ""): Row {
  return { goal, engine: "azimuth", value, unit: "ms", note };
}
