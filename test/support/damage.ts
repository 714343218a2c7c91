// Damage to a stored database, and what becomes of it when it is opened.
// The decision: five verdicts. Only one is wrong, and it is the one that needs no message to be: other data than was stored,
// without a word.
import type { LoadReport } from "../../src/core/database.ts";
import { DamagedFile, VectorDbError } from "../../src/errors.ts";
import { filesOf, fromJson, MANIFEST, numberOf } from "../../src/storage/manifest.ts";
import { takeOver } from "../../src/storage/format.ts";
import { readSealed } from "../../src/storage/sealed-file.ts";
import type { MemoryFs } from "./memory-fs.ts";
import { type Contents, contentsOf, DIR, prepareIn, type StoredDatabase } from "./stored-database.ts";

export type Verdict = "reported" | "healed" | "torn" | "not needed" | "accepted";

export interface Outcome {
  readonly verdict: Verdict;
  /** What was said, or what is wrong. */
  readonly text: string;
  readonly contents: Contents | null;
}

/** A path, or a place in a file: what every message about damage has to name. */
const NAMED = /(\/data\/|[0-9a-f-]{36}\/)\S*/;
const PLACED = /at byte \d+|is missing|are missing|lost its log|reached LSN|cannot be read from byte|both its copies|starts? at LSN|it says it is segment/;

/** Opens what is in `fs`, looks at everything, and lets the database go on as it would: with a last checkpoint. */
export async function outcomeOf(fs: MemoryFs, { history, lastLsn }: StoredDatabase): Promise<Outcome> {
  const { database } = prepareIn(fs);
  try {
    takeOver(fs, DIR);
    const report = (await database.load())!;
    const contents = await contentsOf(database);
    return { ...judge(report, contents, history, lastLsn), contents };
  } catch (error) {
    return { ...judgeRefusal(error), contents: null };
  } finally {
    await database.close();
  }
}

function judgeRefusal(error: unknown): Omit<Outcome, "contents"> {
  const { message: text } = error as Error;
  const known = error instanceof DamagedFile || (error instanceof VectorDbError && error.code === "START_REFUSED");
  const verdict = known && NAMED.test(text) && PLACED.test(text) ? "reported" : "accepted";
  return { verdict, text: verdict === "reported" ? text : `no name and place: ${(error as Error).stack}` };
}

function judge(
  { faults, torn, lastLsn: shown }: LoadReport,
  contents: Contents,
  history: ReadonlyMap<number, Contents>,
  lastLsn: number,
): Omit<Outcome, "contents"> {
  if (torn === null && shown !== lastLsn) return { verdict: "accepted", text: `ends with LSN ${shown}` };
  const wanted = history.get(shown)!;
  const errors: string[] = [];
  for (const name of new Set([...wanted.keys(), ...contents.keys()])) {
    const found = contents.get(name);
    if (found instanceof Error) errors.push(`${name}: ${found.message}`);
    else if (found !== wanted.get(name)) return { verdict: "accepted", text: `${name} is ${found}\nnot ${wanted.get(name)}` };
  }
  const unclear = errors.find((text) => !NAMED.test(text) || !PLACED.test(text));
  if (unclear) return { verdict: "accepted", text: `no name and place: ${unclear}` };
  if (errors.length > 0) return { verdict: "reported", text: errors.join("\n") };
  if (faults.length > 0) return { verdict: "healed", text: faults.join("\n") };
  if (torn) return { verdict: "torn", text: `${torn.file} at byte ${torn.offset}: ${torn.reason}` };
  return { verdict: "not needed", text: "" };
}

/** Which bytes count of each file: those that a kept checkpoint or the log says it has. */
export function liveBytes(fs: MemoryFs): ReadonlyMap<string, number> {
  const live = new Map<string, number>();
  const note = (path: string, bytes: number) => live.set(path, Math.max(bytes, live.get(path) ?? 0));
  for (const path of fs.paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const size = fs.get(path).length;
    if (!path.startsWith(`${DIR}/collections/`)) {
      if (path.endsWith(".wal")) note(path, fs.get(path).findLastIndex((byte) => byte !== 0) + 1);
      else note(path, size);
    } else if (numberOf(name) !== null) {
      note(path, size);
      for (const { file, bytes } of filesOf(fromJson(path, readSealed(fs, path, MANIFEST))))
        if (bytes > 0) note(`${DIR}/collections/${file}`, bytes);
    }
  }
  return live;
}
