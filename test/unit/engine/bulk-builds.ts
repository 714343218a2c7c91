// A vector store whose graph was built in bulk, however few its slots are, and what tests ask of it.
import { BulkBuild } from "../../../src/engine/bulk-build.ts";
import { check, instantiateOver } from "../../../src/engine/instance.ts";
import { LinearMemory } from "../../../src/engine/linear-memory.ts";
import { MAX_PAGES } from "../../../src/engine/store-memory.ts";
import type { StoreSpec } from "../../../src/engine/types.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { BUILDS, concat, NO_SLOTS, spec, storeHost } from "./fixtures.ts";
import { recallOf } from "./vectors.ts";

/** More than a build of a test needs. */
const MOST_BYTES = 2 ** 30;

type Given = Pick<StoreSpec, "metric"> & Partial<StoreSpec>;

/** A store with all rows written, and without a graph. */
export function written(rows: readonly Float32Array[], given: Given, dead = NO_SLOTS): VectorStore {
  const store = VectorStore.create(storeHost(), specOf(rows, given));
  store.reserve(rows.length);
  store.write({ store: 1, first: 0, slots: rows.length, rows: null, vectors: concat(rows), dead });
  return store;
}

/** A store whose graph was built in bulk, with the unreachable nodes linked. */
export function builtInBulk(rows: readonly Float32Array[], given: Given, dead = NO_SLOTS): VectorStore {
  return built(rows, given, dead).store;
}

/** The number of equal steps in which a graph is built in bulk. */
export function bulkSteps(rows: readonly Float32Array[], given: Given): number {
  return built(rows, given, NO_SLOTS).steps;
}

/**
 * A store whose graph of all rows was built in bulk in the place of others.
 * @param parts how many slots those covered: the first by insertion, the others in bulk
 */
export function replacedInBulk(
  rows: readonly Float32Array[],
  given: Given,
  parts: readonly number[],
  dead = NO_SLOTS,
): VectorStore {
  const store = VectorStore.create(storeHost(), specOf(rows, given));
  store.reserve(rows.length);
  for (const [i, slots] of [...parts, rows.length].entries()) {
    const { count: first } = store.stats();
    const vectors = concat(rows.slice(first, slots));
    store.write({ store: 1, first, slots: slots - first, rows: null, vectors, dead: NO_SLOTS });
    if (i === 0) while (store.index(100, slots) > 0);
    else {
      if (slots === rows.length && dead.length > 0)
        store.write({ store: 1, first: slots, slots: 0, rows: NO_SLOTS, vectors: new Float32Array(0), dead });
      build(store, rows, given, slots);
    }
  }
  return repaired(store);
}

function built(rows: readonly Float32Array[], given: Given, dead: typeof NO_SLOTS) {
  // Below 64 vectors a store has no centre before its graph is begun.
  const centre = rows.length < 64 ? { centre: new Float32Array(rows[0]!.length) } : {};
  const store = written(rows, { ...given, ...centre }, dead);
  const steps = build(store, rows, given, rows.length);
  return { store: repaired(store), steps };
}

/** Builds the graph of the first slots. @returns the number of steps */
function build(store: VectorStore, rows: readonly Float32Array[], given: Given, slots: number): number {
  const linear = new LinearMemory(
    instantiateOver(BUILDS.release, store.memory, grow(store)),
    store.memory,
    1,
  );
  const parts = { module: BUILDS.release, maximumPages: MAX_PAGES, store: linear };
  check(linear.exports.reserveSpare());
  const bulk = new BulkBuild({ ...parts, spec: specOf(rows, given) }, slots, MOST_BYTES);
  let steps = 1;
  while (bulk.step()) steps++;
  if (bulk.isRejected) throw new Error("partitions do not serve these vectors");
  return steps;
}

/** A store whose graph was built by insertions. */
export function inserted(rows: readonly Float32Array[], given: Given): VectorStore {
  const store = written(rows, given);
  while (store.index(rows.length, rows.length) > 0);
  return repaired(store);
}

/** The mean recall@10 of the queries, and the comparisons of a search. */
export function measured(store: VectorStore, queries: readonly Float32Array[], ef: number) {
  let [recall, compared] = [0, 0];
  for (const query of queries) {
    const hits = store.search(query, { k: 10, ef });
    recall += recallOf(hits, store.search(query, { k: 10, ef, exact: true })) / queries.length;
    compared += hits.compared / queries.length;
  }
  return { recall, compared };
}

/** The bytes of a graph, as they are saved. */
export const graphBytes = (store: VectorStore) => Buffer.concat(store.graph());

function specOf(rows: readonly Float32Array[], given: Given): StoreSpec {
  return spec({ dimension: rows[0]!.length, ...given });
}

function repaired(store: VectorStore): VectorStore {
  while (store.repair(4, true));
  return store;
}

const grow = (store: VectorStore) => (pages: number) => store.memory.grow(pages);
