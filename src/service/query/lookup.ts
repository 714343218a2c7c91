// Finds the collections in which a request to another collection looks something up.
// The decision: natively a query that refers to no points refuses `lookup_from`, because its client expects another
// result. Qdrant 1.20 does not read the field of such a query, so its dialect ignores it, whatever it names; only
// queries by text refuse it there as well.
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import { CollectionNotFound } from "../../errors/collections.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { InvalidTextQuery } from "../../errors/text.ts";
import type { Prefetch } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import { unknownVector } from "../common/unknown-vector.ts";
import { isKind } from "./kind.ts";
import type { Source } from "./plan.ts";

/** Kinds of queries that refer to no points. */
const WITHOUT_POINTS = ["fusion", "rrf", "formula", "sample", "order_by"] as const;
const NO_POINTS = "refers to no points that could be looked up; leave it out";

interface LookupSite {
  readonly database: Database;
  readonly collection: Collection;
  readonly rules: Rules;
  /** The path of the step in the request, with a dot at its end. */
  readonly path: string;
}

/**
 * Returns where the points of the query of a step are looked up.
 * @throws CollectionNotFound, UnknownVector, InvalidArgument if it refers to none
 */
export function sourceOf(step: Prefetch, { database, collection, rules, path }: LookupSite): Source {
  const { query, lookup_from: lookup } = step;
  const using = step.using ?? "";
  const own = { collection, vectorName: using };
  if (!lookup) return own;
  if (isKind(query, "text")) throw new InvalidTextQuery(`${path}lookup_from`, `A query by text ${NO_POINTS}`);
  const what = withoutPoints(query);
  if (what !== null) {
    if (rules.idleLookup === "ignored") return own;
    throw new InvalidArgument(`${path}lookup_from: ${what} ${NO_POINTS}`);
  }
  const other = lookupCollection(database, lookup.collection);
  const vectorName = lookup.vector ?? using;
  if (!other.field(vectorName)) throw unknownVector(other, vectorName, "lookup_from.vector", "write");
  return { collection: other, vectorName };
}

/** Names a query that refers to no points; null: it may refer to some. */
function withoutPoints(query: Prefetch["query"]): string | null {
  if (query === undefined || query === null) return "a request without a query";
  const kind = WITHOUT_POINTS.find((name) => isKind(query, name));
  return kind ? `a query by ${kind}` : null;
}

/** @throws CollectionNotFound whose text says that it is the collection of the lookup */
export function lookupCollection(database: Database, name: string): Collection {
  try {
    return database.collection(name);
  } catch (error) {
    throw error instanceof CollectionNotFound ? new CollectionNotFound(name, "lookup") : error;
  }
}
