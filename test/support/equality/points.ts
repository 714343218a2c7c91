// A collection whose reads are full of ties: its settings, and points that are drawn for it.
// The decision: most components are small integers, and vectors, payloads and texts come from small pools, so that many
// points have equal distances, equal scores and equal values. Two vectors have real numbers, of which rounding shows
// whether two ways of computing a score have the same bits.
import type { PointId } from "../../../src/schema/leaf.ts";
import { between, pick, type Random, shuffled } from "../chance.ts";

/** The names of the dense vectors, and their sizes and distances. `coded` has 8-bit codes, `binary` 1-bit codes. */
export const DENSE = {
  euclid: { size: 4, distance: "Euclid" },
  dot: { size: 4, distance: "Dot" },
  cosine: { size: 4, distance: "Cosine" },
  manhattan: { size: 4, distance: "Manhattan" },
  wide: { size: 37, distance: "Cosine", quantization_config: "Disabled" },
  product: { size: 37, distance: "Dot", quantization_config: "Disabled" },
  coded: { size: 20, distance: "Euclid", quantization_config: { scalar: { type: "int8" } } },
  binary: { size: 20, distance: "Dot", quantization_config: { binary: {} } },
} as const;
export type DenseName = keyof typeof DENSE;
export const DENSE_NAMES = Object.keys(DENSE) as DenseName[];
/** Names with real numbers as components. */
const REAL: readonly DenseName[] = ["wide", "product", "coded", "binary"];

/** The names of the sparse vectors. The values of queries by `weighted` are weighted by document frequencies. */
export const SPARSE_NAMES = ["sparse", "weighted"] as const;
export type SparseName = (typeof SPARSE_NAMES)[number];

export interface SparseValues {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export type DrawnVectors = Readonly<
  Partial<Record<DenseName, readonly number[]> & Record<SparseName, SparseValues>>
>;

export interface DrawnPoint {
  readonly id: PointId;
  readonly vector: DrawnVectors;
  readonly payload: { readonly [key: string]: unknown };
}

/** The settings of the collection, for `createCollection`. */
export const COLLECTION = {
  vectors_config: DENSE,
  sparse_vectors: { sparse: {}, weighted: { modifier: "idf" } },
} as const;

/** The payload indexes of the collection, for `createFieldIndex`. `free` has none. */
export const FIELD_INDEXES: readonly { readonly field_name: string; readonly field_schema: unknown }[] = [
  { field_name: "n", field_schema: "integer" },
  { field_name: "f", field_schema: "float" },
  { field_name: "tag", field_schema: "keyword" },
  { field_name: "flag", field_schema: "bool" },
  { field_name: "day", field_schema: "datetime" },
  { field_name: "at", field_schema: "geo" },
  { field_name: "text", field_schema: { type: "text", scoring: true } },
  { field_name: "parts[].text", field_schema: { type: "text", nested: "parts" } },
];

export const TAGS = ["a", "b", "c", "d"] as const;
export const WORDS = ["red", "green", "blue", "redder", "apple", "pie"] as const;
export const DAYS = [
  "2024-01-01",
  "2024-01-02T00:00:00Z",
  "2024-01-02T01:00:00+01:00",
  "2024-02-29",
] as const;
const INDICES = [0, 1, 2, 3, 5, 70_000, 2 ** 32 - 1] as const;
const WEIGHTS = [-1, -0.5, 0, 0.5, 1, 1, 1, 2, 0.1] as const;

/** Vectors of real numbers that several points have. */
const POOL = 12;

export class PointDrawer {
  readonly #random: Random;
  readonly #pools: ReadonlyMap<DenseName, readonly (readonly number[])[]>;

  constructor(random: Random) {
    this.#random = random;
    const pool = (name: DenseName) => Array.from({ length: POOL }, () => this.#real(DENSE[name].size));
    this.#pools = new Map(REAL.map((name) => [name, pool(name)]));
  }

  /** Draws points with different ids: small and large integers, and UUIDs. */
  points(count: number): DrawnPoint[] {
    const ids = new Map<string, PointId>();
    while (ids.size < count) {
      const id = this.id();
      ids.set(String(id), id);
    }
    return Array.from(ids.values(), (id) => this.point(id));
  }

  id(): PointId {
    const random = this.#random;
    const kind = random();
    if (kind < 0.6) return between(random, 0, 5_000);
    if (kind < 0.7) return 2n ** 53n + BigInt(between(random, 1, 2 ** 20)) * 2n + 1n;
    const digits = () =>
      between(random, 0, 2 ** 32 - 1)
        .toString(16)
        .padStart(8, "0");
    const hex = digits() + digits() + digits() + digits();
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  point(id: PointId): DrawnPoint {
    return { id, vector: this.vectors(), payload: this.payload() };
  }

  vectors(): DrawnVectors {
    const random = this.#random;
    const dense = DENSE_NAMES.flatMap((name) => (random() < 0.9 ? [[name, this.dense(name)] as const] : []));
    const sparse = SPARSE_NAMES.flatMap((name) => (random() < 0.8 ? [[name, this.sparse()] as const] : []));
    return Object.fromEntries([...dense, ...sparse]);
  }

  dense(name: DenseName): readonly number[] {
    const random = this.#random;
    const { size } = DENSE[name];
    const pool = this.#pools.get(name);
    if (pool) return this.#realOrRepeated(pool, size);
    if (random() < 0.05) return new Array<number>(size).fill(0);
    return Array.from({ length: size }, () => between(random, -1, 1));
  }

  sparse(): SparseValues {
    const indices = INDICES.filter(() => this.#random() < 0.4);
    return { indices, values: indices.map(() => pick(this.#random, WEIGHTS)) };
  }

  payload(): { readonly [key: string]: unknown } {
    const random = this.#random;
    const small = () => between(random, -2, 2);
    const members: Readonly<Record<string, () => unknown>> = {
      n: () => (random() < 0.3 ? [small(), small()] : small()),
      f: () => pick(random, [0, -0.5, 0.25, 1, 1e300]),
      tag: () => (random() < 0.2 ? [pick(random, TAGS), pick(random, TAGS)] : pick(random, TAGS)),
      flag: () => random() < 0.5,
      day: () => pick(random, DAYS),
      at: () => ({ lon: between(random, 0, 2), lat: between(random, 0, 1) }),
      text: () => this.text(),
      parts: () => Array.from({ length: between(random, 0, 3) }, () => ({ text: this.text() })),
      free: () => between(random, 0, 3),
    };
    const kept = Object.entries(members).filter(() => random() < 0.85);
    return Object.fromEntries(kept.map(([key, draw]) => [key, draw()]));
  }

  text(): string {
    return Array.from({ length: between(this.#random, 0, 5) }, () => pick(this.#random, WORDS)).join(" ");
  }

  #realOrRepeated(pool: readonly (readonly number[])[], size: number): readonly number[] {
    const random = this.#random;
    const draw = random();
    if (draw < 0.4) return pick(random, pool);
    // Equally far from any vector whose components are equal, but for rounding.
    if (draw < 0.7) return shuffled(pool[0]!, random);
    if (draw < 0.8) return new Array<number>(size).fill(between(random, 1, 3) / 3);
    return this.#real(size);
  }

  #real(size: number): number[] {
    // An offset that all have in common takes digits from the differences.
    return Array.from({ length: size }, () => Math.fround(3 + this.#random() - this.#random()));
  }
}
