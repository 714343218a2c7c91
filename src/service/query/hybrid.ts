// The shorthand for a search by vector and by text at once: `{"hybrid": {"text": ..., "vector": ...}}`.
// The decision: it stands for a request that a client could have sent, two prefetches and their fusion, and is replaced
// by it before anything else is read. So it means nothing of its own, and an explanation shows what it stands for.
import type { Collection } from "../../core/collection/collection.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { HybridInput, QueryObject } from "../../schema/query.ts";
import type { Prefetch } from "../../schema/query-points.ts";
import { unknownVector } from "../common/unknown-vector.ts";
import { memberOf } from "./kind.ts";
import { scoredField } from "./read-text.ts";

const DEFAULT_ALPHA = 0.5;
/** The constant of reciprocal rank fusion in its paper (Cormack, Clarke and Buettcher, SIGIR 2009). */
const DEFAULT_K = 60;
/** Points that each of the two searches finds by default: this many times what is shown, and no fewer than these. */
const SHOWN_FACTOR = 4;
const LEAST_FOUND = 100;

interface HybridSite {
  readonly collection: Collection;
  /** The points that the step finds, those that `offset` skips included. */
  readonly limit: number;
  /** The path of the step in the request, with a dot at its end. */
  readonly path: string;
}

/** Returns the shorthand of a step; null: its query is of another kind. */
export function hybridOf({ query }: Prefetch): HybridInput | null {
  return memberOf(query, "hybrid");
}

/** The request that a hybrid step stands for. */
interface Expansion {
  readonly step: Prefetch;
  /** The part whose weight is 0: it is checked as the other one is, but finds nothing. Null: both have a weight. */
  readonly idle: Prefetch | null;
}

/** @throws InvalidArgument */
export function expanded(given: Prefetch, hybrid: HybridInput, site: HybridSite): Expansion {
  const where = `${site.path}query.hybrid`;
  const { prefetch: own, params, lookup_from, ...rest } = given;
  const { text, vector, alpha = null, fusion = "rrf" } = hybrid;
  if (own && !(Array.isArray(own) && own.length === 0))
    throw new InvalidArgument(`${where}: it makes prefetches of its own; leave out \`prefetch\``);
  if (Object.keys(given.query as object).length > 1)
    throw new InvalidArgument(`${where}: leave out the other kinds of queries`);
  if (fusion === "dbsf" && alpha !== null && alpha !== DEFAULT_ALPHA)
    throw new InvalidArgument(
      `${where}.alpha: dbsf weighs both parts alike, got ${alpha}; leave it out, or use rrf`,
    );
  if (fusion === "dbsf" && hybrid.k)
    throw new InvalidArgument(`${where}.k: dbsf has no constant, got ${hybrid.k}; leave it out, or use rrf`);
  const limit = hybrid.limit ?? Math.max(LEAST_FOUND, SHOWN_FACTOR * site.limit);
  const { explain, idf, ...searching } = params ?? {};
  const byVector: Prefetch = {
    query: vector,
    using: vectorNameOf(site.collection, hybrid.vector_using ?? null, `${where}.vector_using`),
    limit,
    ...(lookup_from && { lookup_from }),
    ...(Object.keys(searching).length > 0 && { params: searching }),
  };
  const byText: Prefetch = {
    query: { text },
    using: scoredField(site.collection, hybrid.text_using ?? null, `${where}.text_using`).path.text,
    limit,
    ...(idf && { params: { idf } }),
  };
  const weights = [alpha ?? DEFAULT_ALPHA, 1 - (alpha ?? DEFAULT_ALPHA)];
  const parts = [byVector, byText];
  const query: QueryObject =
    fusion === "rrf"
      ? { rrf: { k: hybrid.k ?? DEFAULT_K, weights: weights.filter((weight) => weight > 0) } }
      : { fusion };
  const prefetch = parts.filter((_, i) => weights[i]! > 0);
  return {
    step: { ...rest, prefetch, query, ...(explain && { params: { explain } }) },
    idle: parts.find((_, i) => weights[i] === 0) ?? null,
  };
}

/** @throws UnknownVector, InvalidArgument if there are several and none is named */
function vectorNameOf(collection: Collection, given: string | null, where: string): string {
  const names = collection.config.vectors.map(({ name }) => name);
  if (given !== null) {
    if (!names.includes(given)) throw unknownVector(collection, given, where, "search");
    return given;
  }
  if (names.includes("")) return "";
  if (names.length === 1) return names[0]!;
  throw new InvalidArgument(
    names.length === 0
      ? `${where}: the collection has no vectors; ask by text alone: {"query": {"text": ...}}`
      : `${where}: name one of the vectors: ${names.join(", ")}`,
  );
}
