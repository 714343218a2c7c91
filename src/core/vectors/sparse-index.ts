// The index of sparse vectors: finds the slots that share an index with the query, by the sum of their products.
// The decision: a score has one value, the f32 sum of the products over the shared indices in ascending order, with
// every step rounded to f32. So results do not depend on how they were found.
import type { Hits, SparseFigures } from "../../engine/types.ts";
import { decodeSparse, type SparseVector } from "../../shared/sparse-vector.ts";
import { NO_BYTES } from "../../storage/data-file.ts";
import { grown } from "../../storage/grown-file.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { EncodedRows } from "../record/vector-rows.ts";
import { hasBit } from "../slots/bits.ts";
import type { VectorWrite } from "./apply-writes.ts";
import type {
  IndexCopy,
  IndexParts,
  IndexStats,
  Restored,
  RestoreRequest,
  SaveRequest,
  SlotWrite,
  VectorIndex,
  VectorQuery,
  VectorSearch,
} from "./vector-index.ts";

/** The statistics of a set of terms, from which IDF is computed. */
export interface TermStatistics {
  /** Live slots whose vector has entries. */
  readonly vectors: number;
  /** For each term, the live slots whose vector has it. */
  readonly frequencies: Uint32Array;
}

interface SparseWrite {
  readonly index: SparseIndex;
  readonly write: SlotWrite;
}

interface Row {
  readonly bytes: Uint8Array;
  readonly vector: SparseVector;
}

/** The approximate size of a vector before any was written: 64 entries. */
const ROW_BYTES = 512;
/** The bytes in files of a slot without a vector, which no vector has. */
const NO_VECTOR = new Uint8Array(4).fill(0xff);

const writer = {
  async write(writes: SparseWrite[]): Promise<void> {
    for (const { index, write } of writes) index.add(write);
  },
};

export class SparseIndex implements VectorIndex {
  readonly rowBytes = ROW_BYTES;
  readonly #field: FieldConfig;
  readonly #file: string;
  /** The vector of each slot; null if there is none. */
  readonly #rows: (Row | null)[] = [];
  readonly #dead = new Set<number>();

  constructor({ field, directory, position }: IndexParts) {
    this.#field = field;
    this.#file = `${directory}/sparse-${position}.rows`;
  }

  bytesOf(slot: number): number {
    return this.#rows[slot]?.bytes.length ?? 0;
  }

  async reserve(slots: number): Promise<number> {
    return slots;
  }

  writes(write: SlotWrite): VectorWrite<SparseWrite>[] {
    return [{ writer, write: { index: this, write } }];
  }

  add({ first, slots, rows, vectors, dead }: SlotWrite): void {
    for (let i = 0; i < slots; i++) this.#rows[first + i] = null;
    for (let row = 0; row < (vectors?.count ?? 0); row++) {
      const bytes = (vectors!.at(row) as Uint8Array).slice();
      this.#rows[first + (rows?.[row] ?? row)] = { bytes, vector: decodeSparse(bytes) };
    }
    for (const slot of dead) this.#dead.add(slot);
  }

