// The contents of a checkpoint: the root lists the collections, and the manifest of each collection says which bytes of
// which files contain its points.
// The decision: manifests are numbered like the root that they were written for. A collection that has not changed
// keeps its old manifest, so the cost of a checkpoint is proportional to what was written since the last one.
//
// Both are sealed files (sealed-file.ts) that name their kind and number, so that a file in the wrong place is
// detected. Words are u32 numbers as eight hex digits each, without separators.
//
// checkpoints/<number, 8 digits>.json, kind "checkpoint"
//   number       counts checkpoints
//   lsn          every record up to it is in the manifests, unless `covered` of an entry says otherwise
//   collections  [{uuid, name, covered, manifest}]; `covered`: records about the collection up to this LSN are in its
//                manifest; `manifest`: its number, or null when all of the collection is in the log, after `covered`
//   aliases      [{alias, collection}]: other names and the UUIDs of their collections at `lsn`; absent: none
//   parameters   {document, lsn}: the parameters that the servers of a cluster share (shared-params.ts), encrypted, and
//                the LSN of their record; absent: there are none
//   gone         UUIDs of collections dropped while the checkpoint was made: records about them are ignored
//
// collections/<uuid>/<number, 8 digits>.json, kind "manifest"
//   number, uuid, name, config, state, created (LSN), covered (LSN)
//   configured   LSN of the record that set the configuration; absent, as in earlier versions: `created`
//   shards       the numbers of the shards whose points are in it; absent: all
//   segments     [{number, shard, division, slots, open, dead, points, changes, payloads, fields}]; `shard`: absent: 0;
//                `division`: the number of shards when the segment was begun, absent: as in the configuration; `open`:
//                takes new points of its shard; `dead`: words, bit s of word s / 32 is set when the point has left slot
//                s; null: no slot was left
//     points     file of slot records (core/formats/slot-records.ts)
//     changes    file of later changes (core/formats/change-records.ts); null, or absent in earlier versions: none
//     payloads   file of payloads, one after another; the slot records have their positions
//     fields     [{name, made, rows, codes, graph}]: files of f32 rows, of codes (null: none are kept; the centre as
//                one padded f32 row, then the codes; earlier versions wrote no centre, which is then zero), of the
//                graph (null: there was none; else with `indexed`, the slots it contains); `made`: the configuration
//                that the segment was made for, see core/config/build-record.ts; absent: that of the collection
//                Another kind of index than dense vectors has `files` instead, {name: file}, and rows is null.
//                The order is that of the slot records; `id` of the vector in the collection, absent: its position;
//                `removed`: true when the vector was removed from the collection, then there are no files
//     indexes    [{path, made, version, slots, lacking, changes, memory}], each a file as well: saved payload indexes;
//                absent: none. `path` of the payload field; `made`: the definition that it was made for; `version` of
//                the layout, see core/index/index-file.ts. The index has the slots below `slots`, except for `lacking`
//                slots that the file names, and for those in the changes from byte `changes` on; `memory`: bytes
//   A file is {file, bytes, sums}: its path below collections/, how many bytes of it are valid, a CRC-32 for each MiB
import { DamagedFile } from "../errors/failures.ts";
import { fileFromJson, fileToJson, hexOf, isCount, type SavedFile, wordsOf } from "./saved-file.ts";
import type { SealedKind } from "./sealed-file.ts";

/** In version 1 there were no aliases. */
export const ROOT: SealedKind = { kind: "checkpoint", version: 2 };
/** In version 1 payloads could not change. */
export const MANIFEST: SealedKind = { kind: "manifest", version: 2 };

const UUID = /^[0-9a-f-]{36}$/;
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
  /** The aliases at `lsn`. */
  readonly aliases: readonly SavedAlias[];
  /** The shared parameters of the cluster at `lsn`; absent: there are none. */
  readonly parameters?: SavedParameters | undefined;
}

/** Another name of a collection. */
export interface SavedAlias {
  readonly alias: string;
  /** A UUID. */
  readonly collection: string;
}

/** The parameters that the servers of a cluster share. The layer above defines the form of the text. */
export interface SavedParameters {
  readonly document: string;
  /** The LSN of the record that has set them. */
  readonly lsn: number;
}

export interface SavedGraph extends SavedFile {
  readonly indexed: number;
}

export interface SavedField {
  readonly name: string;
  /** The id of the vector, if it is not its position here. */
  readonly id?: number | undefined;
  /** Whether the vector was removed from the collection; the slot records have its column still. */
  readonly removed?: boolean | undefined;
  /** Null for an index of a kind with files of its own. */
  readonly rows: SavedFile | null;
  readonly codes: SavedFile | null;
  readonly graph: SavedGraph | null;
  /** Files of indexes of other kinds, by the names that the kind gives them; absent for dense vectors. */
  readonly files?: Readonly<Record<string, SavedFile>> | undefined;
  /**
   * The configuration that the segment was made for, if it may differ from that of the collection. The core defines its
   * form.
   */
  readonly made?: unknown;
}

/**
 * A saved payload index. It has the payloads of the slots below `slots`, except for `lacking` slots that its file names
 * and for those that were changed later.
 */
