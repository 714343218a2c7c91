// For each indexed field, how many points are in its index.
import type { Segments } from "../segments.ts";
import { fieldValues } from "./field-values.ts";
import { refsOf, selections } from "./matching.ts";

export async function fieldCounts(segments: Segments): Promise<Record<string, number>> {
  const refs = refsOf(await selections(segments, null));
  const counts: [string, number][] = [];
  for (const [path, field] of segments.indexed.all)
    counts.push([path, (await fieldValues(segments, field, refs)).length]);
  return Object.fromEntries(counts);
}
