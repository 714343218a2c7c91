// Rankings by text: BM25 over an index of short texts beside Qdrant's engine in one run, calls of the library included,
// and what texts, vectors and both find among dictionary entries.
// The decision: texts are halves of two dictionary entries, so that words occur together as in language, and any number
// of them can be drawn. The engine is called from Python, which is part of its time. What is found is compared by
// category, because no one has judged the entries.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { open } from "../../src/open.ts";
import { seededRandom } from "../support/random.ts";
import { hasWordnet, loadWordnet, wordnetQueries, wordnetTexts } from "../support/wordnet.ts";
import { median } from "./measure.ts";
import { chosen, type Options } from "./options.ts";
import { installPython, PYTHON } from "./python.ts";
import type { Row } from "./report.ts";
import { LineProcess } from "./sparse/line-process.ts";

const OURS = "ours";
const PEER = "qdrant-edge-py";
const ROWS = 200_000;
const QUERIES = 500;
/** Rounds of all queries before the first that counts: the code has to be compiled. */
const WARM_UP = 10;
/** Relative difference of two scores in 32 bits that were computed alike. */
const SAME = 1e-6;
/** CPU of a query, and of indexing a text, relative to the engine. */
const MUST_QUERY = 0.4;
const MUST_INDEX = 1;

interface Answer {
  readonly micros: number;
  readonly p50: number;
  readonly scores: readonly (readonly number[])[];
}

export async function ranking(options: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-ranking-"));
  const processes: LineProcess[] = [];
  try {
    const { texts, queries } = drawn(options.rows ?? (options.quick ? ROWS / 10 : ROWS));
    const files = ["texts", "queries"].map((name) => join(folder, `${name}.json`));
    writeFileSync(files[0]!, JSON.stringify(texts));
    writeFileSync(files[1]!, JSON.stringify(queries));
    const built = new Map<string, number>();
    const answers = new Map<string, Answer[]>();
    const subjects = new Map<string, LineProcess>();
    for (const subject of chosen(options, [OURS, PEER])) {
      const process = start(subject, [...files, join(folder, "engine")]);
      if (!process) continue;
      processes.push(process);
      subjects.set(subject, process);
      built.set(subject, (await process.ask<{ micros: number }>("build")).micros);
    }
    for (let round = 0; round < WARM_UP + options.repeats; round++)
      for (const [subject, process] of subjects) {
        const answer = await process.ask<Answer>("search");
        if (round >= WARM_UP) answers.set(subject, [...(answers.get(subject) ?? []), answer]);
      }
    return [...speedRows(texts.length, built, answers), ...(hasWordnet() ? await qualityRows() : [])];
  } finally {
    for (const process of processes) process.end();
    rmSync(folder, { recursive: true });
  }
}

/** Returns texts of about twelve words, and queries: entries and words of the dictionary that are no texts. */
function drawn(rows: number): { texts: string[]; queries: string[] } {
  const random = seededRandom(1);
  const word = () => `word${Math.floor(random() ** 3 * 20_000).toString(36)}`;
  const some = (count: number) => Array.from({ length: count }, word).join(" ");
  const words = (hasWordnet() ? wordnetTexts() : Array.from({ length: 20_000 }, () => some(12)))
    .join(" ")
    .split(/\s+/);
  const part = (length: number) => {
    const from = Math.floor(random() * (words.length - length));
    return words.slice(from, from + length);
  };
  const texts = Array.from({ length: rows }, () => {
    const length = 5 + Math.floor(random() * 16);
    return [...part(length >> 1), ...part(length - (length >> 1))].join(" ");
  });
  const queries = hasWordnet()
    ? wordnetQueries()
    : Array.from({ length: QUERIES }, () => some(1 + Math.floor(random() * 8)));
  return { texts, queries: queries.slice(0, QUERIES).map(plain) };
}

