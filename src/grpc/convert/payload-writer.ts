// Writes the values of a payload as JSON text.
// The decision: a double stays a double: 5 is written as 5.0, because only its digits distinguish it from an integer.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_PAYLOAD_DEPTH } from "../../schema/limits.ts";
import type { Value } from "../gen/azimuth.d.ts";

export type Values = Map<string, Value>;

/** Writes JSON text, and measures its depth. */
export class PayloadWriter {
  readonly #where: string;
  depth = 0;

  constructor(where: string) {
    this.#where = where;
  }

  object(fields: Values, depth: number): string {
    this.enter(depth);
    let text = "";
    for (const [key, value] of fields) {
      text += `${text === "" ? "{" : ","}${quoted(key)}:${this.value(value, depth)}`;
    }
    return text === "" ? "{}" : `${text}}`;
  }

  #list(items: readonly Value[], depth: number): string {
    this.enter(depth);
    return `[${items.map((item) => this.value(item, depth)).join()}]`;
  }

  value({ kind }: Value, depth: number): string {
    switch (kind?.$case) {
      case undefined:
      case "null_value":
        return "null";
      case "double_value":
        return this.#double(kind.value);
      case "string_value":
        return JSON.stringify(kind.value);
      case "struct_value":
        return this.object(kind.value.fields, depth + 1);
      case "list_value":
        return this.#list(kind.value.values, depth + 1);
      default:
        return String(kind!.value);
    }
  }

  #double(value: number): string {
    if (!Number.isFinite(value)) throw notFinite(this.#where, value);
    if (Object.is(value, -0)) return "-0.0";
    const text = String(value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }

  /** Notes that there is a container at this depth. @throws InvalidArgument if it is too deep */
  enter(depth: number): void {
    if (depth > MAX_PAYLOAD_DEPTH) {
      const text = `${this.#where}: expected at most ${MAX_PAYLOAD_DEPTH} levels of nesting, got more`;
      throw new InvalidArgument(text);
    }
    this.depth = Math.max(this.depth, depth);
  }
}

/** Quoted keys, because the points of a collection share a few keys. */
const QUOTED = new Map<string, string>();
const MAX_CACHED_KEYS = 512;
const MAX_CACHED_KEY_LENGTH = 32;

export function quoted(key: string): string {
  if (key.length > MAX_CACHED_KEY_LENGTH) return JSON.stringify(key);
  let text = QUOTED.get(key);
  if (text === undefined) {
    text = JSON.stringify(key);
    if (QUOTED.size === MAX_CACHED_KEYS) QUOTED.clear();
    QUOTED.set(key, text);
  }
  return text;
}

export function notFinite(where: string, value: number): InvalidArgument {
  return new InvalidArgument(`${where}: expected finite numbers, got ${value}`);
}