  search(queries: readonly VectorQuery[], { k, filter, params: { recall } }: VectorSearch): Hits[] {
    recall?.note(this, { slots: this.#rows.length, expected: 1, ef: null, measured: null });
    return queries.map((query) => this.#search(decodeSparse(query as Uint8Array), k, filter));
  }

  #search(query: SparseVector, k: number, filter: Uint32Array | null): Hits {
    const found: { slot: number; distance: number }[] = [];
    for (const [slot, row] of this.#rows.entries()) {
      if (row === null || this.#dead.has(slot) || (filter !== null && !hasBit(filter, slot))) continue;
      const score = scoreOf(query, row.vector);
      if (score !== null) found.push({ slot, distance: -score });
    }
    const nearest = found.sort((a, b) => a.distance - b.distance || a.slot - b.slot).slice(0, k);
    return {
      slots: Uint32Array.from(nearest, ({ slot }) => slot),
      distances: Float32Array.from(nearest, ({ distance }) => distance),
      complete: found.length <= k,
      compared: found.length,
      rescored: 0,
      ef: 0,
      indexed: 0,
      method: "exact",
      sparse: figures(query.indices.length, found.length),
    };
  }

  /** A vector that shares no index has the score 0. */
  async measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array> {
    const decoded = queries.map((query) => decodeSparse(query as Uint8Array));
    return Float32Array.from(
      decoded.flatMap((query) =>
        Array.from(slots, (slot) => {
          const row = this.#rows[slot];
          return row ? -(scoreOf(query, row.vector) ?? 0) : Number.NaN;
        }),
      ),
    );
  }

  /** Returns how many live vectors there are, and how many of them have each index. @param within null: all slots */
  async statistics(indices: Uint32Array, within: Uint32Array | null): Promise<TermStatistics> {
    const frequencies = new Uint32Array(indices.length);
    const positions = new Map(Array.from(indices, (index, i) => [index, i]));
    let vectors = 0;
    for (const [slot, row] of this.#rows.entries()) {
      if (row === null || this.#dead.has(slot) || (within !== null && !hasBit(within, slot))) continue;
      // A corpus counts empty vectors, as Qdrant's engine does.
      if (row.vector.indices.length > 0 || within !== null) vectors++;
      for (const index of row.vector.indices) {
        const position = positions.get(index);
        if (position !== undefined) frequencies[position]!++;
      }
    }
    return { vectors, frequencies };
  }

  async read(slots: Uint32Array): Promise<EncodedRows> {
    return new EncodedRows(Array.from(slots, (slot) => this.#rows[slot]!.bytes));
  }

  /** Every vector is found as soon as it is written. */
  async stats(): Promise<IndexStats> {
    return { indexed: this.#rows.length, busy: false, reached: null, work: null };
  }

  async tune(): Promise<void> {}

  differsFrom(): boolean {
    return false;
  }

  async pauseIndexing(): Promise<void> {}
  async indexed(): Promise<void> {}
  async limitGraph(): Promise<void> {}

  isMeasuredSince(): boolean {
    return false;
  }

  async hasGrown(): Promise<boolean> {
    return false;
  }

  async copy(): Promise<IndexCopy> {
    return { parts: [], indexed: 0 };
  }

  async save({ files, before, from, slots }: SaveRequest): Promise<SavedField> {
    const saved = before?.files?.rows ?? NO_BYTES;
    const parts = this.#rows.slice(from, slots).map((row) => row?.bytes ?? NO_VECTOR);
    const rows = await grown(this.#file, saved, parts.length, () => files.append(this.#file, saved, parts));
    return { name: this.#field.name, rows: null, codes: null, graph: null, files: { rows } };
  }

  async restore({ slots, dead, saved, read }: RestoreRequest): Promise<Restored> {
    const bytes = await read(saved.files!.rows!);
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    for (let slot = 0; slot < slots; slot++) {
      const count = words.getUint32(at, true);
      const isAbsent = count === 2 ** 32 - 1;
      const row = bytes.slice(at, at + 4 + (isAbsent ? 0 : 8 * count));
      this.#rows[slot] = isAbsent ? null : { bytes: row, vector: decodeSparse(row) };
      if (hasBit(dead, slot)) this.#dead.add(slot);
      at += row.length;
    }
    return { faults: [], saved };
  }

  async drop(): Promise<void> {
    this.#rows.length = 0;
  }
}

/** Returns the index if it is one of sparse vectors, null if it is of another kind. */
export function sparseOf(index: VectorIndex): SparseIndex | null {
  return index instanceof SparseIndex ? index : null;
}

function figures(terms: number, postings: number): SparseFigures {
  return { terms, postings, windows: 0, windowsSkipped: 0, strategy: "rows" };
}

/** Returns the sum of the products over the shared indices; null if no index is shared. */
function scoreOf(query: SparseVector, row: SparseVector): number | null {
  let sum = 0;
  let shared = false;
  for (let q = 0, r = 0; q < query.indices.length && r < row.indices.length; ) {
    const difference = query.indices[q]! - row.indices[r]!;
    if (difference === 0) {
      sum = Math.fround(sum + Math.fround(query.values[q]! * row.values[r]!));
      shared = true;
    }
    if (difference <= 0) q++;
    if (difference >= 0) r++;
  }
  return shared ? sum : null;
}
