// Makes the flat object of an operation from an HTTP request: body fields, query fields, path parameters.
// The decision: path and query are text, so their values are converted by the schema of their field. A value that
// cannot be converted is passed on unchanged, and the validator refuses it by name.
import type { Context } from "koa";
import type { Operation } from "../api/operation.ts";
import type { Fields } from "../json/fields.ts";
import { LEAF } from "../schema/leaf.ts";
import { queryOf } from "./query.ts";

type Schema = Record<string, unknown>;

/**
 * Later sources take precedence: no field of a body can replace a path parameter.
 * @param body becomes the request
 */
export function requestOf(
  ctx: Context,
  params: Record<string, string>,
  operation: Operation,
  body: Fields,
): object {
  const { properties = {} } = operation.request as { properties?: Record<string, Schema> };
  const query = queryOf(ctx);
  for (const name of operation.rest.query ?? []) {
    const text = query[name];
    if (text !== undefined) body[name] = typeof text === "string" ? convert(text, properties[name]) : text;
  }
  for (const name in params) body[name] = convert(params[name]!, properties[name]);
  return body;
}

function convert(text: string, schema: Schema = {}): unknown {
  if (schema[LEAF] === "point_id") return /^\d{1,20}$/.test(text) ? exactInteger(text) : text;
  if (schema.type === "integer") return /^-?\d{1,20}$/.test(text) ? exactInteger(text) : text;
  if (schema.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function exactInteger(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
