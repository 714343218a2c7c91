// What a segment keeps of one vector field, and searches it with: the seam between the core and the kinds of vector indexes.
// The decision: a kind of index is one implementation of this interface, chosen by the table in kinds.ts. It gets slots and
// returns slots. Which slots have a vector, which are dead, what filters let through, when checkpoints and rebuilds happen:
// that is told once for all kinds, in vector-fields.ts and above.
import type { Engine } from "../../engine/engine.ts";
import type { Hits } from "../../engine/types.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField, SavedFile, SavedGraph } from "../../storage/manifest.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { SearchParams } from "../config/search-params.ts";
import type { VectorRow, VectorRows } from "../record/vector-rows.ts";
import type { Bits } from "../slots/bits.ts";
import type { VectorWrite } from "./apply-writes.ts";

/** What an index is made with. */
export interface IndexParts {
  readonly engine: Engine;
  readonly field: FieldConfig;
  /** Where the files of its segment are. */
  readonly directory: string;
  /** Which of the segment's fields it is: files are called after it. */
  readonly position: number;
}

/** A query in the form of its kind. */
export type VectorQuery = VectorRow;

/** How a search is to be done; each kind reads what concerns it. */
export interface VectorSearch {
  /** As the collection has it now, which may differ from what the segment was built for. */
  readonly field: FieldConfig;
  /** How many hits are wanted. */
  readonly k: number;
  readonly params: SearchParams;
  /** The slots that may be found; null: all that live. */
  readonly filter: Bits | null;
}

/** New slots, and older ones that die with the same operation. */
export interface SlotWrite {
  /** The first new slot: the number of slots written so far. */
  readonly first: number;
  /** How many slots are new, with and without a vector. */
  readonly slots: number;
  /** Which of them have a vector, counted from `first`, ascending; null: all. */
  readonly rows: Uint32Array | null;
  /** The vectors of `rows`, as views that are valid until the write is done; null: there are none. */
  readonly vectors: VectorRows | null;
  readonly dead: Uint32Array;
}

export interface IndexStats {
  /** Slots that can be searched through an index. */
  readonly indexed: number;
  /** Whether it is to have more. */
  readonly busy: boolean;
  /** What was found of its links; null where there are none. */
  readonly reached: Reached | null;
}

/** Nodes of graphs that no link led to. */
export interface Reached {
  /** Those that have been linked. */
  readonly relinked: number;
  /** Those that nothing leads to still. */
  readonly unreachable: number;
}

/** A copy of what changes while vectors come (a graph); `parts` is empty where there is nothing worth writing. */
export interface IndexCopy {
  readonly parts: readonly Uint8Array[];
  /** Slots that it covers. */
  readonly indexed: number;
}

/** What a checkpoint tells an index that writes its files. */
export interface SaveRequest {
  readonly files: CheckpointFiles;
  /** The number of the checkpoint. */
  readonly number: number;
  /** The slots below are saved; those that come meanwhile are not. */
  readonly slots: number;
  /** The slots below were saved before, as `before` says. */
  readonly from: number;
  readonly before: SavedField | undefined;
  /** The file of its last copy, if there is one. */
  readonly graph: SavedGraph | null;
}

/** The files that a checkpoint may write; see storage/checkpoints.ts. */
interface CheckpointFiles {
  append(key: string, before: Sums, parts: readonly Uint8Array[]): Promise<Sums>;
  adopt(key: string, before: Sums, bytes: number): Promise<Sums>;
}

type Sums = Omit<SavedFile, "file">;

/** What there was when the index was saved. */
export interface RestoreRequest {
  readonly slots: number;
  /** Bits of the slots that have no vector, or whose point is gone. */
  readonly dead: Uint32Array;
  readonly saved: SavedField;
  /** Reads a file, all of it. @throws DamagedFile */
  readonly read: (file: SavedFile) => Promise<Uint8Array>;
}

export interface Restored {
  /** What could not be used, and why; it is built again. */
  readonly faults: readonly string[];
  /** What of the files still holds: the next checkpoint adds to them. */
  readonly saved: SavedField;
}

/** One caller at a time reserves and writes; searches and reads may run at any moment. It takes no memory before `reserve`. */
export interface VectorIndex {
  /** About how many bytes a vector has. */
  readonly rowBytes: number;
  /**
   * Takes memory for `slots` slots in all, so that writing them cannot fail.
   * @returns for how many there is memory now, at least as many
   * @throws OutOfMemory, SegmentFull
   */
  reserve(slots: number): Promise<number>;
  /** What has to be written, to be given to `applyWrites`; nothing before memory was reserved. */
  writes(write: SlotWrite): VectorWrite[];
  /** For each query the `k` nearest live slots that may be found. At once where that takes less time than waiting for it. */
  search(queries: readonly VectorQuery[], search: VectorSearch, signal?: CancelSignal): MaybePromise<Hits[]>;
  /** For one query after another the distances of the slots, dead ones included; of a slot without a vector anything. */
  measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array>;
  /** The vectors of the slots, all of which have one. */
  read(slots: Uint32Array): Promise<VectorRows>;
  stats(): Promise<IndexStats>;
  /** Takes over what can be changed without a rebuild. */
  tune(field: FieldConfig): Promise<void>;
  /** Whether an index for this configuration would be another one. */
  differsFrom(field: FieldConfig): boolean;
  /** @param postponed nothing is indexed, because more is to come; false: indexing goes on */
  postpone(postponed: boolean): Promise<void>;
  /** Resolves when the index covers every slot that it is to cover. */
  indexed(): Promise<void>;
  /** Indexing takes no slot from `slots` on; null: it goes on. */
  freeze(slots: number | null): Promise<void>;
  /** Whether more is indexed than was saved. */
  hasGrown(saved: SavedField | undefined): Promise<boolean>;
  /**
   * A copy of what changes while it is written, to be given to `noteGarbage` of the engine when it has been saved.
   * @param final however little it has grown
   * @returns null when there is no memory for it
   */
  copy(before: SavedGraph | null, final: boolean): Promise<IndexCopy | null>;
  /** Writes what is new to its files. */
  save(request: SaveRequest): Promise<SavedField>;
  /** Fills an index that is empty. @throws DamagedFile, OutOfMemory */
  restore(request: RestoreRequest): Promise<Restored>;
  /** Gives the memory back; the files stay. */
  drop(): Promise<void>;
}
