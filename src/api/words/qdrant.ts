// Errors in Qdrant's words: which of its kinds an error is, and its text as clients and tests of its clients know it.
// The decision: one table, keyed by the class of the error, fed by the data that the error carries. An error whose class
// is not in it says the same as natively, behind the prefix of its kind. The prefixes are in errors.ts.
import {
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
  kindOf,
  type VectorDbError,
} from "../../errors.ts";
import type { Operation } from "../operation.ts";
import { POINT_WORDS } from "./qdrant-points.ts";
import { REQUEST_WORDS } from "./qdrant-problem.ts";
import { QUERY_WORDS } from "./qdrant-query.ts";
import { notFound, type Row, row, type Worded, type Words } from "./word.ts";

const COLLECTION_WORDS: readonly Row[] = [
  row(CollectionNotFound, ({ collection, use }) =>
    notFound(use === "lookup" ? `Collection ${collection} not found` : absent(collection)),
  ),
  // Only the native dialect knows collections that can be restored.
  row(CollectionDeleted, ({ collection }) => notFound(absent(collection))),
  row(CollectionAlreadyExists, ({ collection }) => ({
    kind: "already_exists",
    text: `Collection \`${collection}\` already exists!`,
  })),
];

const TABLE = new Map<unknown, Words>([
  ...REQUEST_WORDS,
  ...COLLECTION_WORDS,
  ...POINT_WORDS,
  ...QUERY_WORDS,
]);

/** @param operation what was asked for, if that much is known */
export function worded(error: VectorDbError, operation?: Operation): Worded {
  for (let type: unknown = error.constructor; type !== null; type = Object.getPrototypeOf(type)) {
    const words = TABLE.get(type);
    if (words) return words(error as never, operation);
  }
  return { kind: kindOf(error.code).qdrant, text: error.message };
}

function absent(collection: string): string {
  return `Collection \`${collection}\` doesn't exist!`;
}
