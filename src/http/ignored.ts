// Ignored parts of a request: they are named in a header of the response, or refused.
// The decision: an unknown query parameter is refused natively for writes and for requests with a body, because
// `?undo_second=60` would delete data for good that was to be restorable. For a plain GET it is only named, because
// probes, browsers and caches add parameters of their own. Parameters of Qdrant's API that have no effect on a single
// server are named, never refused.
import type { Context } from "koa";
import type { Operation } from "../api/operation.ts";
import { InvalidRequest } from "../errors/request.ts";
import type { Rules } from "../schema/rules.ts";
import { nearestName } from "../schema/suggest.ts";
import { AT_LEAST_HEADER, IGNORED_HEADER } from "./headers.ts";
import { queryOf } from "./query.ts";

/** Characters that are percent-encoded in the header; a comma separates two names. */
const NOT_PLAIN = /[^\w.[\]$-]+/gu;
/** The maximum length of the header. */
const MAX_NAMES = 1_000;
/** Parameters of Qdrant's operations that have no effect on a single server. */
const WITHOUT_EFFECT = new Set(["wait", "ordering", "consistency", "timeout", "stale", "partial"]);
/** Longer names are not taken for misspellings. */
const MAX_NAME_LENGTH = 64;

/** @param effective further parameters that have an effect on this server @throws InvalidRequest */
export function judgeParameters(
  ctx: Context,
  operation: Operation,
  { unknownFields, pointUndo }: Rules,
  effective: readonly string[],
): void {
  if (ctx.querystring === "") return;
  const { query = [], nativeQuery = [] } = operation.rest;
  const known = pointUndo === "known" ? query : query.filter((name) => !nativeQuery.includes(name));
  const waits = ctx.req.headers[AT_LEAST_HEADER] !== undefined;
  const unknown = Object.keys(queryOf(ctx)).filter(
    (name) => !known.includes(name) && !(waits && name === "timeout") && !effective.includes(name),
  );
  if (unknown.length === 0) return;
  const refused = unknown.find((name) => !WITHOUT_EFFECT.has(name));
  if (unknownFields === "refused" && refused !== undefined && operation.rest.method !== "get") {
    throw unknownParameter(refused, known, operation);
  }
  nameIgnored(ctx, unknown);
}

export function nameIgnored(ctx: Context, names: readonly string[]): void {
  const before = ctx.response.get(IGNORED_HEADER) ?? "";
  let text = before;
  for (const name of names) {
    const plain = Buffer.from(name).toString().replace(NOT_PLAIN, encodeURIComponent);
    const longer = text === "" ? plain : `${text}, ${plain}`;
    if (longer.length > MAX_NAMES) break;
    text = longer;
  }
  if (text !== before) ctx.set(IGNORED_HEADER, text);
}

function unknownParameter(name: string, known: readonly string[], operation: Operation): InvalidRequest {
  const { properties = {} } = operation.request as { properties?: object };
  const problem = { path: [name], rule: "additionalProperties", value: undefined, isInteger: false };
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  const text = `${shown}: unknown query parameter`;
  if (Object.hasOwn(properties, name)) return new InvalidRequest(`${text}; send it in the body`, problem);
  const meant = name.length > MAX_NAME_LENGTH ? null : nearestName(name, known);
  return new InvalidRequest(meant === null ? text : `${text}; did you mean ${meant}?`, problem);
}
