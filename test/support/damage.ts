// Damage to a stored database, and what becomes of it when it is opened.
// The decision: five verdicts. Only one is wrong, and it is the one that needs no message to be: other data than was stored,
// without a word.
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
  /** What was said, or what is wrong. */
  readonly text: string;
  /** The last LSN that was shown. */
  readonly lastLsn: number;
}

/** Which file, and where in it: what every message about damage has to name. */
const NAMED = /\/data\/|\d+\.json|\d+\/[a-z]+(-\d+)*\.[a-z0-9]+/;
const PLACED =
  /at byte \d+|is missing|are missing|lost its log|reached LSN|cannot be read from byte|both its copies|starts? at LSN|it says it is segment/;

/** Opens what is in `fs`, looks at everything, and lets the database go on as it would: with a last checkpoint. */
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
  // Where the watermark was written last at the end of a segment, a log without those behind it looks as if it ended there. That is a
  // tail, too: after a stop in order `check` takes none.
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
  // After a kill, nothing proves that the last records were acknowledged: their loss is a tail that was never written.
  if (torn || shown < lastLsn) return { verdict: "torn", text: `from LSN ${shown + 1} on: ${torn?.reason}` };
  return { verdict: "not needed", text: "" };
}

export interface Flips {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The first that should not have been, in words. */
  readonly wrong: string | null;
}

/** Flips single bits of what counts, each in a directory of its own; ends with the first that is accepted. */
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

/** Bytes of a file that count. */
export interface Live {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** All that a kept checkpoint or the log says it has. */
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
