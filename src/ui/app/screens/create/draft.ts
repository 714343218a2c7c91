// A collection as typed into the form, and its request.
// The decision: a text that is not the required number or JSON is sent unchanged, so that only the server decides what
// is valid, and its message is shown at the field.

import type { Distance } from "../../../../shared/distances.ts";
import { jsonOrText } from "../../api/json.ts";
import type { ErrorAt } from "./field-errors.ts";
import { GROUPS, type Option, QUANTIZATION, QUANTIZATIONS } from "./options.ts";

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

export interface SparseDraft {
  readonly key: number;
  readonly name: string;
  readonly modifier: "none" | "idf";
  readonly onDisk: boolean;
}

export interface Draft {
  readonly name: string;
  readonly isNamed: boolean;
  /** The vectors; a collection without vector names uses only the first. */
  readonly vectors: readonly VectorDraft[];
  readonly values: Values;
  readonly sparse: readonly SparseDraft[];
  /** Whether the dense vectors are left out; only if there are sparse ones. */
  readonly isSparseOnly: boolean;
}

/** The properties of a part of the form. */
export interface DraftProps {
  readonly draft: Draft;
  readonly errorAt: ErrorAt;
  onChange(draft: Draft): void;
}

let lastKey = 0;

export function newVector(): VectorDraft {
  return { key: ++lastKey, name: "", size: "", distance: "Cosine", values: {} };
}

export function newSparse(): SparseDraft {
  return { key: ++lastKey, name: "", modifier: "idf", onDisk: false };
}

/** Whether the collection gets dense vectors. */
export function hasDense({ sparse, isSparseOnly }: Draft): boolean {
  return sparse.length === 0 || !isSparseOnly;
}

export function newDraft(): Draft {
  return { name: "", isNamed: false, vectors: [newVector()], values: {}, sparse: [], isSparseOnly: false };
}

/** Returns a list with other items in place of the one with this key; without others it is removed. */
export function withItem<T extends { readonly key: number }>(
  list: readonly T[],
  key: number,
  ...by: T[]
): T[] {
  return list.flatMap((item) => (item.key === key ? by : [item]));
}

type Json = Record<string, unknown>;

/** Returns the body of PUT /collections/{name}. */
export function bodyOf(draft: Draft): Json {
  const { isNamed, vectors, values, sparse } = draft;
  const single = vectors[0]!;
  const config = isNamed
    ? Object.fromEntries(vectors.map((vector) => [vector.name, vectorOf(vector)]))
    : vectorOf(single);
  return {
    ...(hasDense(draft) && { vectors_config: config }),
    ...(sparse.length > 0 && { sparse_vectors: Object.fromEntries(sparse.map(sparseOf)) }),
    ...fill(
      {},
      values,
      GROUPS.flatMap(({ options }) => options),
    ),
  };
}

function sparseOf({ name, modifier, onDisk }: SparseDraft): [string, Json] {
  return [name, { modifier, ...(onDisk && { index: { on_disk: true } }) }];
}

function vectorOf({ size, distance, values }: VectorDraft): Json {
  const base = size.trim() === "" ? { distance } : { size: readValue(size), distance };
  return fill(base, values, optionsIn(values));
}

/** Returns all options with a value, also those that the form does not show at the moment. */
function optionsIn(values: Values): Option[] {
  return Object.keys(values)
    .filter((path) => !path.startsWith(QUANTIZATION))
    .map((path) => ({ path }));
}

function fill(target: Json, values: Values, options: readonly Option[]): Json {
  for (const { path, isJson } of options) {
    const text = values[path]?.trim() ?? "";
    if (text !== "") put(target, path.split("."), isJson ? jsonOrText(text) : readValue(text));
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

/** Returns a name that two vectors have, because a request can contain it only once. */
export function twiceNamed(draft: Draft): string | undefined {
  const dense = draft.isNamed && hasDense(draft) ? draft.vectors : [];
  const names = [...dense, ...draft.sparse].map(({ name }) => name);
  return names.find((name, at) => names.indexOf(name) !== at);
}
