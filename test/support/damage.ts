// Damages a stored database, and classifies the result of opening it.
// The decision: there are five verdicts. Only one is wrong, which is other data than was stored without any message.
import type { LoadReport } from "../../src/core/database/start.ts";
import { DamagedFile } from "../../src/errors/failures.ts";
import { VectorDbError } from "../../src/errors/vector-db-error.ts";
import { takeOver } from "../../src/storage/format.ts";
import { filesOf, fromJson, MANIFEST, numberOf } from "../../src/storage/manifest.ts";
import type { MemoryFs } from "../../src/storage/memory-fs.ts";
import { readSealed } from "../../src/storage/sealed-file.ts";
import { between, pick, roundRandom } from "./chance.ts";
import { type Contents, contentsOf, DIR, prepareIn, type StoredDatabase } from "./stored-database.ts";

export type Verdict = "reported" | "healed" | "torn" | "not needed" | "accepted";

export interface Outcome {
  readonly verdict: Verdict;
  /** The message, or what is wrong. */
  readonly text: string;
  /** The last LSN that the database showed. */
  readonly lastLsn: number;
}

/** The file and the position, which every message about damage must contain. */
const NAMED = /\/data\/|\d+\.json|\d+\/[a-z]+(-\d+)*\.[a-z0-9]+/;
const PLACED =
  /at byte \d+|is missing|are missing|lost its log|reached LSN|cannot be read from byte|both its copies|starts? at LSN|it says it is segment/;

/** Opens the database in `fs`, reads everything, and continues up to a last checkpoint. */
export async function outcomeOf(
  fs: MemoryFs,
  { history, lastLsn, seenBy }: StoredDatabase,
): Promise<Outcome> {
  const { database } = prepareIn(seenBy(fs));
  try {
    takeOver(fs, DIR);
    const report = (await database.load())!;
    const contents = await contentsOf(database);
    return { ...judge(report, contents, history, lastLsn), lastLsn: report.lastLsn };
  } catch (error) {
    return { ...judgeRefusal(error), lastLsn };
  } finally {
    await database.close();
  }
}

function judgeRefusal(error: unknown): Omit<Outcome, "lastLsn"> {
  const { message: text } = error as Error;
  const known =
    error instanceof DamagedFile || (error instanceof VectorDbError && error.code === "START_REFUSED");
  const verdict = known && NAMED.test(text) && PLACED.test(text) ? "reported" : "accepted";
  return { verdict, text: verdict === "reported" ? text : `no name and place: ${(error as Error).stack}` };
}

function judge(
  { faults, torn, unclean, lastLsn: shown }: LoadReport,
  contents: Contents,
  history: ReadonlyMap<number, Contents>,
  lastLsn: number,
): Omit<Outcome, "lastLsn"> {
  // If the WATERMARK was last written at the end of a segment, a log without later segments seems to end there. That
  // counts as a tail; after an orderly stop `check` allows none.
  if (!unclean && shown > lastLsn) return { verdict: "accepted", text: `ends with LSN ${shown}` };
  const wanted = history.get(shown)!;
  const errors: string[] = [];
  for (const name of new Set([...wanted.keys(), ...contents.keys()])) {
    const found = contents.get(name);
    if (found instanceof Error) errors.push(`${name}: ${found.message}`);
    else if (found !== wanted.get(name))
      return { verdict: "accepted", text: `${name} is ${found}\nnot ${wanted.get(name)}` };
  }
  const unclear = errors.find((text) => !NAMED.test(text) || !PLACED.test(text));
  if (unclear) return { verdict: "accepted", text: `no name and place: ${unclear}` };
  if (errors.length > 0) return { verdict: "reported", text: [...errors, ...faults].join("\n") };
  if (faults.length > 0) return { verdict: "healed", text: faults.join("\n") };
  // After a kill nothing proves that the last records were acknowledged, so losing them counts as a torn tail.
  if (torn || shown < lastLsn) return { verdict: "torn", text: `from LSN ${shown + 1} on: ${torn?.reason}` };
  return { verdict: "not needed", text: "" };
}

export interface Flips {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The first wrong result, as a text. */
  readonly wrong: string | null;
}

/** Flips single bits of live bytes, each in a copy of the directory, and ends with the first wrong result. */
export async function flipBits(
  count: number,
  seed: number,
  stored: ReadonlyMap<string, StoredDatabase>,
): Promise<Flips> {
  const counts: Record<Verdict, number> = { reported: 0, healed: 0, torn: 0, "not needed": 0, accepted: 0 };
  for (let i = 0; i < count; i++) {
    const random = roundRandom(seed, i);
    const [stop, database] = pick(random, [...stored]);
    const { path, from, to } = pick(random, liveBytes(database.fs));
    const [byte, bit] = [between(random, from, to - 1), between(random, 0, 7)];
    const fs = database.fs.clone();
    fs.get(path)[byte]! ^= 1 << bit;
    const { verdict, text } = await outcomeOf(fs, database);
    counts[verdict]++;
    if (verdict !== "accepted" && !(verdict === "torn" && stop === "clean")) continue;
    const wrong = `SEED=${seed}, flip ${i}: bit ${bit} of byte ${byte} of ${path}, ${stop}: ${verdict}: ${text}`;
    return { counts, wrong };
  }
  return { counts, wrong: null };
}

/** The live bytes of a file. */
export interface Live {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Returns all bytes that a kept checkpoint or the log refers to. */
export function liveBytes(fs: MemoryFs): Live[] {
  const ends = new Map<string, number>();
  const note = (path: string, to: number) => ends.set(path, Math.max(to, ends.get(path) ?? 0));
  for (const path of fs.paths) {
    const size = fs.get(path).length;
    const isManifest = path.startsWith(`${DIR}/collections/`) && path.endsWith(".json");
    if (path.endsWith(".wal")) note(path, fs.get(path).findLastIndex((byte) => byte !== 0) + 1);
    else if (isManifest || !/collections|WATERMARK/.test(path)) note(path, size);
    if (!isManifest) continue;
    const [name, uuid] = path.split("/").reverse() as [string, string];
    for (const { file, bytes } of filesOf(
      fromJson(path, readSealed(fs, path, MANIFEST), uuid, numberOf(name)!),
    ))
      if (bytes > 0) note(`${DIR}/collections/${file}`, bytes);
  }
  const watermark = [0, 4096].map((from) => ({ path: `${DIR}/wal/WATERMARK`, from, to: from + 24 }));
  return [...[...ends].map(([path, to]) => ({ path, from: 0, to })), ...watermark];
}
