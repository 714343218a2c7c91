// Reads of every kind that are drawn for the points of points.ts: searches, queries with all kinds of prefetches and
// fusions, groups, scrolls, facets, counts.
// The decision: every step asks for an exact search, since only then the answer is defined by the points alone. Limits
// are small, so that the last place is often shared by several points, and sometimes larger than the collection.
import { between, pick, type Random } from "../chance.ts";
import type { Read } from "./compare.ts";
import { drawnFilter } from "./filters.ts";
import {
  DENSE_NAMES,
  type DenseName,
  type DrawnPoint,
  PointDrawer,
  SPARSE_NAMES,
  type SparseName,
} from "./points.ts";
import { RankedReads } from "./ranked-reads.ts";

/** A vector name, or the key of a text index. */
type Using = DenseName | SparseName;

export const READ_KINDS = [
  "search",
  "batch of searches",
  "recommendation",
  "batch of recommendations",
  "discovery",
  "batch of discoveries",
  "query",
  "query with prefetches",
  "query by text",
  "hybrid query",
  "batch of queries",
  "groups of a search",
  "groups of a recommendation",
  "groups of a query",
  "scroll",
  "scroll by a field",
  "count",
  "facet",
  "retrieval",
  "matrix",
] as const;
export type ReadKind = (typeof READ_KINDS)[number];

const EXACT = { params: { exact: true } };
const MANY = 10_000;

export class ReadDrawer {
  readonly #random: Random;
  readonly #points: readonly DrawnPoint[];
  readonly #ranked: RankedReads;
  readonly #drawer: PointDrawer;
  readonly #collection: string;

  /** @param points the content of the collection */
  constructor(random: Random, points: readonly DrawnPoint[], collection = "c") {
    this.#random = random;
    this.#points = points;
    this.#collection = collection;
    this.#drawer = new PointDrawer(random);
    this.#ranked = new RankedReads(random, points, this.#drawer);
  }

