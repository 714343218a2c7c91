// The time of a start after SIGKILL to the first answer of a filtered search, in starts of an empty program of Node:
// with the whole log to replay, after a checkpoint, and after many points were overwritten since the checkpoint.
// The decision: the copies of the data directory are made once, and every start has a fresh copy, because it may write.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, spawnServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { cpuOf } from "./edge/cpu.ts";
import { baseCheckout } from "./engines/base.ts";
import {
  COLLECTION,
  filteredSearch,
  flagsFor,
  load,
  POINTS,
  residentBytes,
  startLoadable,
  write,
} from "./loaded.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

const QUICK_POINTS = 8_000;
/** The share of the points that is overwritten: 35,000 of 80,000. */
const OVERWRITTEN = 7 / 16;
/** A poll costs the server CPU time, too. */
const POLL_MS = 10;
const EMPTY_STARTS = 20;
/** Fields of /proc/self/stat after the name: the CPU time of children that have ended, in hundredths of a second. */
const CHILD_TIMES = [13, 14];
const TICKS = 100;
const MEBIBYTE = 2 ** 20;

const STATES = {
  log: { what: "the whole log to replay", must: 12, aim: 8 },
  checkpoint: { what: "a checkpoint", must: 5, aim: 3 },
  overwritten: { what: "35,000 overwrites since the checkpoint", must: 15, aim: 10 },
} as const;

interface Start {
  readonly wall: number;
  readonly cpu: number;
  readonly resident: number;
}

export async function restartKilled({ repeats, quick, rows }: Options): Promise<Row[]> {
  const points = rows ?? (quick ? QUICK_POINTS : POINTS);
  const folder = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  try {
    await fill(folder, points);
    const base = baseCheckout();
    const mains: [string, string | undefined][] = [["azimuth", undefined]];
    if (base) mains.push(["base", join(base, "dist/main.js")]);
    const starts = new Map<string, Start[]>();
    const empty: Omit<Start, "resident">[] = [];
    for (let i = 0; i < repeats; i++) {
      empty.push(emptyStart());
      for (const state of Object.keys(STATES))
        for (const [engine, main] of mains) {
          const key = `${engine} ${state}`;
          starts.set(key, [...(starts.get(key) ?? []), await measure(folder, state, i, main)]);
        }
    }
    const node = { wall: median(empty.map(({ wall }) => wall)), cpu: median(empty.map(({ cpu }) => cpu)) };
    return mains.flatMap(([engine]) =>
      Object.entries(STATES).flatMap(([state, goal]) =>
        rowsOf(engine, goal, starts.get(`${engine} ${state}`)!, node),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes the directories, each as a kill would leave it at that moment. */
async function fill(folder: string, points: number): Promise<void> {
  const live = join(folder, "live");
  const random = seededRandom(7);
  const server = await startLoadable(live);
  const keep = (state: keyof typeof STATES) => cpSync(live, join(folder, state), { recursive: true });
  await load(server, points, random);
  keep("log");
  await untilIndexed(server.url, COLLECTION);
  await request(server.url, "POST", "/checkpoint");
  keep("checkpoint");
  const overwritten = Array.from({ length: points * OVERWRITTEN }, (_, i) => 2 * i);
  await write(server.url, overwritten, random);
  keep("overwritten");
  await server.stop("SIGKILL");
}

/** Returns the mean seconds of an empty program. */
function emptyStart(): Omit<Start, "resident"> {
  const before = { wall: performance.now(), cpu: childSeconds() };
  for (let i = 0; i < EMPTY_STARTS; i++) spawnSync(process.execPath, ["-e", ""]);
  const wall = (performance.now() - before.wall) / 1000;
  return { wall: wall / EMPTY_STARTS, cpu: (childSeconds() - before.cpu) / EMPTY_STARTS };
}

function childSeconds(): number {
  const text = readFileSync("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return CHILD_TIMES.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
}

async function measure(folder: string, state: string, seed: number, main?: string): Promise<Start> {
  const dataDir = join(folder, "started");
  cpSync(join(folder, state), dataDir, { recursive: true });
  const port = await freePort();
  const random = seededRandom(seed + 1);
  const spawned = performance.now();
  const server = spawnServer([...flagsFor(dataDir), "--rest-port", String(port)], main);
  await firstAnswer(`http://127.0.0.1:${port}`, random);
  const wall = (performance.now() - spawned) / 1000;
  const start = { wall, cpu: cpuOf(server.pid!).all, resident: residentBytes(server.pid!) };
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await gone;
  rmSync(dataDir, { recursive: true });
  return start;
}

async function firstAnswer(url: string, random: () => number): Promise<void> {
  for (;;) {
    try {
      await filteredSearch(url, random);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function rowsOf(
  engine: string,
  { what, must, aim }: (typeof STATES)[keyof typeof STATES],
  starts: readonly Start[],
  node: Omit<Start, "resident">,
): Row[] {
  const resident = Math.round(median(starts.map((start) => start.resident)) / MEBIBYTE);
  return (["wall", "cpu"] as const).map((kind): Row => {
    const all = starts.map((start) => start[kind]);
    const value = median(all);
    const note = `each: ${all.map((one) => one.toFixed(2)).join(" ")}; ${resident} MiB resident`;
    const goal = `SIGKILL with ${what}: spawn to first filtered answer, ${kind === "cpu" ? "CPU" : kind}`;
    const peer = { peer: 'node -e ""', peer_value: node[kind], ratio: value / node[kind] };
    return { goal, engine, value, unit: "s", ...peer, must, aim, ceiling: true, note };
  });
}
