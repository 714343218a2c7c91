// Runs a search, and the same search without the index, whose result is exact.
import type { Recall as ExpectedRecall } from "../../../../../schema/recall.ts";
import { askWhole, Failure } from "../../../api/request.ts";
import { pathOf } from "../info.ts";
import { withBestMatch } from "./best-match.ts";
import type { Body } from "./body.ts";
import type { Explanation } from "./explanation.ts";
import type { Found } from "./recall.ts";

export interface Answer {
  readonly body: Body;
  readonly points: readonly Found[];
  /** The milliseconds that the server reports. */
  readonly serverMs: number;
  /** The time from sending the request to the last byte of the response. */
  readonly wholeMs: number;
  /** The explanation; null if the server does not explain this search. */
  readonly explain: Explanation | null;
  /** The recall that was expected; null if none was asked for. */
  readonly recall: ExpectedRecall | null;
  /** The point whose vector stands for the text; null: no point does. */
  readonly match: Found | null;
}

interface Envelope {
  readonly time: number;
  readonly result: { readonly points: readonly Found[] };
  readonly explain?: Explanation;
  readonly recall?: ExpectedRecall;
}

const MS = 1_000;

/** Searches, with an explanation if there is one. @throws Failure */
export async function search(
  collection: string,
  asked: Body,
  { signal, explain = false }: { signal?: AbortSignal; explain?: boolean } = {},
): Promise<Answer> {
  const { body, match } = await withBestMatch(collection, asked, signal);
  const path = pathOf(collection, "/points/query");
  const sent = explain && canBeExplained(body) ? { ...body, params: { ...body.params, explain } } : body;
  const ask = (query: Body) => askWhole<Envelope>("POST", path, { body: query, signal });
  const reply = await ask(sent).catch((error: unknown) => {
    // A search that the server refuses to explain is sent again without the request for an explanation.
    if (error instanceof Failure && error.message.startsWith("params.explain")) return ask(body);
    throw error;
  });
  const { time, result, explain: explanation, recall } = reply.body;
  const answer = { body, points: result.points, serverMs: time * MS, wholeMs: reply.ms };
  return { ...answer, explain: explanation ?? null, recall: recall ?? null, match };
}

/**
 * Returns whether a search can be explained. Strategies that compare all examples do not search around a single vector.
 */
function canBeExplained({ query }: Body): boolean {
  const strategy = typeof query === "object" && "recommend" in query && query.recommend.strategy;
  return strategy === false || strategy === "average_vector";
}

/** Runs the same search without the index. @throws Failure */
export function searchExactly(collection: string, body: Body, signal?: AbortSignal): Promise<Answer> {
  const exact = { ...body, params: { exact: true } };
  return search(collection, exact, { signal });
}
