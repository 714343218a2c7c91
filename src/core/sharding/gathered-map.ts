// The map of a collection whose points are on several servers.
// The decision: the vectors of the points on the map are gathered into a store of the engine that lasts as long as the
// request, and everything after that is the map of one segment. So positions and neighbours are those of one server
// that compares all vectors. The alternative, to send axes to the servers and to merge sums and neighbours, moves
// fewer numbers, but needs a dozen rounds, and every server would have to keep which points were drawn. The store has
// no graph: from some twenty thousand points on each one is compared with a part of the others (neighbours.ts).
import type { Engine } from "../../engine/engine.ts";
import type { StoreHandle } from "../../engine/types.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import { sortedInSlices } from "../../scheduling/sort.ts";
import type { FoundPoints } from "../search/collection-reads.ts";
import type { PartReads } from "../search/part-reads.ts";
import type { Listed } from "../search/projection/listed.ts";
import { type MapQuery, type PointMap, pictureOf, reserveFor } from "../search/projection/project.ts";
import { allBits } from "../slots/bits.ts";
import type { PointRef } from "../slots/point-ref.ts";

/** Bytes of vectors that are asked for at once. */
const PORTION_BYTES = 4 * 2 ** 20;
/** The most points of a portion. */
const PORTION_POINTS = 2 ** 13;
const NONE = new Uint32Array(0);

/** Points of all servers that were drawn for a map. */
interface Drawn {
  readonly drawn: readonly PointRef[];
  /** The number of points from which they were drawn. */
  readonly total: number;
  /** When the work began, in milliseconds. */
  readonly began: number;
}

/**
 * @param points reads the vectors
 * @param own the reads of this server, whose engine computes the map
 * @throws ShardUnavailable, OutOfMemory, TooManyRequests, and what the query throws
 */
export async function gatheredMap(
  points: FoundPoints,
  own: PartReads,
  query: MapQuery,
  { drawn, total, began }: Drawn,
): Promise<PointMap> {
  reserveFor(drawn.length, query);
  // The order of the servers would change the numbers of the axes in their last digits.
  const sorted = await runInSlices(
    sortedInSlices(drawn, (a, b) => points.compareIds(a, b)),
    undefined,
  );
  const { engine } = own;
  const { size, distance, hnsw } = query.field;
  const store = await engine.create({
    ...{ dimension: size, metric: distance, encoding: "none", m: 0 },
    ...{ efConstruct: hnsw.ef_construct, indexFrom: Number.POSITIVE_INFINITY },
  });
  try {
    const refs = await fill(engine, store, points, sorted, query);
    const listed = listedIn({ engine, handle: store }, refs.length, total);
    return { refs, ...(await own.overVectors(() => pictureOf(listed, query, began))) };
  } finally {
    await engine.drop(store);
  }
}

/** Puts the vectors of points into a store. @returns the points that have one, in the order of their slots */
async function fill(
  engine: Engine,
  store: StoreHandle,
  points: FoundPoints,
  sorted: readonly PointRef[],
  { field: { name, size }, onSlice }: MapQuery,
): Promise<PointRef[]> {
  const refs: PointRef[] = [];
  if (sorted.length === 0) return refs;
  await engine.reserve(store, sorted.length);
  const bytes = size * Float32Array.BYTES_PER_ELEMENT;
  const most = Math.max(1, Math.min(PORTION_POINTS, Math.floor(PORTION_BYTES / bytes)));
  for (let from = 0; from < sorted.length; from += most) {
    onSlice();
    const some = sorted.slice(from, from + most);
    const rows = await points.vectors(name, some);
    const there = some.filter((_, i) => rows[i]);
    const vectors = new Float32Array(there.length * size);
    for (const [i, row] of rows.filter((one) => one !== null).entries())
      vectors.set(row as Float32Array, i * size);
    const first = refs.length;
    if (there.length > 0)
      await engine.write([{ store, first, slots: there.length, rows: null, vectors, dead: NONE }]);
    refs.push(...there);
  }
  return refs;
}

/** Returns the first slots of a store as the points of a map. */
function listedIn(store: { engine: Engine; handle: StoreHandle }, count: number, total: number): Listed {
  const segment = { number: 0, published: count, vectors: { inEngine: () => store } };
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot);
  const parts = count === 0 ? [] : [{ segment, slots, bits: allBits(count), first: 0, whole: true }];
  return { parts, count, total };
}
