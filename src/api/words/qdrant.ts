// Errors in Qdrant's words: which of its kinds an error is, and its text as clients and tests of its clients know it.
// The decision: one table, keyed by the class of the error, fed by the data that the error carries. An error whose class
// is not here says the same as natively, behind the prefix of its kind. The prefixes are in errors.ts.

import { InvalidRequest, UnknownVector, UnreadableBody } from "../../errors/request.ts";
import {
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
  DimensionMismatch,
  kindOf,
  PointNotFound,
  type QdrantKind,
  type VectorDbError,
} from "../../errors.ts";
import type { Operation } from "../operation.ts";
import { wordedProblem } from "./qdrant-problem.ts";

export interface Worded {
  readonly kind: QdrantKind;
  /** What follows the kind's prefix. */
  readonly text: string;
}

type Words = (error: never, operation: Operation | undefined) => Worded;
/** Also abstract ones, and whatever their constructors take. */
type ErrorClass<E> = abstract new (...args: never[]) => E;

const TABLE = new Map<unknown, Words>([
  row(CollectionNotFound, ({ collection, use }) => ({
    kind: "not_found",
    text: use === "lookup" ? `Collection ${collection} not found` : absent(collection),
  })),
  // Only the native dialect knows collections that can be restored.
  row(CollectionDeleted, ({ collection }) => ({ kind: "not_found", text: absent(collection) })),
  row(CollectionAlreadyExists, ({ collection }) => ({
    kind: "already_exists",
    text: `Collection \`${collection}\` already exists!`,
  })),
  row(PointNotFound, ({ id }, operation) => ({
    kind: "not_found",
    text:
      operation?.id === "getPoint" ? `Point with id ${id} does not exists!` : `No point with id ${id} found`,
  })),
  row(DimensionMismatch, ({ expected, got, vectorName }) => ({
    kind: "wrong_input",
    text: `Vector dimension error: expected dim: ${expected}, got ${got}${vectorName && ` for vector '${vectorName}'`}`,
  })),
  row(UnknownVector, (error) => ({ kind: "wrong_input", text: unknownVector(error) })),
  row(UnreadableBody, ({ message }) => ({
    kind: "refused",
    text: `Format error in JSON body: ${message}`,
  })),
  row(InvalidRequest, ({ problem, message }, operation) => wordedProblem(problem, message, operation)),
]);

/** @param operation what was asked for, if that much is known */
export function worded(error: VectorDbError, operation?: Operation): Worded {
  for (let type: unknown = error.constructor; type !== null; type = Object.getPrototypeOf(type)) {
    const words = TABLE.get(type);
    if (words) return words(error as never, operation);
  }
  return { kind: kindOf(error.code).qdrant, text: error.message };
}

function row<E>(
  type: ErrorClass<E>,
  words: (error: E, operation: Operation | undefined) => Worded,
): [unknown, Words] {
  return [type, words as Words];
}

function absent(collection: string): string {
  return `Collection \`${collection}\` doesn't exist!`;
}

function unknownVector({ vectorName, known, use }: UnknownVector): string {
  if (use === "write") return `Not existing vector name error: ${vectorName}`;
  const names = known.filter((name) => name !== "").join(", ");
  if (names === "") return `Vector with name ${vectorName} is not configured in this collection`;
  return vectorName === ""
    ? `Collection requires specified vector name in the request, available names: ${names}`
    : `Vector with name \`${vectorName}\` is not configured in this collection, available names: ${names}`;
}
