// The checks of the leaf types (schema/leaf.ts), which JSON Schema cannot express. Filters are parsed and validated by
// the service.
import { isDocument } from "../schema/document.ts";
import { ID_RULE, isPointId, type LeafName, RawJson } from "../schema/leaf.ts";
import { MAX_DIMENSION, MAX_PAYLOAD_BYTES, MAX_PAYLOAD_DEPTH } from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import { isMeantSparse, sparseViolation } from "../schema/sparse-input.ts";

/** A problem of a value, or of a part of it to which `path` leads. */
export interface LeafViolation {
  /** The text after the path of the field. */
  readonly problem: string;
  readonly path?: readonly string[];
}

export const LEAF_CHECKS: Record<LeafName, (value: unknown) => LeafViolation | null> = {
  point_id: (value) => (isPointId(value) ? null : { problem: `: expected ${ID_RULE}, got ${show(value)}` }),
  vector: checkVector,
  named_vector: (value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const isDense = !isObject || value instanceof Float32Array || !isMeantSparse(value);
    return isDense ? checkVector(value) : checkSparse(value);
  },
  payload: checkPayload,
  filter: () => null,
  expression: () => null,
};

/**
 * Checks a vector. The reader leaves a plain array if it could not pack it: some item is not a number, or not finite as
 * f32.
 */
function checkVector(value: unknown): LeafViolation | null {
  // The service checks documents, because it knows the models.
  if (isDocument(value)) return null;
  if (value instanceof Float32Array) {
    const index = notFiniteIn(value);
    return index < 0 ? null : notFinite(index, value[index]);
  }
  if (!Array.isArray(value)) {
    return { problem: `: expected an array of numbers, got ${show(value)}${unsupported(value)}` };
  }
  // An integer above 2^53 arrives as a bigint and counts as a number.
  const items = value.map((item) => (typeof item === "bigint" ? Number(item) : item));
  const index = items.findIndex((item) => typeof item !== "number" || !Number.isFinite(Math.fround(item)));
  if (index < 0) return { problem: `: expected at most ${MAX_DIMENSION} numbers, got ${value.length}` };
  const item: unknown = items[index];
  if (typeof item === "number") return notFinite(index, item);
  return { problem: `: expected a number, got ${show(item)}${unsupported([item])}`, path: [String(index)] };
}

/** Values that are not finite are left to the service, which reports them in the words of both dialects. */
function checkSparse(value: object): LeafViolation | null {
  const violation = sparseViolation(value);
  return violation && { problem: `.${violation.path}: ${violation.problem}` };
}

/**
 * Returns the index of a number that is not finite. Every number of every vector passes here: the sum of all is finite
 * unless one is not, because a double holds the sum of all f32 of a vector. Four sums take a third of the time of one.
 */
function notFiniteIn(values: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const fours = values.length & ~3;
  for (let i = 0; i < fours; i += 4) {
    a += values[i]!;
    b += values[i + 1]!;
    c += values[i + 2]!;
    d += values[i + 3]!;
  }
  for (let i = fours; i < values.length; i++) a += values[i]!;
  return Number.isFinite(a + b + c + d) ? -1 : values.findIndex((value) => !Number.isFinite(value));
}

const NO_MODELS = '; a text needs a model: {"text": "...", "model": "qdrant/bm25"}';

/** Returns a hint for values that other databases accept as vectors and this server does not. */
function unsupported(value: unknown): string {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? "; multivectors are not supported" : "";
  if (typeof value === "string") return NO_MODELS;
  if (typeof value !== "object" || value === null) return "";
  return isMeantSparse(value) ? "; a sparse vector needs a name" : NO_MODELS;
}

function notFinite(index: number, item: unknown): LeafViolation {
  return {
    problem: `: expected a number that is finite as a 32-bit float, got ${show(item)}`,
    path: [String(index)],
  };
}

function checkPayload(value: unknown): LeafViolation | null {
  if (value === null) return null;
  if (!(value instanceof RawJson)) return { problem: `: expected an object, got ${show(value)}` };
  if (value.depth > MAX_PAYLOAD_DEPTH) {
    return { problem: `: expected at most ${MAX_PAYLOAD_DEPTH} levels of nesting, got ${value.depth}` };
  }
  if (value.bytes.length > MAX_PAYLOAD_BYTES) {
    return { problem: `: expected at most ${MAX_PAYLOAD_BYTES} bytes, got ${value.bytes.length}` };
  }
  return null;
}
