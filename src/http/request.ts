// From an HTTP request to the one flat object an operation takes: body fields, query fields, path parameters.
// The decision: path and query are text, so their values are converted by the schema of the field they name; what
// cannot be converted is passed on as it is, for the validator to refuse by name.
import type { Context } from "koa";
import type { Operation } from "../api/operation.ts";
import { LEAF } from "../schema/leaf.ts";

type Fields = Record<string, unknown>;

/** Later sources win: nothing in a body can pose as a path parameter. */
export function requestOf(
  ctx: Context,
  params: Record<string, string>,
  operation: Operation,
  body: object,
): object {
  const { properties = {} } = operation.request as { properties?: Record<string, Fields> };
  // No prototype: "__proto__" in a body is a field like any other.
  const request: Fields = Object.create(null);
  for (const [name, value] of Object.entries(body)) request[name] = value;
  for (const name of operation.rest.query ?? []) {
    const text = ctx.query[name];
    if (text !== undefined) request[name] = typeof text === "string" ? convert(text, properties[name]) : text;
  }
  for (const [name, text] of Object.entries(params)) request[name] = convert(text, properties[name]);
  return request;
}

function convert(text: string, schema: Fields = {}): unknown {
  if (schema[LEAF] === "point_id") return /^\d{1,20}$/.test(text) ? exactInteger(text) : text;
  if (schema.type === "integer") return /^-?\d{1,20}$/.test(text) ? exactInteger(text) : text;
  if (schema.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function exactInteger(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
