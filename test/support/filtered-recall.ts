// Measures how filters reduce recall: clusters of low rank, whose neighbours lie in few directions, and filters that
// are independent of the vectors, correlated with them, or anticorrelated.
// The decision: a filtered search is compared with searches without a filter with the same ef on the same graph,
// because users compare these. Recall is by distance, against exact searches with the same filter.
import { expect } from "chai";
import type { Engine } from "../../src/engine/engine.ts";
import type { Hits, StoreHandle } from "../../src/engine/types.ts";
import { append, newEngine, type Random, seededRandom, spec } from "../unit/engine/fixtures.ts";
import { bitsOf, recallOf } from "../unit/engine/vectors.ts";

const RANK = 8;
const K = 10;
/** The largest difference of recall to searches without a filter. */
const MARGIN = 0.01;

export interface World {
  readonly engine: Engine;
  readonly segment: StoreHandle;
  readonly points: number;
  /** The cluster of each row, and of each query. */
  readonly clusters: readonly number[];
  readonly queries: readonly { readonly vector: Float32Array; readonly cluster: number }[];
  readonly random: Random;
}

export interface WorldSize {
  readonly points: number;
  readonly dimension: number;
  readonly queries: number;
  readonly efConstruct: number;
}

/** Builds a segment with all points in its graph. */
export async function lowRankWorld(size: WorldSize, seed: number): Promise<World> {
  const { points, dimension, queries, efConstruct } = size;
  const random = seededRandom(seed);
  const draw = lowRankClusters(random, Math.ceil(points / 200), dimension);
  const engine = newEngine();
  const segment = await engine.create(spec({ dimension, metric: "Cosine", m: 16, efConstruct }));
  const clusters: number[] = [];
  while (clusters.length < points) {
    const drawn = Array.from({ length: Math.min(1000, points - clusters.length) }, draw);
    await append(
      engine,
      segment,
      drawn.map(({ vector }) => vector),
    );
    clusters.push(...drawn.map(({ cluster }) => cluster));
  }
  await engine.indexed(segment);
  return { engine, segment, points, clusters, queries: Array.from({ length: queries }, draw), random };
}

function lowRankClusters(random: Random, count: number, dimension: number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const row = (size: number) => Float32Array.from({ length: dimension }, () => size * normal());
  const centres = Array.from({ length: count }, () => row(1));
  const axes = Array.from({ length: 16 }, () => Array.from({ length: RANK }, () => row(0.4)));
  return () => {
    const cluster = Math.floor(random() * count);
    const vector = centres[cluster]!.map((value) => value + 0.15 * normal());
    for (const axis of axes[cluster % axes.length]!) {
      const far = normal();
      axis.forEach((value, i) => {
        vector[i]! += far * value;
      });
    }
    return { vector, cluster };
  };
}

/** Returns the bits of the points that match, for a query of the cluster. */
type Relation = (world: World, share: number, cluster: number) => Uint32Array;

const matching = ({ points, random }: World, chance: (slot: number) => number): Uint32Array =>
  bitsOf(
    (function* () {
      for (let slot = 0; slot < points; slot++) if (random() < chance(slot)) yield slot;
    })(),
    points,
  );

export const RELATIONS = {
  /** The filter is independent of the vectors. */
  unrelated: (world, share) => matching(world, () => share),
  /** The filter matches half of the query's cluster, and few other points. */
  near: (world, share, cluster) =>
    matching(world, (slot) => (world.clusters[slot] === cluster ? 0.5 : share)),
  /** The filter matches a fifth of the share in the query's cluster, and the share elsewhere. */
  sparse: (world, share, cluster) =>
    matching(world, (slot) => (world.clusters[slot] === cluster ? share / 5 : share)),
  /** The filter matches nothing in the query's cluster, and the share elsewhere. */
  elsewhere: (world, share, cluster) =>
    matching(world, (slot) => (world.clusters[slot] === cluster ? 0 : share)),
  /** The filter matches all of the query's cluster and of some others, like a topic or a tenant. */
  topics: (world, share, cluster) => {
    const among = Math.round(1 / share);
    return matching(world, (slot) => ((world.clusters[slot]! - cluster) % among === 0 ? 1 : 0));
  },
} satisfies Record<string, Relation>;

/** The points that a query may find, and its exact neighbours among them. */
interface Asked {
  readonly vector: Float32Array;
  readonly filter?: Uint32Array;
  readonly exact: Hits;
}

/** @param filter of the cluster of a query; undefined for none */
async function asked(world: World, filter?: (cluster: number) => Uint32Array): Promise<Asked[]> {
  const made = new Map<number, Uint32Array>();
  const all: Asked[] = [];
  for (const { vector, cluster } of world.queries) {
    const bits = made.get(cluster) ?? filter?.(cluster);
    if (bits) made.set(cluster, bits);
    const options = bits ? { filter: bits } : {};
    const exact = await world.engine.search(world.segment, vector, { k: K, ef: K, exact: true, ...options });
    all.push({ vector, exact, ...options });
  }
  return all;
}

async function meanRecall({ engine, segment }: World, all: readonly Asked[], ef: number): Promise<number> {
  let sum = 0;
  for (const { vector, filter, exact } of all) {
    const hits = await engine.search(segment, vector, { k: K, ef, ...(filter && { filter }) });
    sum += recallOf(hits, exact);
  }
  return sum / all.length;
}

/** Requires the recall of searches without a filter for every filter. */
export async function expectNoRecallLost(
  world: World,
  shares: readonly number[],
  widths: readonly number[],
  say: (line: string) => void = () => {},
): Promise<void> {
  const plain = new Map<number, number>();
  const unfiltered = await asked(world);
  for (const ef of widths) plain.set(ef, await meanRecall(world, unfiltered, ef));
  const lost: string[] = [];
  for (const [name, relation] of Object.entries(RELATIONS)) {
    for (const share of shares) {
      const all = await asked(world, (cluster) => relation(world, share, cluster));
      for (const ef of widths) {
        const recall = await meanRecall(world, all, ef);
        const line = `ef ${ef}, ${100 * share} % ${name}: ${recall.toFixed(4)}, without a filter ${plain.get(ef)!.toFixed(4)}`;
        say(line);
        if (recall < plain.get(ef)! - MARGIN) lost.push(line);
      }
    }
  }
  expect(lost).to.deep.equal([]);
}
