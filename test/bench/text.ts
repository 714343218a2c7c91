// Texts: how fast documents become vectors of BM25, by tokenizer and language, beside Qdrant's engine in one run.
// The decision: each subject is a process of its own, and they take turns. The documents are entries of a dictionary,
// and drawn ones where it is not beside this checkout. The engine makes vectors for Python, which is part of its time.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../support/random.ts";
import { hasWordnet, wordnetTexts } from "../support/wordnet.ts";
import { median } from "./measure.ts";
import { chosen, type Options } from "./options.ts";
import { installPython, PYTHON } from "./python.ts";
import type { Row } from "./report.ts";
import { LineProcess } from "./sparse/line-process.ts";

const OURS = "ours";
const PEER = "qdrant-edge-py";
const TEXTS = 20_000;
/** Entries that are joined to a document of about a kilobyte. */
const ENTRIES = 12;
const GOAL_MB = 30;
const CASES: Readonly<Record<string, object>> = {
  "word, english": {},
  whitespace: { tokenizer: "whitespace" },
  prefix: { tokenizer: "prefix" },
  code: { tokenizer: "code" },
  multilingual: { tokenizer: "multilingual" },
  "word, german": { language: "german" },
  "word, folded": { ascii_folding: true },
};

export async function text(options: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-text-"));
  const subjects = new Map<string, LineProcess>();
  try {
    const rows: Row[] = [];
    for (const [size, texts] of Object.entries(documents(options))) {
      const file = join(folder, `${size}.json`);
      writeFileSync(file, JSON.stringify(texts));
      for (const subject of chosen(options, [OURS, PEER])) {
        const process = start(subject, file);
        if (process) subjects.set(subject, process);
      }
      for (const [name, given] of Object.entries(CASES))
        rows.push(...(await measure(`${name}, ${size}`, given, texts, subjects, options)));
      for (const process of subjects.values()) process.end();
    }
    return rows;
  } finally {
    for (const process of subjects.values()) process.end();
    rmSync(folder, { recursive: true });
  }
}

/** Returns short documents, and long ones of the same words. */
function documents({ rows, quick }: Options): Record<string, string[]> {
  const short = (hasWordnet() ? wordnetTexts() : drawn()).slice(0, rows ?? (quick ? TEXTS / 10 : TEXTS));
  const long = short.flatMap((_, i) => (i % ENTRIES === 0 ? [short.slice(i, i + ENTRIES).join("; ")] : []));
  return { "short documents": short, "long documents": long };
}

function drawn(): string[] {
  const random = seededRandom(1);
  const word = () => `word${Math.floor(random() ** 3 * 20_000).toString(36)}`;
  return Array.from({ length: TEXTS }, () => Array.from({ length: 12 }, word).join(" "));
}

function start(subject: string, file: string): LineProcess | null {
  const script = (name: string) => fileURLToPath(new URL(`./text/${name}`, import.meta.url));
  if (subject === OURS)
    return new LineProcess(process.execPath, ["--import", "tsx", script("ours.ts"), file]);
  return installPython() ? new LineProcess(PYTHON, [script("engine.py"), file]) : null;
}

async function measure(
  name: string,
  given: object,
  texts: readonly string[],
  subjects: ReadonlyMap<string, LineProcess>,
  { repeats }: Options,
): Promise<Row[]> {
  const micros = new Map<string, number[]>();
  for (let repeat = 0; repeat <= repeats; repeat++) {
    for (const [subject, process] of subjects) {
      const answer = await process.ask<{ micros: number }>(JSON.stringify(given));
      // The first round compiles code and learns words.
      if (repeat > 0) micros.set(subject, [...(micros.get(subject) ?? []), answer.micros]);
    }
  }
  const bytes = texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  const [ours, theirs] = [micros.get(OURS), micros.get(PEER)];
  if (!ours) return [];
  const speed = (all: readonly number[]) => bytes / median([...all]);
  const peer = theirs && {
    peer: PEER,
    peer_value: speed(theirs),
    note: `${(median(theirs.map((one, i) => one / ours[i]!))).toFixed(2)} times its speed`,
  };
  const goal = name.startsWith("word, english") ? { must: GOAL_MB } : {};
  return [
    { goal: `tokens and vectors: ${name}`, engine: OURS, value: speed(ours), unit: "MB/s", ...peer, ...goal },
    {
      goal: `documents: ${name}`,
      engine: OURS,
      value: texts.length / (median(ours) / 1e6),
      unit: "/s",
    },
  ];
}