/** Returns a query without the characters that stand for phrases and prefixes. */
function plain(text: string): string {
  return text.replace(/["*]/g, " ");
}

function start(subject: string, args: readonly string[]): LineProcess | null {
  const script = (name: string) => fileURLToPath(new URL(`./ranking/${name}`, import.meta.url));
  if (subject === OURS)
    return new LineProcess(process.execPath, ["--import", "tsx", script("ours.ts"), ...args]);
  return installPython() ? new LineProcess(PYTHON, [script("engine.py"), ...args]) : null;
}

function speedRows(
  rows: number,
  built: ReadonlyMap<string, number>,
  answers: ReadonlyMap<string, readonly Answer[]>,
): Row[] {
  const [ours, theirs] = [answers.get(OURS), answers.get(PEER)];
  if (!ours) return [];
  const middle = (all: readonly Answer[], of: "micros" | "p50") => median(all.map((answer) => answer[of]));
  const note = theirs && `scores within ${SAME}: ${sameScores(ours[0]!, theirs[0]!)}`;
  const row = (goal: string, own: number, peer: number | undefined, must?: number): Row => ({
    goal: `${goal}, ${rows} texts`,
    engine: OURS,
    value: own,
    unit: "us",
    ceiling: true,
    ...(peer !== undefined && { peer: PEER, peer_value: peer, ratio: own / peer }),
    ...(must !== undefined && { must }),
    ...(note && { note }),
  });
  return [
    row("CPU of a query", middle(ours, "micros"), theirs && middle(theirs, "micros"), MUST_QUERY),
    row("p50 of a query", middle(ours, "p50"), theirs && middle(theirs, "p50")),
    row("CPU of indexing a text", built.get(OURS)!, built.get(PEER), MUST_INDEX),
  ];
}

function sameScores(ours: Answer, theirs: Answer): string {
  const pairs = ours.scores.flatMap((scores, query) =>
    scores.map((score, at) => [score, theirs.scores[query]?.[at] ?? 0] as const),
  );
  const same = pairs.filter(([one, other]) => Math.abs(one - other) <= SAME * Math.abs(one));
  return `${same.length} of ${pairs.length}`;
}

/** The share of the ten best entries that have the category of the query. */
async function qualityRows(): Promise<Row[]> {
  const { entries, queries } = loadWordnet();
  const texts = wordnetTexts();
  const words = wordnetQueries().map(plain);
  const collection_name = "entries";
  const db = await open({ threads: 0 });
  await db.createCollection({
    collection_name,
    vectors_config: { size: entries[0]!.vector.length, distance: "Cosine" },
  });
  const field_schema = { type: "text", language: "english" } as const;
  await db.createFieldIndex({ collection_name, field_name: "body", field_schema });
  for (let first = 0; first < entries.length; first += 1000) {
    const points = entries.slice(first, first + 1000).map(({ vector, category }, i) => ({
      id: first + i,
      vector,
      payload: { body: texts[first + i]!, category },
    }));
    await db.upsertPoints({ collection_name, points });
  }
  const ways = {
    vectors: (i: number) => ({ query: queries[i]!.vector }),
    texts: (i: number) => ({ query: { text: words[i]! } }),
    hybrid: (i: number) => ({ query: { hybrid: { text: words[i]!, vector: queries[i]!.vector } } }),
    "hybrid, k 2": (i: number) => ({
      query: { hybrid: { text: words[i]!, vector: queries[i]!.vector, k: 2 } },
    }),
  };
  const rows: Row[] = [];
  for (const [kind, rest] of [
    ["definitions", 0],
    ["words", 1],
  ] as const)
    for (const [way, queryOf] of Object.entries(ways)) {
      let [same, found] = [0, 0];
      for (let i = rest; i < queries.length; i += 2) {
        const params = way === "vectors" ? { params: { exact: true } } : {};
        const { points } = await db.queryPoints({
          collection_name,
          ...queryOf(i),
          ...params,
          limit: 10,
          with_payload: true,
        });
        same += points.filter(({ payload }) => payload?.category === queries[i]!.category).length;
        found += 10;
      }
      rows.push({
        goal: `share of the category, ${kind}: ${way}`,
        engine: OURS,
        value: same / found,
        unit: "",
      });
    }
  await db.close();
  return rows;
}
