// What the protocols of endpoints have in common: a call for some texts, and the vectors in its answer.
// The decision: an answer is read like the body of a request (json/), so its vectors are packed while they are read and
// the thread is not held. What is wrong with an answer is told in words of our own, and nothing of it is shown.
import { compileShape, type Shape } from "../json/shape.ts";
import { readJsonInSlices } from "../json/sliced-reader.ts";
import { LEAF } from "../schema/leaf.ts";
import { MAX_DIMENSION } from "../schema/limits.ts";
import { isMeantSparse, sparseViolation } from "../schema/sparse-input.ts";
import type { SparseVector } from "../shared/sparse-vector.ts";
import type { EmbeddedForm } from "../text/bm25.ts";
import type { Embedded, Embedding } from "./embedder.ts";

/** A part of the texts of a request, for one call. */
export interface CallTexts {
  readonly texts: readonly string[];
  readonly options: unknown;
  readonly form: EmbeddedForm;
}

export interface Protocol {
  readonly takesOptions: boolean;
  /** @param key null: the endpoint needs none */
  request(
    call: CallTexts,
    key: string | null,
  ): { readonly body: object; readonly headers: Readonly<Record<string, string>> };
  /** Where the answer has vectors. */
  readonly shape: Shape;
  /** @throws NoVectors */
  read(answer: unknown, texts: number): Embedded;
}

/** An answer that is not what was asked for. */
export class NoVectors extends Error {}

/** @param vectors a schema that says where vectors are: `leaf` vector or named_vector */
export function shapeWith(vectors: object): Shape {
  return compileShape(vectors)!;
}

export const DENSE = { [LEAF]: "vector" };
export const DENSE_OR_SPARSE = { [LEAF]: "named_vector" };

/** @throws NoVectors */
export async function readAnswer(body: Uint8Array, protocol: Protocol, texts: number): Promise<Embedded> {
  let answer: unknown;
  try {
    answer = await readJsonInSlices(body, protocol.shape);
  } catch {
    throw new NoVectors("its answer is not JSON");
  }
  return protocol.read(answer, texts);
}

/** Returns a member of a value that may be anything. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** Throws unless there are as many vectors as texts. */
export function checkCount(vectors: number, texts: number): void {
  if (vectors !== texts) throw new NoVectors(`its answer has ${vectors} vectors for ${texts} texts`);
}

/** Returns a dense vector that a client might have sent, too. @throws NoVectors */
export function denseOf(value: unknown): Float32Array {
  if (!(value instanceof Float32Array)) {
    throw new NoVectors(
      Array.isArray(value)
        ? "a vector in its answer has other values than finite 32-bit floats"
        : "its answer has no vectors",
    );
  }
  if (value.length === 0) throw new NoVectors("a vector in its answer is empty");
  if (value.length > MAX_DIMENSION) {
    throw new NoVectors(`a vector in its answer has ${value.length} numbers, more than ${MAX_DIMENSION}`);
  }
  // The reader refuses what is not finite, but not in arrays of a member that is none.
  if (!value.every(Number.isFinite)) throw new NoVectors("a vector in its answer is not finite");
  return value;
}

/** @throws NoVectors */
export function denseOrSparseOf(value: unknown): Embedding {
  const isObject = typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
  if (!isObject || Array.isArray(value) || !isMeantSparse(value)) return denseOf(value);
  const { indices, values } = value as Partial<SparseVector>;
  const isSound =
    sparseViolation(value) === null && indices instanceof Uint32Array && values instanceof Float32Array;
  if (!isSound || indices.length !== values.length || !values.every(Number.isFinite)) {
    throw new NoVectors("a sparse vector in its answer is not valid");
  }
  return { indices, values };
}
