// Finds points by a text of their payload, for users who know names but no ids.
// The decision: each text field of the visible points is searched, names and titles first, in the usual capitalizations
// of the text, because filters are case-sensitive; whole values and words within them match. The points are offered,
// and none is chosen automatically.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { type Info, pathOf } from "../info.ts";
import { labelRank } from "../things/guess.ts";
import { pathTo } from "../things/things.ts";

interface Suggested {
  readonly id: PointId;
  readonly payload?: Readonly<Record<string, unknown>> | null;
}

/** The types of indexes that find words and whole texts. */
const INDEXED = ["text", "keyword"];
const MAX_FIELDS = 6;
const MAX_HITS = 10;

/** Returns the fields of these points, and those with an index, that contain texts; those that label a point first. */
export function textFields(points: readonly Suggested[], { payload_schema }: Info): string[] {
  const indexed = Object.entries(payload_schema).filter(([, { data_type }]) => INDEXED.includes(data_type));
  const fields = new Set(indexed.map(([field]) => field));
  for (const { payload } of points)
    for (const [key, value] of Object.entries(payload ?? {})) if (isText(value)) fields.add(key);
  return [...fields].sort((a, b) => labelRank(a) - labelRank(b)).slice(0, MAX_FIELDS);
}

function isText(value: unknown): boolean {
  return (
    typeof value === "string" || (Array.isArray(value) && value.some((item) => typeof item === "string"))
  );
}

/**
 * Returns the text as typed, in lower case, in upper case, and with the first letter of the first word or of all words
 * in upper case.
 */
function writings(typed: string): string[] {
  const lower = typed.toLowerCase();
  const first = lower.charAt(0).toUpperCase() + lower.slice(1);
  const all = lower.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
  return [...new Set([typed, lower, first, all, typed.toUpperCase()])];
}

function textFilter(fields: readonly string[], typed: string): object {
  const text = typed.trim();
  const all = writings(text);
  const conditions = fields.flatMap((key) => [
    { key: pathTo(key), match: { any: all } },
    ...all.map((writing) => ({ key: pathTo(key), match: { text: writing } })),
  ]);
  return { should: conditions };
}

/** Finds points whose payload contains the text; those whose label is exactly the text come first. */
export async function findByText(
  collection: string,
  fields: readonly string[],
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggested[]> {
  if (fields.length === 0) return [];
  const body = { filter: textFilter(fields, typed), limit: MAX_HITS, with_payload: true };
  const { points } = await ask<{ points: readonly Suggested[] }>(
    "POST",
    pathOf(collection, "/points/scroll"),
    { body, signal },
  );
  const isWhole = ({ payload }: Suggested): boolean =>
    Object.values(payload ?? {}).some((value) => String(value).toLowerCase() === typed.trim().toLowerCase());
  return [...points].sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
}