export interface SavedIndex extends SavedFile {
  /** The canonical text of the path of the field. */
  readonly path: string;
  /** The definition that the index was made for. The core defines its form. */
  readonly made: unknown;
  /** The version of the layout. */
  readonly version: number;
  readonly slots: number;
  readonly lacking: number;
  /** The length of the file of changes in bytes when it was made. */
  readonly changes: number;
  /** The bytes that the index takes in memory. */
  readonly memory: number;
}

export interface SavedSegment {
  readonly number: number;
  /** Absent: 0. */
  readonly shard?: number | undefined;
  /** Absent: the number of shards of the collection. */
  readonly division?: number | undefined;
  readonly slots: number;
  readonly open: boolean;
  /** Bit s is set when the point has left slot s. */
  readonly dead: Uint32Array;
  readonly points: SavedFile;
  readonly changes: SavedFile | null;
  readonly payloads: SavedFile;
  readonly fields: readonly SavedField[];
  readonly indexes: readonly SavedIndex[];
}

/** The manifest of one collection. The core defines the form of `config` and `state`. */
export interface Manifest {
  readonly uuid: string;
  readonly name: string;
  readonly created: number;
  readonly covered: number;
  readonly configured?: number | undefined;
  /** The shards whose points are in it; absent: all. */
  readonly shards?: readonly number[] | undefined;
  readonly config: unknown;
  readonly state: unknown;
  readonly segments: readonly SavedSegment[];
}

/** Returns the first LSN that a start from this root needs. */
export function neededFrom(root: Root): number {
  return Math.min(root.lsn, ...root.collections.map(({ covered }) => covered)) + 1;
}

export function numberedName(number: number): string {
  return `${String(number).padStart(8, "0")}.json`;
}

/** Returns the number in a name that `numberedName` made, or null. */
export function numberOf(name: string): number | null {
  return /^\d{8,}\.json$/.test(name) ? Number.parseInt(name, 10) : null;
}

export function livePoints({ segments }: Manifest): number {
  let points = 0;
  for (const { slots, dead } of segments) {
    points += slots;
    for (let slot = 0; slot < slots; slot++) points -= (dead[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return points;
}

export function filesOf({ segments }: Manifest): SavedFile[] {
  return segments.flatMap(({ points, changes, payloads, fields, indexes }) =>
    [points, changes, payloads, ...fields.flatMap(filesOfField), ...indexes].filter((file) => file !== null),
  );
}

function filesOfField({ rows, codes, graph, files = {} }: SavedField): (SavedFile | null)[] {
  return [rows, codes, graph, ...Object.values(files)];
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
      fields: segment.fields.map(({ rows, codes, graph, files, ...rest }) => ({
        ...rest,
        files: files && eachFile(files, fileToJson),
        rows: rows && fileToJson(rows),
        codes: codes && fileToJson(codes),
        graph: graph && { ...fileToJson(graph), indexed: graph.indexed },
      })),
      indexes: segment.indexes.map((index) => ({ ...index, ...fileToJson(index) })),
    })),
  };
}

/** Checks a parsed root. @param path for the error. @throws DamagedFile when the JSON is not the root of this number */
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
    const { aliases = [], parameters } = root;
    if (parameters && !(typeof parameters.document === "string" && isCount(parameters.lsn)))
      throw new Error("its parameters are no text with an LSN");
    for (const { alias, collection } of aliases) {
      if (typeof alias !== "string" || !UUID.test(collection))
        throw new Error(`an alias leads to "${collection}"`);
    }
    return { ...root, aliases };
  } catch (error) {
    throw new DamagedFile(path, 0, `it is not the root of checkpoint ${number}: ${(error as Error).message}`);
  }
}

/**
 * Checks a parsed manifest. @param path for the error. @throws DamagedFile when the JSON is not this manifest of the
 * collection
 */
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
  const fields = (json.fields as Record<string, unknown>[]).map(
    ({ name, id, removed, rows, codes, graph, files, made }) => ({
      name: name as string,
      ...(id !== undefined && { id: id as number }),
      ...(removed === true && { removed }),
      made,
      ...(files !== undefined && { files: eachFile(files as Record<string, unknown>, fileFromJson) }),
      rows: rows === null ? null : fileFromJson(rows),
      codes: codes === null ? null : fileFromJson(codes),
      graph:
        graph === null ? null : { ...fileFromJson(graph), indexed: (graph as { indexed: number }).indexed },
    }),
  );
  return {
    number: json.number as number,
    ...(json.shard !== undefined && { shard: json.shard as number }),
    ...(json.division !== undefined && { division: json.division as number }),
    slots,
    open: json.open as boolean,
    dead,
    points: fileFromJson(json.points),
    changes: json.changes ? fileFromJson(json.changes) : null,
    payloads: fileFromJson(json.payloads),
    fields,
    indexes: ((json.indexes ?? []) as SavedIndex[]).map((index) => ({ ...index, ...fileFromJson(index) })),
  };
}

function eachFile<From, To>(
  files: Readonly<Record<string, From>>,
  make: (file: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, make(file)]));
}
