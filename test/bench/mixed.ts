// Latencies of searches while a client writes continuously, and while checkpoints are taken one after another. The
// decision: an open loop. Searches are sent at fixed times whatever became of earlier ones, and a latency counts from
// the time at which the search was due, so that a pause of the server delays every search that was due during it.
import { seededRandom } from "../support/random.ts";
import { librarySubject, type NewPoint, type Subject, serverSubject } from "./mixed-subjects.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { inParallel } from "./requests.ts";

const DIMENSION = 128;
const POINTS = 100_000;
const BATCH = 256;
const LOADERS = 4;
const SEARCHES_PER_SECOND = 50;
const SECONDS = 15;
/** The time between two checkpoints. */
const EVERY_MS = 2_000;
/** Points per second that leave a part of the machine idle. */
const PACED = 2_000;
const K = 10;
const EF = 64;
const CENTRES = 1_000;
const SPREAD = 0.8;
const SEED = 1;
const BATCHES = 64;
const MUST_MS = 25;
const AIM_MS = 10;

export async function mixed({ quick }: Options): Promise<Row[]> {
  const points = quick ? POINTS / 4 : POINTS;
  const rows: Row[] = [];
  for (const open of [serverSubject, librarySubject]) {
    const subject: Subject = await open(DIMENSION);
    try {
      rows.push(...(await phases(subject, points)));
    } finally {
      await subject.close();
    }
  }
  return rows;
}

async function phases(subject: Subject, points: number): Promise<Row[]> {
  const draw = vectors(points);
  let next = 0;
  await inParallel(LOADERS, async () => {
    for (let first = next; first < points; first = next) {
      next += BATCH;
      await subject.write(subject.batchOf(pointsFrom(first, Math.min(BATCH, points - first), draw)));
    }
  });
  await subject.untilIndexed();
  const rows: Row[] = [];
  for (const rate of [PACED, Number.POSITIVE_INFINITY]) {
    for (const checkpointing of [false, true]) {
      rows.push(await phase({ subject, points, draw, rate, checkpointing }));
      await subject.untilIndexed();
    }
  }
  return rows;
}

interface Phase {
  readonly subject: Subject;
  readonly points: number;
  readonly draw: () => number[];
  /** The maximum number of points written in a second. */
  readonly rate: number;
  /** Whether a checkpoint is taken every two seconds. */
  readonly checkpointing: boolean;
}

async function phase({ subject, points, draw, rate, checkpointing }: Phase): Promise<Row> {
  const random = seededRandom(SEED);
  let running = true;
  let written = 0;
  let checkpoints = 0;
  // Batches are made before, so that this process sends its searches in time.
  const batches = Array.from({ length: BATCHES }, () =>
    subject.batchOf(pointsFrom(Math.floor(random() * (points - BATCH)), BATCH, draw)),
  );
  const started = performance.now();
  const writer = (async () => {
    for (let i = 0; running; i++) {
      await until(started + (written * 1000) / rate);
      await subject.write(batches[i % BATCHES]);
      written += BATCH;
    }
  })();
  const other = (async () => {
    while (running && checkpointing) {
      await subject.checkpoint();
      checkpoints++;
      await until(started + checkpoints * EVERY_MS);
    }
  })();
  const times = await searches(subject, draw);
  running = false;
  await Promise.all([writer, other]);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  const writing = rate === PACED ? `${PACED} points/s are written` : "batches are written without pause";
  return {
    goal: `p99 of a search while ${writing}${checkpointing ? " and checkpoints taken" : ""}`,
    engine: subject.name,
    value: at(0.99),
    unit: "ms",
    must: MUST_MS,
    aim: AIM_MS,
    ceiling: true,
    note:
      `p50 ${at(0.5).toFixed(1)}, max ${times.at(-1)!.toFixed(1)} ms; ${Math.round(written / SECONDS)} points/s` +
      (checkpointing ? `; ${checkpoints} checkpoints` : ""),
  };
}

function until(time: number): Promise<void> {
  const ms = time - performance.now();
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}

async function searches(subject: Subject, draw: () => number[]): Promise<number[]> {
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const started = performance.now();
  for (let i = 0; i < SECONDS * SEARCHES_PER_SECOND; i++) {
    const due = started + (i * 1000) / SEARCHES_PER_SECOND;
    await until(due);
    const search = { vector: draw(), limit: K, params: { hnsw_ef: EF }, with_payload: false } as const;
    sent.push(
      subject.search(search).then(() => {
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(sent);
  return times;
}

function pointsFrom(first: number, count: number, draw: () => number[]): NewPoint[] {
  return Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vector: draw(),
    payload: { n: first + i },
  }));
}

/** Returns vectors around centres, which are made before so that searches are sent in time. */
function vectors(count: number): () => number[] {
  const random = seededRandom(SEED);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: CENTRES }, () => Array.from({ length: DIMENSION }, normal));
  const made = Array.from({ length: Math.min(count, 20_000) }, () => {
    const centre = centres[Math.floor(random() * CENTRES)]!;
    return centre.map((value) => Math.fround(value + SPREAD * normal()));
  });
  let next = 0;
  return () => made[next++ % made.length]!;
}
