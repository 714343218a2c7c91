// A second kind of vector index, as small as possible: vectors of bytes, compared one by one. It shows that the core
// uses an index only through VectorIndex.
import type { FieldConfig } from "../../src/core/config/collection-config.ts";
import { EncodedRows } from "../../src/core/record/vector-rows.ts";
import { hasBit } from "../../src/core/slots/bits.ts";
import type { VectorWrite } from "../../src/core/vectors/apply-writes.ts";
import { VECTOR_KINDS, type VectorKinds } from "../../src/core/vectors/kinds.ts";
import type {
  IndexParts,
  Restored,
  RestoreRequest,
  SaveRequest,
  SlotWrite,
  VectorIndex,
  VectorQuery,
  VectorSearch,
} from "../../src/core/vectors/vector-index.ts";
import { SEARCH_METHODS } from "../../src/engine/abi.ts";
import type { Hits } from "../../src/engine/types.ts";
import { NO_BYTES } from "../../src/storage/data-file.ts";
import { grown } from "../../src/storage/grown-file.ts";
import type { SavedField } from "../../src/storage/manifest.ts";

/** The kinds of vector indexes of a database that also supports bytes. */
export const WITH_BYTES: VectorKinds = { ...VECTOR_KINDS, bytes: (parts) => new FlatByteIndex(parts) };

/** Indexes with memory that were not dropped yet. */
export const alive = new Set<FlatByteIndex>();

interface ByteWrite {
  readonly index: FlatByteIndex;
  readonly write: SlotWrite;
}

/** Executes the writes of all indexes of this kind. */
const writer = {
  async write(writes: ByteWrite[]): Promise<void> {
    for (const { index, write } of writes) index.add(write);
  },
};

class FlatByteIndex implements VectorIndex {
  readonly #field: FieldConfig;
  readonly #file: string;
  /** The vector of each slot; null if the point has none or is deleted. */
  #vectors: (Uint8Array | null)[] = [];
  readonly #dead = new Set<number>();

  constructor({ field, directory, position }: IndexParts) {
    this.#field = field;
    this.#file = `${directory}/bytes-${position}.bin`;
  }

  get rowBytes(): number {
    return this.#field.size;
  }

  async reserve(slots: number): Promise<number> {
    alive.add(this);
    return slots;
  }

  writes(write: SlotWrite): VectorWrite<ByteWrite>[] {
    return [{ writer, write: { index: this, write } }];
  }

  add({ first, slots, rows, vectors, dead }: SlotWrite): void {
    for (let i = 0; i < slots; i++) this.#vectors[first + i] = null;
    for (let row = 0; row < (vectors?.count ?? 0); row++)
      this.#vectors[first + (rows?.[row] ?? row)] = (vectors!.at(row) as Uint8Array).slice();
    for (const slot of dead) this.#dead.add(slot);
  }

  search(queries: readonly VectorQuery[], { k, filter }: VectorSearch): Hits[] {
    return queries.map((query) => {
      const found = this.#vectors.flatMap((vector, slot) => {
        const isWanted = vector && !this.#dead.has(slot) && (filter === null || hasBit(filter, slot));
        return isWanted ? { slot, distance: squares(query as Uint8Array, vector) } : [];
      });
      const nearest = found.sort((a, b) => a.distance - b.distance).slice(0, k);
      return {
        slots: Uint32Array.from(nearest, ({ slot }) => slot),
        distances: Float32Array.from(nearest, ({ distance }) => distance),
        complete: found.length <= k,
        compared: found.length,
        rescored: 0,
        ef: 0,
        indexed: 0,
        method: SEARCH_METHODS[0]!,
      };
    });
  }

  async measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array> {
    const of = (query: VectorQuery, slot: number) => squares(query as Uint8Array, this.#vectors[slot]!);
    return Float32Array.from(queries.flatMap((query) => Array.from(slots, (slot) => of(query, slot))));
  }

  async read(slots: Uint32Array): Promise<EncodedRows> {
    return new EncodedRows(Array.from(slots, (slot) => this.#vectors[slot]!));
  }

  async stats() {
    return { indexed: 0, busy: false, reached: null, work: null };
  }

  async tune(): Promise<void> {}

  differsFrom(field: FieldConfig): boolean {
    return field.size !== this.#field.size;
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

  async copy() {
    return { parts: [], indexed: 0 };
  }

  async save({ files, before, from, slots }: SaveRequest): Promise<SavedField> {
    const saved = before?.files?.bytes ?? NO_BYTES;
    const none = new Uint8Array(this.rowBytes);
    const parts = this.#vectors.slice(from, slots).map((vector) => vector ?? none);
    const bytes = await grown(this.#file, saved, parts.length, () => files.append(this.#file, saved, parts));
    return { name: this.#field.name, rows: null, codes: null, graph: null, files: { bytes } };
  }

  async restore({ slots, dead, saved, read }: RestoreRequest): Promise<Restored> {
    await this.reserve(slots);
    const bytes = await read(saved.files!.bytes!);
    this.#vectors = Array.from({ length: slots }, (_, slot) =>
      bytes.slice(slot * this.rowBytes, (slot + 1) * this.rowBytes),
    );
    for (let slot = 0; slot < slots; slot++) if (hasBit(dead, slot)) this.#dead.add(slot);
    return { faults: [], saved };
  }

  async drop(): Promise<void> {
    alive.delete(this);
  }
}

function squares(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
}
