// What a checkpoint says: the root, which collections there are; and of each collection a manifest, which bytes of which
// files are its points.
// The decision: manifests are numbered like the root that they were written for. A collection that has not changed keeps
// its old one, so a checkpoint costs what was written since the last.
//
// Both are sealed files (sealed-file.ts), and say which they are, so that one in the place of another is found out. Words are u32 as eight hex digits each, one after another.
//
// checkpoints/<number, 8 digits>.json, kind "checkpoint"
//   number       counts checkpoints
//   lsn          every record up to it is in the manifests, unless an entry says otherwise
//   collections  [{uuid, name, covered, manifest}]: `covered`: records about the collection up to this LSN are in its manifest;
//                `manifest`: its number, or null when all of the collection is in the log, after `covered`
//   aliases      [{alias, collection}]: other names, and the UUIDs of the collections they lead to, at `lsn`; absent: none
//   gone         UUIDs of collections dropped while the checkpoint was made: records about them count for nothing
//
// collections/<uuid>/<number, 8 digits>.json, kind "manifest"
//   number, uuid, name, config, state, created (LSN), covered (LSN)
//   segments     [{number, slots, open, dead, points, changes, payloads, fields}]; `open`: takes new points; `dead`: words,
//                bit s of word s / 32 set when the point has left slot s; or null: none has
//     points     file of slot records (core/formats/slot-records.ts)
//     changes    file of what was changed of them since (core/formats/change-records.ts); null, or not there in what
//                earlier versions wrote: nothing
//     payloads   file of payloads, one after another, where the slot records say
//     fields     [{name, made, rows, codes, graph}]: files of f32 rows, of codes (null: none are kept; the centre they count
//                from, one padded f32 row, then the codes; in what earlier versions wrote no centre: zero), of the graph (null:
//                there was none, else with `indexed`, the slots it covers); `made`: what the segment was made for, see
//                core/config/build-record.ts; absent: what the configuration says
//   A file is {file, bytes, sums}: its path below collections/, how many bytes of it count, a CRC-32 for each MiB
import { DamagedFile } from "../errors/failures.ts";
import { CHUNK_BYTES, type FileSums } from "./data-file.ts";
import type { SealedKind } from "./sealed-file.ts";

/** 1: there were no aliases. */
export const ROOT: SealedKind = { kind: "checkpoint", version: 2 };
/** 1: payloads never changed. */
export const MANIFEST: SealedKind = { kind: "manifest", version: 2 };

const UUID = /^[0-9a-f-]{36}$/;
/** The only paths that are followed, whoever wrote the manifest. */
const FILE = /^[0-9a-f-]{36}\/\d+\/[a-z]+(-\d+)*\.[a-z0-9]+$/;

export interface RootEntry {
  readonly uuid: string;
  readonly name: string;
  readonly covered: number;
  readonly manifest: number | null;
}

export interface Root {
  readonly number: number;
  readonly lsn: number;
  readonly collections: readonly RootEntry[];
  readonly gone: readonly string[];
  /** As they are at `lsn`. */
  readonly aliases: readonly SavedAlias[];
}

/** Another name of a collection. */
export interface SavedAlias {
  readonly alias: string;
  /** Its UUID. */
  readonly collection: string;
}

/** Bytes of a file below collections/. */
export interface SavedFile extends FileSums {
  readonly file: string;
}

export interface SavedGraph extends SavedFile {
  readonly indexed: number;
}

export interface SavedField {
  readonly name: string;
  readonly rows: SavedFile;
  readonly codes: SavedFile | null;
  readonly graph: SavedGraph | null;
  /** What the segment was made for, where the collection may be configured otherwise by now; the core's. */
  readonly made?: unknown;
}

export interface SavedSegment {
  readonly number: number;
  readonly slots: number;
  readonly open: boolean;
  /** A bit for each slot. */
  readonly dead: Uint32Array;
  readonly points: SavedFile;
  readonly changes: SavedFile | null;
  readonly payloads: SavedFile;
  readonly fields: readonly SavedField[];
}

/** `config` and `state` are the core's. */
export interface Manifest {
  readonly uuid: string;
  readonly name: string;
  readonly created: number;
  readonly covered: number;
  readonly config: unknown;
  readonly state: unknown;
  readonly segments: readonly SavedSegment[];
}

/** The first LSN that a start from this root needs. */
export function neededFrom(root: Root): number {
  return Math.min(root.lsn, ...root.collections.map(({ covered }) => covered)) + 1;
}

export function numberedName(number: number): string {
  return `${String(number).padStart(8, "0")}.json`;
}

/** The number in a name that `numberedName` made, or null. */
export function numberOf(name: string): number | null {
  return /^\d{8,}\.json$/.test(name) ? Number.parseInt(name, 10) : null;
}

/** Whether a path below collections/ is one that manifests may name. */
export function isCollectionFile(path: string): boolean {
  return FILE.test(path);
}

