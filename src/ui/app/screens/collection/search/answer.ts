// A search and its answer; and the same search made without the index, which finds all there is to find.
import { askWhole, Failure } from "../../../api/request.ts";
import { pathOf } from "../info.ts";
import type { Body } from "./body.ts";
import type { Explanation } from "./explanation.ts";
import type { Found } from "./recall.ts";

export interface Answer {
  readonly body: Body;
  readonly points: readonly Found[];
  /** What the server says it took. */
  readonly serverMs: number;
  /** From sending to the last byte. */
  readonly wholeMs: number;
  /** Null: the server does not explain this one. */
  readonly explain: Explanation | null;
}

interface Envelope {
  readonly time: number;
  readonly result: { readonly points: readonly Found[] };
  readonly explain?: Explanation;
}

const MS = 1_000;

/** @throws Failure */
export async function search(
  collection: string,
  body: Body,
  { signal, explain = false }: { signal?: AbortSignal; explain?: boolean } = {},
): Promise<Answer> {
  const path = pathOf(collection, "/points/query");
  const sent = explain && canBeExplained(body) ? { ...body, params: { ...body.params, explain } } : body;
  const ask = (one: Body) => askWhole<Envelope>("POST", path, { body: one, ...(signal && { signal }) });
  const reply = await ask(sent).catch((error: unknown) => {
    // What cannot be explained can still be searched.
    if (error instanceof Failure && error.message.startsWith("params.explain")) return ask(body);
    throw error;
  });
  const { time, result, explain: explanation } = reply.body;
  const answer = { body, points: result.points, serverMs: time * MS, wholeMs: reply.ms };
  return { ...answer, explain: explanation ?? null };
}

/** Strategies that look at every example are no search for the nearest to one vector. */
function canBeExplained({ query }: Body): boolean {
  const strategy = typeof query === "object" && "recommend" in query && query.recommend.strategy;
  return strategy === false || strategy === "average_vector";
}

/** @throws Failure */
export function searchExactly(collection: string, body: Body, signal?: AbortSignal): Promise<Answer> {
  const exact = { ...body, params: { exact: true } };
  return search(collection, exact, { ...(signal && { signal }) });
}
