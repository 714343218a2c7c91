// Importing points: one a line, as many as there are, and an account of what became of them.
// The decision: what is in and what is not is always told by line number, so that whoever was interrupted can go on where
// the last durable line was.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { MAX_LINE_ERRORS } from "./limits.ts";
import { optional } from "./optional.ts";
import type { Point } from "./point.ts";

/** Lines that came together. */
export interface LineBatch<T> {
  readonly items: readonly Line<T>[];
  /** Lines that are no item, in their order. */
  readonly faults: readonly LineFault[];
  /** The number of its last line; the first line of a body is 1. */
  readonly last: number;
}

export interface Line<T> {
  readonly line: number;
  readonly value: T;
}

/** A body that is a list of lines: read as they are asked for, and no further ahead than a batch. */
export interface Lines<T> extends AsyncIterable<LineBatch<T>> {
  /** Tells whoever sends them how far it has come. */
  note(progress: object): void;
}

const LineFaultSchema = Type.Object({ line: Type.Integer(), error: Type.String() });
export type LineFault = Static<typeof LineFaultSchema>;

const OnErrorSchema = Type.Union([Type.Literal("skip"), Type.Literal("stop")], {
  expected: '"skip" or "stop"',
});

export const ImportPointsSchema = Type.Object({
  ...CollectionName,
  wait: Type.Optional(Type.Boolean()),
  /** What a line that is no point, or none for this collection, does to those behind it. */
  on_error: optional(OnErrorSchema, { expected: '"skip" or "stop"' }),
  /** Answer with a line of JSON for each batch, and the result as the last line. */
  progress: Type.Optional(Type.Boolean()),
  lines: Type.Unsafe<Lines<Point>>({}),
});
export type ImportPoints = Static<typeof ImportPointsSchema>;

/** How far an import has come; what each line of progress says. */
const Progress = {
  /** Points that are durable; one that is given twice counts twice. */
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  /** Writes that they were made with. */
  batches: Type.Integer(),
  /** All lines up to this one are durable or rejected. */
  last_line_durable: Type.Integer(),
};

export const ImportReportSchema = Type.Object({
  ...Progress,
  /** The first of the lines that were rejected. */
  errors: Type.Array(LineFaultSchema, { maxItems: MAX_LINE_ERRORS }),
  /** Why it ended before its last line; nothing behind `last_line_durable` is in. */
  stopped: Type.Union([Type.Null(), Type.Object({ code: Type.String(), error: Type.String() })]),
});
export type ImportReport = Static<typeof ImportReportSchema>;
