// Texts of Qdrant for errors about points and writes.

import {
  DimensionMismatch,
  EmptyList,
  EmptyVector,
  NothingSelected,
  NothingToWrite,
  OffsetWithOrder,
  PointNotFound,
  UnequalColumns,
} from "../../errors/points.ts";
import { NoFieldIndex } from "../../errors/query.ts";
import { UnknownVector } from "../../errors/request.ts";
import { listed } from "../../shared/listed.ts";
import { COUNTED_TYPES, ORDERED_TYPES } from "../../shared/payload-indexes.ts";
import { badRequest, formatError, notFound, type Row, row, validationError, wrongInput } from "./word.ts";

export const POINT_WORDS: readonly Row[] = [
  row(PointNotFound, ({ id }, operation) =>
    notFound(
      operation?.id === "getPoint" ? `Point with id ${id} does not exists!` : `No point with id ${id} found`,
    ),
  ),
  row(EmptyVector, ({ path }, operation) =>
    validationError(path, "dense vector must not be empty", operation),
  ),
  row(DimensionMismatch, ({ expected, got, vectorName }) => {
    const which = vectorName && ` for vector '${vectorName}'`;
    return wrongInput(`Vector dimension error: expected dim: ${expected}, got ${got}${which}`);
  }),
  row(UnknownVector, (error) => wrongInput(unknownVector(error))),
  row(NothingSelected, ({ operation }) =>
    operation === "vectors"
      ? badRequest("No filter or points provided")
      : formatError("Either list of point ids or filter must be provided"),
  ),
  row(NothingToWrite, () => formatError("Invalid PointInsertOperations format")),
  row(UnequalColumns, ({ path, column, ids, got }, operation) =>
    validationError(path, `number of ids and ${column} must be equal (${ids} != ${got})`, operation),
  ),
  row(EmptyList, ({ path, what }, operation) =>
    validationError(
      path,
      what === "vectors to update" ? "must specify vectors to update for point" : `must specify ${what}`,
      operation,
    ),
  ),
  row(OffsetWithOrder, () =>
    wrongInput(
      "Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a " +
        "filter to exclude the IDs that you've already seen for the `order_by.start_from` value",
    ),
  ),
  row(NoFieldIndex, ({ purpose, path }) =>
    wrongInput(
      purpose === "order_by"
        ? `No range index for \`order_by\` key: \`${path}\`. Please create one to use \`order_by\`. ${capitalised(listed(ORDERED_TYPES, "and"))} indexes can order points.`
        : `No appropriate index for faceting: \`${path}\`. Please create one to facet on this field. ${capitalised(listed(COUNTED_TYPES, "and"))} indexes can count values.`,
    ),
  ),
];

function capitalised(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

function unknownVector({ vectorName, known, use }: UnknownVector): string {
  if (use === "write") return `Not existing vector name error: ${vectorName}`;
  const names = known.filter((name) => name !== "").join(", ");
  if (names === "") return `Vector with name ${vectorName} is not configured in this collection`;
  return vectorName === ""
    ? `Collection requires specified vector name in the request, available names: ${names}`
    : `Vector with name \`${vectorName}\` is not configured in this collection, available names: ${names}`;
}
