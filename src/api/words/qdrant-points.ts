// Refusals of requests about points in Qdrant's words; see qdrant.ts.
import {
  EmptyList,
  EmptyVector,
  NothingSelected,
  NothingToWrite,
  OffsetWithOrder,
  UnequalColumns,
} from "../../errors/point-errors.ts";
import type { Worded } from "./qdrant.ts";

type Row = readonly [unknown, (error: never) => Worded];

const MUST_SPECIFY = {
  "points to update": "must specify points to update",
  "vectors to update": "must specify vectors to update for point",
  "vector names to delete": "must specify vector names to delete",
} as const;

export const POINT_WORDS: readonly Row[] = [
  row(NothingSelected, ({ operation }) =>
    operation === "vectors"
      ? { kind: "bad_request", text: "No filter or points provided" }
      : malformed("Either list of point ids or filter must be provided"),
  ),
  row(NothingToWrite, () => malformed("Invalid PointInsertOperations format")),
  row(UnequalColumns, ({ path, column, ids, got }) =>
    invalid(path, `number of ids and ${column} must be equal (${ids} != ${got})`),
  ),
  row(EmptyList, ({ path, what }) => invalid(path, MUST_SPECIFY[what])),
  row(EmptyVector, ({ path }) => invalid(path, "dense vector must not be empty")),
  row(OffsetWithOrder, () => ({
    kind: "wrong_input",
    text:
      "Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a " +
      "filter to exclude the IDs that you've already seen for the `order_by.start_from` value",
  })),
];

function malformed(text: string): Worded {
  return { kind: "refused", text: `Format error in JSON body: ${text}` };
}

function invalid(path: string, text: string): Worded {
  return { kind: "invalid", text: `Validation error in JSON body: [${path}: ${text}]` };
}

function row<E>(type: abstract new (...args: never[]) => E, words: (error: E) => Worded): Row {
  return [type, words as (error: never) => Worded];
}
