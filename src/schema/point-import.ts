// The import of points: one on each line, any number of lines, and a report.
// The decision: accepted and rejected lines are identified by line number, so an interrupted client can continue after
// the last durable line.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { MAX_LINE_ERRORS } from "./limits.ts";
import { optional } from "./optional.ts";
import type { Point } from "./point.ts";

/** Lines that were read together. */
export interface LineBatch<T> {
  readonly items: readonly NumberedLine<T>[];
  /** The lines that could not be read, in order. */
  readonly faults: readonly LineFault[];
  /** The number of its last line; the first line of a body is 1. */
  readonly last: number;
}

export interface NumberedLine<T> {
  readonly line: number;
  readonly value: T;
}

/** A body of lines, which are read when they are requested, at most one batch ahead. */
export interface Lines<T> extends AsyncIterable<LineBatch<T>> {
  /** Tells the sender how far the import is. */
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
  /** How the import treats the lines after one that is not a point, or not one for this collection. */
  on_error: optional(OnErrorSchema, { expected: '"skip" or "stop"' }),
  /** Send a line of JSON for each batch, and the result as the last line. */
  progress: Type.Optional(Type.Boolean()),
  lines: Type.Unsafe<Lines<Point>>({}),
});
export type ImportPoints = Static<typeof ImportPointsSchema>;

/** The progress of an import, which each line of progress reports. */
const Progress = {
  /** Points that are durable; one that is given twice counts twice. */
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  /** The number of writes. */
  batches: Type.Integer(),
  /** All lines up to this one are durable or rejected. */
  last_line_durable: Type.Integer(),
};

export const ImportReportSchema = Type.Object({
  ...Progress,
  /** The first of the lines that were rejected. */
  errors: Type.Array(LineFaultSchema, { maxItems: MAX_LINE_ERRORS }),
  /** The error that ended the import before its last line; nothing after `last_line_durable` is written. */
  stopped: Type.Union([Type.Null(), Type.Object({ code: Type.String(), error: Type.String() })]),
});
export type ImportReport = Static<typeof ImportReportSchema>;
