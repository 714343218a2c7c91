// The kinds of requests that `npm run bench -- requests` measures, as bytes. The decision: requests of a kind differ
// (other queries, other points), so no cache of a whole response could serve them.
import { type Dataset, K, readQueries } from "../data/dataset.ts";
import { httpBytes } from "./http-bytes.ts";

/** The collection, its points' category and number, and the share of the points that the filter of counts matches. */
export const COLLECTION = "requests";
export const CATEGORIES = 20;
export const NUMBERS = 100;
const FILTERED_NUMBERS = NUMBERS / 10;
export const EF = 64;
const RETRIEVED = 10;
const SCROLLED = 100;
/** Requests of a kind; they are repeated. */
export const REQUESTS = 500;

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

/** Returns the payload of a point. */
export function payloadOf(id: number, text: string): object {
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
  const bare = "search, ids and scores";
  return [
    { name: bare, requests: post("/points/search", search(false)) },
    {
      name: "payloads of 10 hits",
      must: 2,
      aim: 1,
      beyond: bare,
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
