// The vector of a hybrid search where no model makes one of the text: that of the best match of the words.
// The decision: a point with a value that is the text is the best match, because who types a name means that thing;
// otherwise the first of those with the most words of it, because one rare word says less of a sentence than two usual
// ones. So what is similar to it is found, too, without those words.
import { ask } from "../../../api/request.ts";
import { vectorNamed } from "../find/any-point.ts";
import { pathOf } from "../info.ts";
import type { Body } from "./body.ts";
import type { Found } from "./recall.ts";

/** A search that can be sent, and the point whose vector it has. */
interface Completed {
  readonly body: Body;
  /** Null: no vector had to be found, or no text has any of the words. */
  readonly match: Found | null;
}

const CANDIDATES = 50;

/** @throws Failure */
export async function withBestMatch(
  collection: string,
  body: Body,
  signal?: AbortSignal,
): Promise<Completed> {
  const { query } = body;
  if (typeof query !== "object" || !("hybrid" in query) || query.hybrid.vector !== undefined)
    return { body, match: null };
  const { text, text_using, vector_using } = query.hybrid;
  const byWords = { ...body, query: { text }, using: text_using, params: {} };
  const sent = { body: { ...byWords, limit: CANDIDATES }, signal };
  const { points } = await ask<{ points: readonly Found[] }>(
    "POST",
    pathOf(collection, "/points/query"),
    sent,
  );
  const match = bestOf(points, text);
  // Without a match, or if it has no such vector, a search by words is left.
  const vector = match && (await vectorOf(collection, match, vector_using));
  if (!vector) return { body: byWords, match: null };
  return { body: { ...body, query: { hybrid: { ...query.hybrid, vector } } }, match };
}

function bestOf(points: readonly Found[], text: string): Found | undefined {
  const isNamed = ({ payload }: Found): boolean =>
    Object.values(payload ?? {}).some((value) => String(value).toLowerCase() === text.toLowerCase());
  const most = Math.max(...points.map(wordsIn));
  return points.find(isNamed) ?? points.find((point) => wordsIn(point) === most);
}

/** Returns how many different words of the search a point has. */
function wordsIn({ payload, highlights = {} }: Found): number {
  const words = Object.entries(highlights).flatMap(([key, places]) =>
    places.map(([from, to]) => String(payload?.[key]).slice(from, to).toLowerCase()),
  );
  return new Set(words).size;
}

async function vectorOf(
  collection: string,
  { id }: Found,
  name = "",
): Promise<readonly number[] | undefined> {
  const body = { ids: [id], with_payload: false, with_vector: name === "" ? true : [name] };
  const [point] = await ask<readonly { readonly vector?: unknown }[]>("POST", pathOf(collection, "/points"), {
    body,
  });
  const own = vectorNamed(point?.vector, name);
  return Array.isArray(own) ? (own as number[]) : undefined;
}
