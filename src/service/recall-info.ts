// What was measured of the recall of a collection's graphs: tables for its info, and figures for metrics.
// The decision: the tables are shown as they rule, one for each segment, so that anyone can see why a search keeps as
// many candidates as it does.
import type { Collection } from "../core/collection/collection.ts";
import type { FieldConfig } from "../core/config/collection-config.ts";
import { chosenEffort } from "../core/recall/effort.ts";
import { LEVELS, type RecallTable } from "../core/recall/recall-table.ts";
import { denseOf } from "../core/vectors/dense-index.ts";
import type { RecallTableShown, RecallTables } from "../schema/recall.ts";
import { NATIVE_RULES } from "../schema/rules.ts";

/** The recalls for which metrics say what to expect, besides the one that rules. */
const REPORTED_RECALLS = [0.9, 0.95, 0.99];
const REPORTED_K = 10;
/** Digits after the point. */
const PRECISION = 10_000;

/** Returns the tables of each vector; undefined while nothing is measured. */
export function recallTablesOf(collection: Collection): RecallTables | undefined {
  const named = collection.fields.flatMap((field): [string, RecallTableShown[]][] => {
    const tables = tablesOf(collection, field).map(shownTable);
    return tables.length === 0 ? [] : [[field.name, tables]];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** Returns for some recalls what searches of each vector are expected to find, without a filter. */
export function expectedRecalls(
  collection: Collection,
): { readonly vector: string; readonly recall: number; readonly expected: number }[] {
  return collection.fields.flatMap((field) => {
    const tables = tablesOf(collection, field);
    if (tables.length === 0) return [];
    const ruling = field.recall ?? NATIVE_RULES.recall!;
    return [...new Set([...REPORTED_RECALLS, ruling])].map((recall) => ({
      vector: field.name,
      recall,
      expected: meanExpected(tables, recall),
    }));
  });
}

function tablesOf({ segments }: Collection, { name }: FieldConfig): RecallTable[] {
  return segments.all.flatMap(({ vectors }) => {
    const found = vectors.all.find(({ field }) => field.name === name);
    const table = (found && denseOf(found.index))?.recall.table ?? null;
    // A graph without vectors has nothing to measure.
    return table === null || table.queries === 0 ? [] : [table];
  });
}

function meanExpected(tables: readonly RecallTable[], asked: number): number {
  const slots = tables.reduce((sum, table) => sum + table.slots, 0);
  const found = tables.map((table) => {
    const { expected } = chosenEffort(table, asked, { k: REPORTED_K, slots: table.slots, share: 1 });
    return expected! * table.slots;
  });
  return slots === 0 ? 1 : found.reduce((sum, part) => sum + part) / slots;
}

function shownTable({ points, measured, queries, real, classes }: RecallTable): RecallTableShown {
  return {
    points,
    measured: new Date(measured).toISOString(),
    queries,
    real_queries: real,
    curves: classes.flatMap(({ share, curves }) =>
      curves.map(({ ef, mean, low, compared }, i) => ({
        share,
        k: LEVELS[i]!,
        walks: ef.map((candidates, at) => ({
          ef: candidates,
          recall: rounded(mean[at]!),
          low: rounded(low[at]!),
          compared: compared[at]!,
        })),
      })),
    ),
  };
}

function rounded(recall: number): number {
  return Math.round(recall * PRECISION) / PRECISION;
}
