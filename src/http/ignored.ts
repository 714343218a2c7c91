// Parts of a request that nothing is done with: named in a header of the answer, or refused.
// The decision: a query parameter that an operation does not have is refused natively wherever a request writes or asks with
// a body, for `?undo_second=60` would delete for good what was to be kept; of a plain GET it is only named, because
// probes, browsers and caches add parameters of their own. Those of Qdrant's API that mean nothing on one server are
// named, never refused.
import type { Context } from "koa";
import type { Operation } from "../api/operation.ts";
import { InvalidRequest } from "../errors/request.ts";
import type { Rules } from "../schema/rules.ts";
import { nearestName } from "../schema/suggest.ts";
import { IGNORED_HEADER } from "./headers.ts";

/** What is percent-encoded in the header; a comma parts two names. */
const NOT_PLAIN = /[^\w.[\]$-]+/gu;
/** Characters of the header. */
const MOST_NAMED = 1_000;
/** Parameters of Qdrant's operations that one server has no use for. */
const WITHOUT_EFFECT = new Set(["wait", "ordering", "consistency", "timeout"]);
/** Longer names are no slips of the pen. */
const MOST_LETTERS = 64;

/** @throws InvalidRequest */
export function judgeParameters(ctx: Context, operation: Operation, { unknownFields }: Rules): void {
  if (ctx.querystring === "") return;
  const known = operation.rest.query ?? [];
  const unknown = Object.keys(ctx.query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const refused = unknown.find((name) => !WITHOUT_EFFECT.has(name));
  if (unknownFields === "refused" && refused !== undefined && operation.rest.method !== "get") {
    throw unknownParameter(refused, known, operation);
  }
  nameIgnored(ctx, unknown);
}

/** Adds to what the header names. */
export function nameIgnored(ctx: Context, names: readonly string[]): void {
  const before = ctx.response.get(IGNORED_HEADER) ?? "";
  let text = before;
  for (const name of names) {
    const plain = Buffer.from(name).toString().replace(NOT_PLAIN, encodeURIComponent);
    const longer = text === "" ? plain : `${text}, ${plain}`;
    if (longer.length > MOST_NAMED) break;
    text = longer;
  }
  if (text !== before) ctx.set(IGNORED_HEADER, text);
}

function unknownParameter(name: string, known: readonly string[], operation: Operation): InvalidRequest {
  const { properties = {} } = operation.request as { properties?: object };
  const problem = { path: [name], rule: "additionalProperties", value: undefined, isInteger: false };
  const shown = name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS)}…` : name;
  const text = `${shown}: unknown query parameter`;
  if (Object.hasOwn(properties, name)) return new InvalidRequest(`${text}; send it in the body`, problem);
  const meant = name.length > MOST_LETTERS ? null : nearestName(name, known);
  return new InvalidRequest(meant === null ? text : `${text}; did you mean ${meant}?`, problem);
}
