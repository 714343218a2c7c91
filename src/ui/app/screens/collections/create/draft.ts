// A collection as typed into the form, and its request.
// The decision: a text that is not the required number or JSON is sent unchanged, so that only the server decides what
// is valid, and its message is shown at the field.

import type { Distance } from "../../../../../shared/distances.ts";
import { parseJson } from "../../../api/json.ts";
import { GROUPS, IDLE, type Option, QUANTIZATION, QUANTIZATIONS } from "./options.ts";

/** The typed or selected values by path; an empty or missing one is not sent. */
export type Values = Readonly<Record<string, string>>;

export interface VectorDraft {
  /** Identifies the vector in lists, whatever its name is. */
  readonly key: number;
  readonly name: string;
  readonly size: string;
  readonly distance: Distance;
  readonly values: Values;
}

export interface Draft {
  readonly name: string;
  readonly isNamed: boolean;
  /** The vectors; a collection without vector names uses only the first. */
  readonly vectors: readonly VectorDraft[];
  readonly values: Values;
}

let lastKey = 0;

export function newVector(): VectorDraft {
  return { key: ++lastKey, name: "", size: "", distance: "Cosine", values: {} };
}

export function newDraft(): Draft {
  return { name: "", isNamed: false, vectors: [newVector()], values: {} };
}

type Json = Record<string, unknown>;

/** Returns the body of PUT /collections/{name}. */
export function bodyOf({ isNamed, vectors, values }: Draft): Json {
  const single = vectors[0]!;
  const config = isNamed
    ? Object.fromEntries(vectors.map((vector) => [vector.name, vectorOf(vector)]))
    : vectorOf(single);
  const all = [...GROUPS.flatMap(({ options }) => options), ...IDLE];
  return { vectors_config: config, ...fill({}, values, all) };
}

function vectorOf({ size, distance, values }: VectorDraft): Json {
  const base = size.trim() === "" ? { distance } : { size: readValue(size), distance };
  return fill(base, values, optionsIn(values));
}

/** Returns all options with a value, also those that the form does not show at the moment. */
function optionsIn(values: Values): Option[] {
  return Object.keys(values)
    .filter((path) => !path.startsWith(QUANTIZATION))
    .map((path) => ({ path, label: path }));
}

function fill(target: Json, values: Values, options: readonly Option[]): Json {
  for (const { path, isJson } of options) {
    const text = values[path]?.trim() ?? "";
    if (text !== "") put(target, path.split("."), isJson ? readJson(text) : readValue(text));
  }
  const quantization = quantizationOf(values);
  if (quantization !== undefined) target[QUANTIZATION] = quantization;
  return target;
}

function quantizationOf(values: Values): unknown {
  const kind = values[QUANTIZATION] ?? "";
  const chosen = QUANTIZATIONS.find((quantization) => quantization.kind === kind);
  if (!chosen) return undefined;
  if (kind === "Disabled") return kind;
  const given: Json = { ...chosen.given };
  for (const { path } of chosen.options) {
    const text = values[`${QUANTIZATION}.${kind}.${path}`] ?? "";
    if (text !== "") given[path] = readValue(text);
  }
  return { [kind]: given };
}

function put(target: Json, [key, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key!] = value;
    return;
  }
  target[key!] ??= {};
  put(target[key!] as Json, rest, value);
}

function readValue(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  const number = Number(trimmed);
  return trimmed !== "" && Number.isFinite(number) ? number : trimmed;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Returns a name that two vectors have, because a request can contain it only once. */
export function twiceNamed({ isNamed, vectors }: Draft): string | undefined {
  if (!isNamed) return undefined;
  const names = vectors.map(({ name }) => name);
  return names.find((name, at) => names.indexOf(name) !== at);
}
