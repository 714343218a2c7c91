// Fixtures of the tests of filters: points and filters as JSON text, as a request contains them, and whether they
// match.
import { expect } from "chai";
import { type MatchPoint, matches } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { parsePayload } from "../../../../src/core/filter/value.ts";
import { InvalidFilter } from "../../../../src/errors/request.ts";
import { readJson } from "../../../../src/json/reader.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import type { TextIndexParams } from "../../../../src/schema/payload-index.ts";
import { type Tokenizer, tokenizerOf } from "../../../../src/text/tokenize.ts";

export type Json = string | object;

const encoder = new TextEncoder();
export const bytesOf = (json: Json) => encoder.encode(typeof json === "string" ? json : JSON.stringify(json));

interface Extras {
  readonly id?: PointId;
  readonly vectors?: readonly string[];
  readonly text?: Readonly<Record<string, Omit<TextIndexParams, "type">>>;
}

export function pointOf(payload: Json, { id = 1, vectors = [""], text = {} }: Extras = {}): MatchPoint {
  const tokenizers = new Map<string, Tokenizer>(
    Object.entries(text).map(([path, params]) => [path, tokenizerOf(params)]),
  );
  return {
    id,
    payload: parsePayload(bytesOf(payload)),
    hasVector: (name) => vectors.includes(name),
    textIndex: (path) => tokenizers.get(path) ?? null,
  };
}

export function filterFrom(json: Json) {
  return parseFilter(readJson(bytesOf(json)));
}

export function holds(filter: Json, payload: Json, extras?: Extras): boolean {
  return matches(filterFrom(filter), pointOf(payload, extras));
}

/** Whether one field condition on the key `a` matches a payload; a text may contain any numbers exactly. */
export function checkHolds(check: Json, payload: Json, extras?: Extras): boolean {
  const text = typeof check === "string" ? check : JSON.stringify(check);
  return holds(`{"must":[{"key":"a",${text.slice(1)}]}`, payload, extras);
}

/** The error of a filter that cannot be parsed. */
export function refusalOf(json: Json): InvalidFilter {
  try {
    filterFrom(json);
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidFilter);
    return error as InvalidFilter;
  }
  throw new Error(`${typeof json === "string" ? json : JSON.stringify(json)} was accepted`);
}
