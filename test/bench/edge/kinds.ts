// The kinds of requests that `npm run bench -- requests` measures, as bytes. The decision: requests of a kind differ
// (other queries, other points), so no cache of a whole response could serve them.

import { seededRandom } from "../../support/random.ts";
import { type Dataset, K, readQueries } from "../data/dataset.ts";
import { httpBytes } from "./http-bytes.ts";

/** The collection, its points' category and number, and the share of the points that the filter of counts matches. */
export const COLLECTION = "requests";
export const CATEGORIES = 20;
export const NUMBERS = 100;
const FILTERED_NUMBERS = NUMBERS / 10;
export const EF = 64;
/** The kind that is compared with the engine floor, too. */
export const SEARCH = "search, ids and scores";
const RETRIEVED = 10;
const SCROLLED = 100;
/** Requests of a kind; they are repeated. */
export const REQUESTS = 500;
/** Upserts of vectors that differ, enough for some runs; each is a query with this relative noise. */
const NEW_VECTORS = 16_000;
const NOISE = 0.3;

const PATH = `/collections/${COLLECTION}`;

export interface Kind {
  readonly name: string;
  /** The goals: multiples of the CPU time of a bare server that gets and sends the same bytes. */
  readonly must?: number;
  readonly aim?: number;
  /** The kind whose time is subtracted before the comparison. */
  readonly beyond?: string;
  readonly requests: readonly Uint8Array[];
}

/** The text of a point: as long as an entry of a dictionary. */
export const TEXT =
  "any of the regions of the surface of the Earth, loosely divided according to latitude or longitude";

/** Returns the payload of a point. */
export function payloadOf(id: number, text: string): Readonly<Record<string, unknown>> {
  return { text, category: `category ${id % CATEGORIES}`, number: id % NUMBERS };
}

/** Returns a function that makes the vector of the i-th request. */
export function vectorsOf(dataset: Dataset): (i: number) => Float32Array {
  const { dimension, queries } = dataset;
  const all = readQueries(dataset);
  return (i) => all.subarray((i % queries) * dimension, ((i % queries) + 1) * dimension);
}

/** Returns the kinds for a collection with the ids from 0 to below `rows`. */
export function kindsOf(dataset: Dataset): Kind[] {
  const { rows } = dataset;
  const vectors = vectorsOf(dataset);
  const vectorOf = (i: number) => Array.from(vectors(i));
  const post = (path: string, body: (i: number) => object) =>
    Array.from({ length: REQUESTS }, (_, i) => httpBytes("POST", PATH + path, body(i)));
  const idsOf = (i: number) => Array.from({ length: RETRIEVED }, (_, at) => (i * 37 + at * 1009) % rows);
  const search = (with_payload: boolean) => (i: number) => ({
    vector: vectorOf(i),
    limit: K,
    params: { hnsw_ef: EF },
    with_payload,
  });
  return [
    { name: SEARCH, requests: post("/points/search", search(false)) },
    {
      name: "payloads of 10 hits",
      must: 2,
      aim: 1,
      beyond: SEARCH,
      requests: post("/points/search", search(true)),
    },
    {
      name: "retrieve 10 points",
      must: 4,
      aim: 2.5,
      requests: post("/points", (i) => ({ ids: idsOf(i), with_payload: true })),
    },
    {
      name: "scroll 100 points",
      must: 8,
      aim: 5,
      requests: post("/points/scroll", (i) => ({
        limit: SCROLLED,
        offset: (i * 37) % (rows - SCROLLED),
        with_payload: true,
      })),
    },
    { name: "facet", must: 3, aim: 2, requests: post("/facet", () => ({ key: "category" })) },
    {
      name: "count with a filter",
      must: 4,
      aim: 2.5,
      requests: post("/points/count", (i) => {
        const gte = i % (NUMBERS - FILTERED_NUMBERS);
        return { filter: { must: [{ key: "number", range: { gte, lt: gte + FILTERED_NUMBERS } }] } };
      }),
    },
    {
      name: "upsert of a point",
      must: 15,
      aim: 8,
      requests: Array.from({ length: REQUESTS }, (_, i) => {
        const id = (i * 37) % rows;
        const point = { id, vector: vectorOf(i), payload: payloadOf(id, "written again") };
        return httpBytes("PUT", `${PATH}/points?wait=true`, { points: [point] });
      }),
    },
    {
      // Vectors of the row above soon equal those of overwritten points, and are found without a whole walk.
      name: "upsert of a new vector",
      get requests() {
        const random = seededRandom(NEW_VECTORS);
        return Array.from({ length: NEW_VECTORS }, (_, i) => {
          const id = (i * 37) % rows;
          const vector = vectorOf(i).map((value) => value * (1 + NOISE * (2 * random() - 1)));
          const point = { id, vector, payload: payloadOf(id, "written again") };
          return httpBytes("PUT", `${PATH}/points?wait=true`, { points: [point] });
        });
      },
    },
    {
      name: "payload of a point set",
      requests: post("/points/payload?wait=true", (i) => ({
        payload: { number: i % NUMBERS },
        points: [(i * 37) % rows],
      })),
    },
    {
      name: "delete of a point",
      requests: post("/points/delete?wait=true", (i) => ({ points: [(i * 37) % rows] })),
    },
  ];
}
