// The time and the CPU of a restart after SIGKILL with a collection that has payload indexes: from the spawn of the
// process to the first answer of a filtered search, to twenty of them, and until the collection is green; and what
// saving the indexes costs.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { between, pick, type Random } from "../support/chance.ts";
import { freePort, licensed, spawnServer, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { cpuOf } from "./edge/cpu.ts";
import { baseCheckout } from "./engines/base.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { type IndexProgress, request, untilIndexed } from "./requests.ts";

const COLLECTION = "/collections/indexed";
const POINTS = 80_000;
const QUICK_POINTS = 8_000;
const BATCH = 500;
const SIZE = 32;
const SEARCHES = 20;
const PAYLOAD_SCHEMA = { n: "integer", city: "keyword", about: "text", place: "geo" };
const WORDS = 5_000;
const CITIES = 1_000;

/** Wall time and CPU time in seconds. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

interface Restart {
  readonly first: Cost;
  readonly searches: Cost;
  readonly green: Cost;
}

/** A checkout whose server is measured, and its data. */
interface Subject {
  readonly name: string;
  readonly main: string | undefined;
  readonly dataDir: string;
  readonly restarts: Restart[];
  rows: Row[];
}

export async function restartWithIndexes({ repeats, quick, rows: points }: Options): Promise<Row[]> {
  const count = points ?? (quick ? QUICK_POINTS : POINTS);
  const base = baseCheckout();
  const mains = [
    ["azimuth", undefined] as const,
    ...(base ? [["base", join(base, "dist/main.js")] as const] : []),
  ];
  const subjects = mains.map(
    ([name, main]): Subject => ({
      ...{ name, main, restarts: [], rows: [] },
      dataDir: mkdtempSync(join(tmpdir(), "azimuth-bench-")),
    }),
  );
  try {
    for (const subject of subjects) subject.rows = await fill(subject, count);
    for (let i = 0; i < repeats; i++)
      for (const subject of subjects) subject.restarts.push(await measure(subject, seededRandom(i + 1)));
    return subjects.flatMap((subject) => [...subject.rows, ...rowsOf(subject)]);
  } finally {
    for (const { dataDir } of subjects) rmSync(dataDir, { recursive: true });
  }
}

/** Loads the points, and takes checkpoints: of all, and of one changed payload. */
async function fill({ name: engine, main, dataDir }: Subject, points: number): Promise<Row[]> {
  const server = await licensed(await startServer(["--data-dir", dataDir, "--extended-api"], {}, [], main));
  const { url } = server;
  await request(url, "PUT", COLLECTION, { vectors_config: { size: SIZE, distance: "Euclid" } });
  for (const [field_name, field_schema] of Object.entries(PAYLOAD_SCHEMA))
    await request(url, "PUT", `${COLLECTION}/index`, { field_name, field_schema });
  const random = seededRandom(7);
  for (let first = 0; first < points; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, points - first) }, (_, i) =>
      pointOf(random, first + i),
    );
    await request(url, "PUT", `${COLLECTION}/points?wait=true`, { points: batch });
  }
  await untilIndexed(url, COLLECTION);
  const rows: Row[] = [];
  for (const what of ["of all points", "of one changed payload"]) {
    const before = { at: performance.now(), cpu: cpuOf(server.child.pid!).all, bytes: indexBytes(dataDir) };
    await request(url, "POST", "/checkpoint");
    const cpu = cpuOf(server.child.pid!).all - before.cpu;
    const note = `${(performance.now() - before.at).toFixed(0)} ms; files of indexes: ${mib(before.bytes)} before, ${mib(indexBytes(dataDir))} after`;
    rows.push({ goal: `checkpoint ${what}, CPU`, engine, value: cpu, unit: "s", ceiling: true, note });
    const payload = { city: "elsewhere" };
    await request(url, "POST", `${COLLECTION}/points/payload`, { points: [1], payload });
  }
  await server.stop("SIGKILL");
  return rows;
}

async function measure({ main, dataDir }: Subject, random: Random): Promise<Restart> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const spawned = performance.now();
  const server = spawnServer(["--data-dir", dataDir, "--rest-port", String(port)], main);
  const cost = () => ({ wall: (performance.now() - spawned) / 1000, cpu: cpuOf(server.pid!).all });
  await untilAnswered(url, random);
  const first = cost();
  for (let i = 1; i < SEARCHES; i++) await search(url, random);
  const searches = cost();
  while (((await request(url, "GET", COLLECTION)) as IndexProgress).status !== "green")
    await new Promise((resolve) => setTimeout(resolve, 10));
  const green = cost();
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await gone;
  return { first, searches, green };
}

/** Sends a search until it succeeds; the server refuses it while it starts. */
async function untilAnswered(url: string, random: Random): Promise<void> {
  for (;;) {
    try {
      await search(url, random);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** A filtered search, with a filter that no other one has. */
async function search(url: string, random: Random): Promise<void> {
  const low = between(random, 0, 900_000);
  const must = [
    { key: "n", range: { gte: low, lt: low + 100_000 } },
    { key: "about", match: { text: wordOf(random) } },
  ];
  const body = { vector: vectorOf(random), limit: 10, filter: { must }, with_payload: false };
  await request(url, "POST", `${COLLECTION}/points/search`, body);
}

function pointOf(random: Random, id: number): object {
  const payload = {
    n: between(random, 0, 1_000_000),
    city: `city ${between(random, 1, CITIES)}`,
    about: Array.from({ length: 8 }, () => wordOf(random)).join(" "),
    place: { lon: random() * 360 - 180, lat: random() * 180 - 90 },
    note: pick(random, ["", "a longer text that no index contains, as payloads often have"]),
  };
  return { id, vector: vectorOf(random), payload };
}

const vectorOf = (random: Random) => Array.from({ length: SIZE }, () => Math.round(random() * 1000) / 1000);
/** Common words are drawn more often. */
const wordOf = (random: Random) => `word${Math.floor(WORDS * random() ** 3)}`;

function rowsOf({ name, restarts }: Subject): Row[] {
  const parts = [
    ["first filtered answer", "first"],
    [`${SEARCHES} filtered answers`, "searches"],
    ["green", "green"],
  ] as const;
  return parts.flatMap(([what, part]) =>
    (["wall", "cpu"] as const).map((kind): Row => {
      const all = restarts.map((restart) => restart[part][kind]);
      const note = `each: ${all.map((one) => one.toFixed(2)).join(" ")}`;
      const goal = `SIGKILL, spawn to ${what}, ${kind === "cpu" ? "CPU" : kind}`;
      return { goal, engine: name, value: median(all), unit: "s", ceiling: true, note };
    }),
  );
}

function indexBytes(dataDir: string): number {
  const files = readdirSync(dataDir, { recursive: true }) as string[];
  const ofIndexes = files.filter((file) => /index-\d+-\d+\.bin$/.test(file));
  return ofIndexes.reduce((sum, file) => sum + statSync(join(dataDir, file)).size, 0);
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
