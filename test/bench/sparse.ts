// Sparse vectors: CPU time of a search and of an insertion, and memory, beside Qdrant's engine and zvec in one run.
// The decision: each subject is a process of its own that answers the same commands, and all take turns, so that what
// else the machine does concerns all of them. Qdrant's engine takes part where Python can install it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type SparseKind, writeSparse } from "./data/sparse.ts";
import { progress } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import { chosen, type Options } from "./options.ts";
import { installPeers, NODE_24 } from "./peers.ts";
import { installPython, PYTHON } from "./python.ts";
import type { Row } from "./report.ts";
import { LineProcess } from "./sparse/line-process.ts";

const SUBJECTS = ["ours", "ours, engine alone", "qdrant-edge-py", "zvec"] as const;
type Subject = (typeof SUBJECTS)[number];
const KINDS: readonly SparseKind[] = ["splade-like", "bm25-like"];
const SIZES = [100_000, 1_000_000];
const QUERIES = 500;
/** Rounds of all queries that are not measured. */
const WARM_UP = 6;
/** zvec compares all vectors and takes objects, so it gets the smaller size only. */
const MOST_FOR_ZVEC = 100_000;
/** The goals of the ratio of search times, by kind and size. */
const GOALS: Readonly<Record<SparseKind, readonly [must: number, aim: number][]>> = {
  "splade-like": [
    [0.7, 0.5],
    [0.7, 0.5],
  ],
  "bm25-like": [
    [0.5, 0.3],
    [0.25, 0.14],
  ],
};
const INSERT_GOAL = { must: 25 };

interface Built {
  readonly micros: number;
  readonly bytes: number;
}

interface Searched {
  readonly micros: number;
  /** The scores of the hits of each query, the best first. */
  readonly scores: readonly (readonly number[])[];
}

interface Measured {
  readonly process: LineProcess;
  readonly built: Built;
  readonly micros: number[];
  scores: Searched["scores"];
}

export async function sparse(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const sizes = options.rows ? [options.rows] : options.quick ? SIZES.slice(0, 1) : SIZES;
  for (const kind of KINDS) for (const size of sizes) rows.push(...(await measure(kind, size, options)));
  return rows;
}

async function measure(kind: SparseKind, size: number, options: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-sparse-"));
  const files = { documents: join(folder, "documents"), queries: join(folder, "queries") };
  const subjects = new Map<Subject, Measured>();
  try {
    writeSparse(kind, size, QUERIES, files);
    for (const subject of chosen(options, SUBJECTS)) {
      const process = start(subject, size, files, join(folder, subject.replaceAll(/\W/g, "-")));
      if (process === null) continue;
      const built = await process.ask<Built>("build");
      subjects.set(subject, { process, built, micros: [], scores: [] });
      progress(`${kind} ${size}: ${subject} has all documents`);
    }
    for (let repeat = -WARM_UP; repeat < options.repeats; repeat++) {
      for (const one of subjects.values()) {
        const { micros, scores } = await one.process.ask<Searched>("search");
        // The first rounds compile code and fill caches: a process that serves runs longer than these.
        if (repeat >= 0) one.micros.push(micros);
        one.scores = scores;
      }
    }
    return rowsOf(kind, size, subjects);
  } finally {
    for (const { process } of subjects.values()) process.end();
    rmSync(folder, { recursive: true });
  }
}

/** Starts a subject; null: it cannot take part. */
function start(
  subject: Subject,
  size: number,
  { documents, queries }: { readonly documents: string; readonly queries: string },
  folder: string,
): LineProcess | null {
  const script = (name: string) => fileURLToPath(new URL(`./sparse/${name}`, import.meta.url));
  if (subject === "qdrant-edge-py") {
    if (!installPython()) return null;
    return new LineProcess(PYTHON, [script("engine.py"), documents, queries, folder]);
  }
  if (subject === "zvec") {
    if (size > MOST_FOR_ZVEC) return null;
    installPeers();
    return new LineProcess(NODE_24, ["--import", "tsx", script("zvec.ts"), documents, queries, folder]);
  }
  const part = subject === "ours" ? "library" : "engine";
  return new LineProcess(process.execPath, ["--import", "tsx", script("ours.ts"), documents, queries, part]);
}

function rowsOf(kind: SparseKind, size: number, subjects: ReadonlyMap<Subject, Measured>): Row[] {
  const rows: Row[] = [];
  const name = `${kind} ${size}`;
  const edge = subjects.get("qdrant-edge-py");
  for (const [engine, { built, micros, scores }] of subjects) {
    const [must, aim] = GOALS[kind][size > MOST_FOR_ZVEC ? 1 : 0]!;
    const isOurs = engine.startsWith("ours");
    const against = isOurs && edge ? edge : null;
    rows.push({
      goal: `search, ${name}`,
      engine,
      value: median(micros),
      unit: "us",
      ceiling: true,
      ...(against && {
        peer: "qdrant-edge-py",
        peer_value: median(against.micros),
        ratio: median(micros.map((value, i) => value / against.micros[i]!)),
        must,
        aim,
        note: sameScores(scores, against.scores),
      }),
    });
    const goal = engine === "ours, engine alone" ? INSERT_GOAL : {};
    rows.push({
      goal: `insert and index, ${name}`,
      engine,
      value: built.micros,
      unit: "us",
      ceiling: true,
      ...goal,
    });
    rows.push({
      goal: `resident, ${name}`,
      engine,
      value: built.bytes / 2 ** 20,
      unit: "MiB",
      ceiling: true,
    });
  }
  return rows;
}

/** Says how many queries have the scores of the peer: sums are rounded in another order there. */
function sameScores(ours: Searched["scores"], theirs: Searched["scores"]): string {
  const same = ours.filter((scores, query) =>
    scores.every((score, i) => Math.abs(score - theirs[query]![i]!) <= 1e-5 * Math.abs(score)),
  );
  return `${same.length} of ${ours.length} queries have the scores of the peer`;
}