/** Points that a manifest says are alive. */
export function livePoints({ segments }: Manifest): number {
  let points = 0;
  for (const { slots, dead } of segments) {
    points += slots;
    for (let slot = 0; slot < slots; slot++) points -= (dead[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return points;
}

/** Every file of a collection that the manifest refers to. */
export function filesOf({ segments }: Manifest): SavedFile[] {
  return segments.flatMap(({ points, changes, payloads, fields }) =>
    [points, changes, payloads, ...fields.flatMap(({ rows, codes, graph }) => [rows, codes, graph])].filter(
      (file) => file !== null,
    ),
  );
}

export function toJson(number: number, manifest: Manifest): unknown {
  return {
    ...manifest,
    number,
    segments: manifest.segments.map((segment) => ({
      ...segment,
      dead: segment.dead.some((word) => word !== 0) ? hexOf(segment.dead) : null,
      points: fileToJson(segment.points),
      changes: segment.changes && fileToJson(segment.changes),
      payloads: fileToJson(segment.payloads),
      fields: segment.fields.map(({ name, rows, codes, graph, made }) => ({
        name,
        made,
        rows: fileToJson(rows),
        codes: codes && fileToJson(codes),
        graph: graph && { ...fileToJson(graph), indexed: graph.indexed },
      })),
    })),
  };
}

/** @param path for the error. @throws DamagedFile when the JSON is not the root of this number */
export function rootFromJson(path: string, json: unknown, number: number): Root {
  try {
    const root = json as Omit<Root, "aliases"> & Partial<Root>;
    if (root.number !== number) throw new Error(`it says it is checkpoint ${root.number}`);
    if (![root.number, root.lsn].every(isCount)) throw new Error("its numbers are none");
    for (const { uuid, covered, manifest } of root.collections) {
      if (!UUID.test(uuid)) throw new Error(`"${uuid}" is not the UUID of a collection`);
      if (!isCount(covered) || !(manifest === null || isCount(manifest)))
        throw new Error(`the numbers of collection ${uuid} are none`);
    }
    const { aliases = [] } = root;
    for (const { alias, collection } of aliases) {
      if (typeof alias !== "string" || !UUID.test(collection))
        throw new Error(`an alias leads to "${collection}"`);
    }
    return { ...root, aliases };
  } catch (error) {
    throw new DamagedFile(path, 0, `it is not the root of checkpoint ${number}: ${(error as Error).message}`);
  }
}

/** @param path for the error. @throws DamagedFile when the JSON is not this manifest of the collection */
export function fromJson(path: string, json: unknown, uuid: string, number: number): Manifest {
  try {
    const manifest = json as Record<string, unknown> & { segments: Record<string, unknown>[] };
    if (manifest.uuid !== uuid) throw new Error(`it is of collection ${manifest.uuid}`);
    if (manifest.number !== number) throw new Error(`it says it is manifest ${manifest.number}`);
    const checked = { ...manifest, segments: manifest.segments.map(segmentFromJson) } as unknown as Manifest;
    const foreign = filesOf(checked).find(({ file }) => !file.startsWith(`${uuid}/`));
    if (foreign) throw new Error(`${foreign.file} is not a file of collection ${uuid}`);
    return checked;
  } catch (error) {
    throw new DamagedFile(
      path,
      0,
      `it is not manifest ${number} of the collection: ${(error as Error).message}`,
    );
  }
}

function segmentFromJson(json: Record<string, unknown>): SavedSegment {
  const slots = json.slots as number;
  const dead = json.dead === null ? new Uint32Array(Math.ceil(slots / 32)) : wordsOf(json.dead as string);
  const fields = (json.fields as Record<string, unknown>[]).map(({ name, rows, codes, graph, made }) => ({
    name: name as string,
    made,
    rows: fileFromJson(rows),
    codes: codes === null ? null : fileFromJson(codes),
    graph:
      graph === null ? null : { ...fileFromJson(graph), indexed: (graph as { indexed: number }).indexed },
  }));
  return {
    number: json.number as number,
    slots,
    open: json.open as boolean,
    dead,
    points: fileFromJson(json.points),
    changes: json.changes ? fileFromJson(json.changes) : null,
    payloads: fileFromJson(json.payloads),
    fields,
  };
}

function fileToJson({ file, bytes, sums }: SavedFile): object {
  return { file, bytes, sums: hexOf(sums) };
}

function fileFromJson(json: unknown): SavedFile {
  const { file, bytes, sums } = json as { file: string; bytes: number; sums: string };
  if (!FILE.test(file)) throw new Error(`"${file}" is not a file of a collection`);
  return { file, ...sumsFromJson({ bytes, sums }) };
}

/** @throws Error when the two do not go together */
export function sumsFromJson({ bytes, sums }: { bytes: number; sums: string }): FileSums {
  if (!isCount(bytes) || sums.length !== Math.ceil(bytes / CHUNK_BYTES) * 8)
    throw new Error(`${bytes} bytes have ${Math.ceil(bytes / CHUNK_BYTES)} sums of 8 digits`);
  return { bytes, sums: wordsOf(sums) };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function hexOf(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}

function wordsOf(hex: string): Uint32Array {
  return Uint32Array.from({ length: hex.length / 8 }, (_, i) =>
    Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16),
  );
}
