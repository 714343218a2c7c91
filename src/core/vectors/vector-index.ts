// The interface between the core and the kinds of vector indexes: what a segment keeps of one vector field.
// The decision: a kind of index is one implementation of this interface, chosen by the table in kinds.ts. It takes
// slots and returns slots. Which slots have a vector, which are dead, which a filter lets through, and when checkpoints
// and rebuilds happen is implemented once for all kinds, in vector-fields.ts and above.
import type { Engine } from "../../engine/engine.ts";
import type { GraphWork } from "../../engine/graph-work.ts";
import type { Hits } from "../../engine/types.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField, SavedGraph } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { SearchParams } from "../config/search-params.ts";
import type { VectorRow, VectorRows } from "../record/vector-rows.ts";
import type { Bits } from "../slots/bits.ts";
import type { VectorWrite } from "./apply-writes.ts";

/** The arguments with which an index is created. */
export interface IndexParts {
  readonly engine: Engine;
  readonly field: FieldConfig;
  readonly directory: string;
  /** The position of the field among those of the segment; file names contain it. */
  readonly position: number;
}

/** The numbers of a dense query, or the bytes of a query of another kind. */
export type VectorQuery = VectorRow;

/** The options of a search. Each kind reads those that concern it. */
export interface VectorSearch {
  /** The present configuration of the field; the segment may have been built for an earlier one. */
  readonly field: FieldConfig;
  /** The number of hits to return. */
  readonly k: number;
  readonly params: SearchParams;
  /** The slots that may be found; null: all live slots. */
  readonly filter: Bits | null;
}

/** New slots, and older slots that the same operation deletes. */
export interface SlotWrite {
  /** The first new slot: the number of slots written so far. */
  readonly first: number;
  /** The number of new slots, with and without a vector. */
  readonly slots: number;
  /** The new slots that have a vector, counted from `first`, ascending; null: all. */
  readonly rows: Uint32Array | null;
  /** The vectors of `rows`, as views that are valid until the write is done; null: there are none. */
  readonly vectors: VectorRows | null;
  readonly dead: Uint32Array;
}

export interface IndexStats {
  /** The number of slots that the graph contains. */
  readonly indexed: number;
  /** Whether slots are still being added to it. */
  readonly busy: boolean;
  /** Nodes that no link led to; null for an index without a graph. */
  readonly reached: Reached | null;
  /** The work on the graph; null: none is under way, or there is no graph. */
  readonly work: IndexWork | null;
}

/** The work on a graph that is under way. */
export interface IndexWork extends GraphWork {
  /** The slots that the graph will have. */
  readonly total: number;
}

/** Counts of graph nodes that no link led to. */
export interface Reached {
  readonly relinked: number;
  /** Nodes that no link leads to at this moment. */
  readonly unreachable: number;
}

/** A copy of the part that changes while vectors are added (the graph); `parts` is empty if it need not be written. */
export interface IndexCopy {
  readonly parts: readonly Uint8Array[];
  /** The number of slots that it contains. */
  readonly indexed: number;
}

/** The arguments with which a checkpoint has an index write its files. */
export interface SaveRequest {
  readonly files: CheckpointFiles;
  /** The number of the checkpoint. */
  readonly number: number;
  /** Slots below this number are saved; slots that are added meanwhile are not. */
  readonly slots: number;
  /** Slots below this number were saved before, in the files of `before`. */
  readonly from: number;
  readonly before: SavedField | undefined;
  /** The file of its last copy, if there is one. */
  readonly graph: SavedGraph | null;
}

/** The methods with which an index writes files; see storage/checkpoints.ts. */
interface CheckpointFiles {
  append(key: string, before: Sums, parts: readonly Uint8Array[]): Promise<Sums>;
  adopt(key: string, before: Sums, bytes: number): Promise<Sums>;
}

type Sums = Omit<SavedFile, "file">;

/** The arguments with which an index is filled from files. */
export interface RestoreRequest {
  readonly slots: number;
  /** Bits of the slots that have no vector or no point. */
  readonly dead: Uint32Array;
  readonly saved: SavedField;
  /** Reads a file, all of it. @throws DamagedFile */
  readonly read: (file: SavedFile) => Promise<Uint8Array>;
}

export interface Restored {
  /** Sentences about parts that could not be used; they are built again. */
  readonly faults: readonly string[];
  /** The files that are still valid; the next checkpoint appends to them. */
  readonly saved: SavedField;
}

/**
 * A vector index of one segment. One caller at a time reserves and writes; searches and reads may run at any moment. It
 * takes no memory before `reserve`.
 */
export interface VectorIndex {
  /** The approximate size of a vector in bytes. */
  readonly rowBytes: number;
  /** Returns the size of the vector of a slot, if vectors differ in size. */
  bytesOf?(slot: number): number;
  /**
   * Takes memory for `slots` slots in total, so that writing them cannot fail.
   * @returns the number of slots for which there is memory now, at least `slots`
   * @throws OutOfMemory, SegmentFull
   */
  reserve(slots: number): Promise<number>;
  /**
   * Takes memory for new vectors of `bytes` bytes together, beyond those that were written and those that others have
   * reserved, if vectors differ in size. Writing them uses the reservation up.
   * @throws OutOfMemory, SegmentFull
   */
  reserveBytes?(bytes: number): Promise<void>;
  /** Gives up a reservation of bytes: the vectors will not be written. */
  releaseBytes?(bytes: number): void;
  /** Returns the writes, for `applyWrites`; none before memory was reserved. */
  writes(write: SlotWrite): VectorWrite[];
  /**
   * Returns for each query the `k` nearest live slots that may be found; at once if the search takes less time than a
   * message to a worker.
   */
  search(queries: readonly VectorQuery[], search: VectorSearch): MaybePromise<Hits[]>;
  /**
   * Returns, for one query after another, the distances of the slots, dead ones included. The value for a slot
   * without a vector is undefined.
   */
  measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array>;
  /** Returns the vectors of slots, all of which have one. */
  read(slots: Uint32Array): Promise<VectorRows>;
  stats(): Promise<IndexStats>;
  /** Applies the settings that need no rebuild. */
  tune(field: FieldConfig): Promise<void>;
  /** Whether an index of this configuration needs a rebuild of the segment. */
  differsFrom(field: FieldConfig): boolean;
  /** Stops or starts indexing. @param paused true while many vectors are being added */
  pauseIndexing(paused: boolean): Promise<void>;
  /** Resolves when the graph contains every slot that it has to contain. */
  indexed(): Promise<void>;
  /** Keeps slots from `slots` on out of the graph until it is called with null. */
  limitGraph(slots: number | null): Promise<void>;
  /** Whether something was measured of it since it was saved. */
  isMeasuredSince(saved: SavedField | undefined): boolean;
  /** Whether the graph contains more slots than the saved one. */
  hasGrown(saved: SavedField | undefined): Promise<boolean>;
  /**
   * Copies the graph. The caller passes the size of the copy to `Engine.noteGarbage` once it is saved.
   * @param before the graph that was saved last
   * @param final true: the copy is made even if the graph has grown little
   * @returns null if there is no memory for a copy
   */
  copy(before: SavedGraph | null, final: boolean): Promise<IndexCopy | null>;
  /** Writes the new slots to its files. */
  save(request: SaveRequest): Promise<SavedField>;
  /** Fills an empty index from files. @throws DamagedFile, OutOfMemory */
  restore(request: RestoreRequest): Promise<Restored>;
  /** Releases the memory; the files stay. */
  drop(): Promise<void>;
}
