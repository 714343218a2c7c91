// Reads everything that the checkpoints of a directory refer to and checks it against its CRCs.
// The decision: every kept root is checked, each part of a file once, and a problem says how a start would react to it.
// A root that is gone when its check ends was replaced by a running server, and its problems are dropped.
import { DamagedFile } from "../errors/failures.ts";
import { damageOf } from "./data-file.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { livePoints, type Manifest, neededFrom, type Root } from "./manifest.ts";
import type { SavedFile } from "./saved-file.ts";
import {
  collectionFileName,
  manifestName,
  readManifest,
  readRoot,
  rootName,
  rootNumbers,
} from "./stored-roots.ts";

/** A difference between a file and what was written. */
export interface VerifyProblem {
  readonly file: string;
  /** The first byte known to be wrong, or the start of the part that is. */
  readonly offset: number;
  /** Null for files of checkpoints. */
  readonly lsn: number | null;
  readonly reason: string;
  readonly meaning: string;
}

export interface CheckpointCheck {
  /** The numbers of the roots that can be read, the newest first. */
  readonly checkpoints: readonly number[];
  readonly collections: number;
  readonly points: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly VerifyProblem[];
  /** The first LSN that the newest root needs, and the first that any root needs. */
  readonly neededLsn: number;
  readonly oldestLsn: number;
}

interface CheckedCollection {
  readonly uuid: string;
  readonly name: string;
  readonly points: number;
  readonly damage: readonly { readonly error: DamagedFile; readonly derived: boolean }[];
}

interface CheckedRoot {
  readonly number: number;
  readonly root: Root | null;
  readonly error: DamagedFile | null;
  readonly collections: readonly CheckedCollection[];
}

export function checkCheckpoints(fs: FileSystem, dataDir: string): CheckpointCheck {
  const files = new CheckedFiles(fs, dataDir);
  const checked = rootNumbers(fs, dataDir)
    .map((number) => checkRoot(fs, dataDir, number, files))
    .filter(({ number }) => fs.exists(joinPath(dataDir, rootName(number))));
  const intact = checked.filter(({ root }) => root !== null);
  const needs = intact.map(({ root }) => neededFrom(root!));
  return {
    checkpoints: intact.map(({ number }) => number),
    collections: intact[0]?.collections.length ?? 0,
    points: (intact[0]?.collections ?? []).reduce((sum, { points }) => sum + points, 0),
    files: files.count,
    bytes: files.bytes,
    problems: checked.flatMap((root) => problemsOf(root, checked)),
    neededLsn: needs[0] ?? 1,
    oldestLsn: Math.min(...needs, needs[0] ?? 1),
  };
}

/** The files that were checked, because two roots share most of theirs. */
class CheckedFiles {
  readonly #fs: FileSystem;
  readonly #dataDir: string;
  readonly #damage = new Map<string, DamagedFile[]>();
  readonly #sizes = new Map<string, number>();

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dataDir = dataDir;
  }

  get count(): number {
    return this.#sizes.size;
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  check({ file, bytes, sums }: SavedFile): DamagedFile[] {
    const key = `${file} ${bytes} ${sums.at(-1)}`;
    const known = this.#damage.get(key);
    if (known) return known;
    const damage = damageOf(this.#fs, joinPath(this.#dataDir, collectionFileName(file)), { bytes, sums });
    this.#damage.set(key, damage);
    this.note(file, bytes);
    return damage;
  }

  note(file: string, bytes: number): void {
    this.#sizes.set(file, Math.max(bytes, this.#sizes.get(file) ?? 0));
  }
}

function checkRoot(fs: FileSystem, dataDir: string, number: number, files: CheckedFiles): CheckedRoot {
  try {
    const root = readRoot(fs, dataDir, number);
    if (root === null) return { number, root, error: null, collections: [] };
    files.note(rootName(number), 0);
    const collections = root.collections.flatMap(({ uuid, manifest }) =>
      manifest === null ? [] : [checkCollection(fs, dataDir, uuid, manifest, files)],
    );
    return { number, root, error: null, collections };
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    return { number, root: null, error, collections: [] };
  }
}

function checkCollection(
  fs: FileSystem,
  dataDir: string,
  uuid: string,
  number: number,
  files: CheckedFiles,
): CheckedCollection {
  let manifest: Manifest;
  try {
    manifest = readManifest(fs, dataDir, uuid, number);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    return { uuid, name: uuid, points: 0, damage: [{ error, derived: false }] };
  }
  files.note(manifestName(uuid, number), 0);
  const check = (file: SavedFile | null, derived: boolean) =>
    file === null || file.bytes === 0 ? [] : files.check(file).map((error) => ({ error, derived }));
  const damage = manifest.segments.flatMap(({ points, changes, payloads, fields, indexes }) => [
    ...check(points, false),
    ...check(changes, false),
    ...check(payloads, false),
    ...fields.flatMap(({ rows, codes, graph, files: others = {} }) => [
      ...check(rows, false),
      ...Object.values(others).flatMap((file) => check(file, false)),
      ...check(codes, true),
      ...check(graph, true),
    ]),
    ...indexes.flatMap((index) => check(index, true)),
  ]);
  return { uuid, name: manifest.name, points: livePoints(manifest), damage };
}

function problemsOf(
  { number, error, collections }: CheckedRoot,
  checked: readonly CheckedRoot[],
): VerifyProblem[] {
  const newest = checked.find(({ root }) => root !== null);
  if (error) {
    const meaning = newest
      ? `checkpoint ${number} cannot be read; a start uses checkpoint ${newest.number} and the log after it`
      : `checkpoint ${number} cannot be read and there is no other: what the log does not hold is lost`;
    return [{ file: error.file, offset: error.offset, lsn: null, reason: error.reason, meaning }];
  }
  return collections.flatMap((collection) =>
    collection.damage
      .filter((damage) => number === newest?.number || !isKnown(damage.error, newest))
      .map(({ error: { file, offset, reason }, derived }) => {
        const what = meaningOf(collection, derived, number, checked);
        return { file, offset, lsn: null, reason, meaning: what };
      }),
  );
}

/** Returns whether the damage was already reported for the newer root. */
function isKnown({ file, offset }: DamagedFile, newest: CheckedRoot | undefined): boolean {
  const damage = newest?.collections.flatMap((collection) => collection.damage) ?? [];
  return damage.some(({ error }) => error.file === file && error.offset === offset);
}

function meaningOf(
  { uuid, name }: CheckedCollection,
  derived: boolean,
  number: number,
  checked: readonly CheckedRoot[],
): string {
  const collection = `collection "${name}"`;
  if (derived)
    return `${collection}: this is derived data and is rebuilt at the next start; no point is lost`;
  const intact = checked.filter(({ root }) => root !== null);
  if (number !== intact[0]?.number) {
    return `${collection}: only the older checkpoint ${number} needs it, which a start uses if the newest fails`;
  }
  const before = intact[1];
  if (
    before?.root &&
    !before.root.collections.some((entry) => entry.uuid === uuid && entry.manifest !== null)
  ) {
    return `${collection}: a start makes it again from the log, which has all of it; nothing is lost`;
  }
  const older = intact
    .slice(1)
    .find(({ collections }) =>
      collections.some((other) => other.uuid === uuid && !other.damage.some((damage) => !damage.derived)),
    );
  return older
    ? `${collection}: a start uses checkpoint ${older.number} and the log after it; nothing is lost`
    : `${collection}: no kept checkpoint has all of it; it is damaged, the others serve. Restore a backup`;
}
