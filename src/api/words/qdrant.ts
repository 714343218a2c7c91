// Errors in Qdrant's words: the kind of an error, and its text as clients, and the tests of clients, know it.
// The decision: one table, keyed by the class of the error, with functions of the data that the error carries. An error
// whose class is missing has its native text after the prefix of its kind. The prefixes are in errors/table.ts.
import { kindOf } from "../../errors/table.ts";
import type { VectorDbError } from "../../errors/vector-db-error.ts";
import type { Operation } from "../operation.ts";
import { COLLECTION_WORDS, QUERY_WORDS } from "./qdrant-collections.ts";
import { POINT_WORDS } from "./qdrant-points.ts";
import { REQUEST_WORDS } from "./qdrant-problem.ts";
import type { Worded, WordedTransport, Words } from "./word.ts";

const TABLE = new Map<unknown, Words>([
  ...REQUEST_WORDS,
  ...COLLECTION_WORDS,
  ...POINT_WORDS,
  ...QUERY_WORDS,
]);

/** @param operation the requested operation, if it is known */
export function worded(
  error: VectorDbError,
  operation?: Operation,
  transport: WordedTransport = "rest",
): Worded {
  for (let type: unknown = error.constructor; type !== null; type = Object.getPrototypeOf(type)) {
    const words = TABLE.get(type);
    if (words) return words(error as never, operation, transport);
  }
  return { kind: kindOf(error.code).qdrant, text: error.message };
}