  draw(kind: ReadKind = pick(this.#random, READ_KINDS)): Read {
    const [operation, request] = this.#draws[kind]();
    return { operation, request: { collection_name: this.#collection, ...request } };
  }

  readonly #draws: Readonly<Record<ReadKind, () => readonly [operation: string, request: object]>> = {
    search: () => ["searchPoints", { ...this.#search(), ...this.#shown(), ...this.#offset() }],
    "batch of searches": () => ["searchBatch", { searches: this.#batch(() => this.#search()) }],
    recommendation: () => ["recommendPoints", { ...this.#recommendation(), ...this.#shown() }],
    "batch of recommendations": () => [
      "recommendBatch",
      { searches: this.#batch(() => this.#recommendation()) },
    ],
    discovery: () => ["discoverPoints", this.#discovery()],
    "batch of discoveries": () => ["discoverBatch", { searches: this.#batch(() => this.#discovery()) }],
    query: () => ["queryPoints", { ...this.#ranked.query(), ...this.#shown(), ...this.#offset() }],
    "query with prefetches": () => ["queryPoints", { ...this.#ranked.above(), ...this.#offset() }],
    "query by text": () => [
      "queryPoints",
      { ...this.#ranked.byText(), ...this.#shown(), with_highlights: this.#random() < 0.3 },
    ],
    "hybrid query": () => ["queryPoints", this.#ranked.hybrid()],
    "batch of queries": () => ["queryBatch", { searches: this.#batch(() => this.#ranked.any()) }],
    "groups of a search": () => ["searchGroups", { ...this.#search(), ...this.#grouping() }],
    "groups of a recommendation": () => [
      "recommendGroups",
      { ...this.#recommendation(), ...this.#grouping() },
    ],
    "groups of a query": () => ["queryGroups", { ...this.#ranked.any(), ...this.#grouping() }],
    scroll: () => ["scrollPoints", { ...this.#page(), ...this.#shown(true) }],
    "scroll by a field": () => ["scrollPoints", { ...this.#limited(), ...this.#order() }],
    count: () => ["countPoints", { ...this.#filtered(), exact: true }],
    facet: () => ["facet", this.#facet()],
    retrieval: () => ["retrievePoints", { ids: this.#ids(), ...this.#shown(true) }],
    matrix: () => [pick(this.#random, ["matrixPairs", "matrixOffsets"]), this.#matrix()],
  };

  #filtered(): object {
    const filter = drawnFilter(this.#random, this.#points);
    return filter === null ? {} : { filter };
  }

  #limited(): object {
    return { ...this.#filtered(), limit: this.#ranked.limit() };
  }

  #offset(): object {
    return this.#random() < 0.2 ? { offset: between(this.#random, 1, 12) } : {};
  }

  #shown(alwaysPayload = false): object {
    const random = this.#random;
    const withPayload = pick(random, [true, ["n", "tag"], false]);
    if (random() < 0.7) return { with_payload: alwaysPayload || withPayload };
    return { with_payload: true, with_vector: pick(random, [true, [pick(random, DENSE_NAMES)], ["sparse"]]) };
  }

  #batch(draw: () => object): object[] {
    const random = this.#random;
    const searches = Array.from({ length: between(random, 2, 6) }, draw);
    if (random() < 0.5) return searches;
    // Searches that differ in nothing but their vectors are made together.
    const [first] = searches as [object];
    const name = pick(random, DENSE_NAMES);
    const vectorOf = () => ({ vector: { name, vector: this.#drawer.dense(name) } });
    return "vector" in first ? searches.map(() => ({ ...first, ...vectorOf() })) : searches;
  }

  #search(): object {
    const name = pick<Using>(this.#random, [...DENSE_NAMES, ...SPARSE_NAMES]);
    const vector = { name, vector: this.#ranked.vector(name) };
    // What would be approximate otherwise is exact, too.
    const params = {
      exact: true,
      ...(this.#random() < 0.3 && { sparse: { drop: 0.5 }, indexed_only: true }),
    };
    return { vector, ...this.#limited(), params, ...this.#ranked.threshold() };
  }

  #recommendation(): object {
    const { recommend, using } = this.#ranked.recommendation();
    return { ...recommend, using, ...this.#limited(), ...EXACT };
  }

  #discovery(): object {
    const { target, context, using } = this.#ranked.discovery();
    return { target, context, using, ...this.#limited(), ...EXACT };
  }

  #grouping(): object {
    const random = this.#random;
    return {
      group_by: pick(random, ["tag", "n", "free"]),
      group_size: between(random, 1, 5),
      limit: between(random, 1, 6),
      // Integers are ids of points, too.
      ...(random() < 0.2 && { with_lookup: this.#collection }),
    };
  }

  #page(): object {
    const { id } = pick(this.#random, this.#points);
    return { ...this.#limited(), ...(this.#random() < 0.5 && { offset: id }) };
  }

  #order(): object {
    const key = pick(this.#random, ["n", "f", "day"]);
    const direction = pick(this.#random, ["asc", "desc"]);
    return { order_by: { key, direction, ...(key === "n" && this.#random() < 0.5 && { start_from: 0 }) } };
  }

  #facet(): object {
    const key = pick(this.#random, ["n", "tag", "flag"]);
    return { key, ...this.#filtered(), limit: between(this.#random, 1, 6), exact: true };
  }

  #ids(): unknown[] {
    const known = Array.from(
      { length: between(this.#random, 1, 9) },
      () => pick(this.#random, this.#points).id,
    );
    return [...new Set(this.#random() < 0.1 ? [...known, this.#drawer.id()] : known)];
  }

  /** The sample is the whole collection: a smaller one is drawn at random. */
  #matrix(): object {
    const using = pick(this.#random, DENSE_NAMES);
    return { using, sample: MANY, limit: between(this.#random, 1, 4), ...this.#filtered() };
  }
}
