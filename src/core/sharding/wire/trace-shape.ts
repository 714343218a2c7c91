// The explanation of one segment in messages.
import type { Strategy } from "../../../schema/explain.ts";
import type { TracedSegment } from "../../search/select/search-trace.ts";
import {
  anyNumber,
  count,
  flag,
  listOf,
  type MessageShape,
  nullable,
  object,
  oneOf,
  text,
} from "./shapes.ts";

const strategy: MessageShape<Strategy> = oneOf(
  "hnsw",
  "filtered_hnsw",
  "exact",
  "payload_first",
  "full_scan",
  "search_first",
  "text",
  "no_match",
);

export const traced: MessageShape<TracedSegment> = object({
  explanation: object({
    points: count,
    slots: count,
    indexed: nullable(count),
    strategy,
    visited: count,
    rescored: count,
    ef: nullable(count),
    searches: count,
    filter: nullable(object({ matching: nullable(count), known: count, open: count, checked: count })),
    time_ms: anyNumber,
  }),
  served: listOf(object({ condition: text, check: text, index: nullable(text), settles: flag })),
  sparse: nullable(
    object({
      terms: count,
      postings: count,
      windows: count,
      windowsSkipped: count,
      strategy: oneOf("windows", "merge", "rows"),
    }),
  ),
  texts: nullable(object({ clauses: count, postings: count, windows: count })),
  planMs: anyNumber,
  ownMs: anyNumber,
});
