// The vector of a hybrid search where no model makes one of the text: that of the best match of the words.
// The decision: a point with a value that is the text is the best match, because who types a name means that thing;
// otherwise it is the first result of a search by words. So what is similar to it is found, too, without those words.
import { askWhole } from "../../../api/request.ts";
import { pathOf } from "../info.ts";
import type { Body } from "./body.ts";
import type { Found } from "./recall.ts";

/** A search that can be sent, and the point whose vector it has. */
interface Completed {
  readonly body: Body;
  /** Null: no vector had to be found, or no text has any of the words. */
  readonly match: Found | null;
}

const CANDIDATES = 20;

/** @throws Failure */
export async function withBestMatch(collection: string, body: Body, signal?: AbortSignal): Promise<Completed> {
  const { query } = body;
  const isOpen = typeof query === "object" && "hybrid" in query && query.hybrid.vector === undefined;
  if (!isOpen) return { body, match: null };
  const { text, text_using, vector_using = "" } = query.hybrid;
  const { with_highlights: _, params: _params, ...rest } = body;
  const first = {
    ...rest,
    query: { text },
    using: text_using,
    limit: CANDIDATES,
    with_vector: vector_using === "" ? true : [vector_using],
  };
  const ask = { body: first, ...(signal && { signal }) };
  const reply = await askWhole<{ result: { points: readonly Found[] } }>(
    "POST",
    pathOf(collection, "/points/query"),
    ask,
  );
  const found = reply.body.result.points.flatMap((point) => {
    const vector = vectorIn(point, vector_using);
    return vector ? [{ point, vector }] : [];
  });
  const isNamed = ({ payload }: Found): boolean =>
    Object.values(payload ?? {}).some((value) => String(value).toLowerCase() === text.toLowerCase());
  const best = found.find(({ point }) => isNamed(point)) ?? found[0];
  // Without a vector, a search by words is left.
  if (!best) return { body: { ...body, query: { text }, using: text_using, params: {} }, match: null };
  return { body: { ...body, query: { hybrid: { ...query.hybrid, vector: best.vector } } }, match: best.point };
}

function vectorIn({ vector }: Found, name: string): readonly number[] | undefined {
  const own = Array.isArray(vector) ? vector : (vector as Readonly<Record<string, unknown>> | undefined)?.[name];
  return Array.isArray(own) ? (own as number[]) : undefined;
}
