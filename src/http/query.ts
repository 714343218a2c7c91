// The query parameters of a request, read once for each text.
// The decision: clients send the same few query strings with every request, such as `wait=true`, and reading one costs
// as much as a whole small answer's JSON. So the last ones are kept with what they say.
import type { ParsedUrlQuery } from "node:querystring";
import type { Context } from "koa";

type Query = Readonly<ParsedUrlQuery>;

/** Query strings that are kept, and the longest of them in UTF-16 units. */
const MAX_KNOWN = 1_000;
const MAX_KNOWN_LENGTH = 256;
const KNOWN = new Map<string, Query>();
const NONE: Query = Object.freeze({});

/** Returns the parameters by their names; one that is given several times is a list. The caller must not change it. */
export function queryOf(ctx: Pick<Context, "querystring" | "query">): Query {
  const text = ctx.querystring;
  if (text === "") return NONE;
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  const query = ctx.query;
  if (KNOWN.size === MAX_KNOWN) KNOWN.clear();
  if (text.length <= MAX_KNOWN_LENGTH) KNOWN.set(text, Object.freeze(query));
  return query;
}
