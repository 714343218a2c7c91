// What the process of a local model is given, and what it answers.
// The decision: an answer is what the package has made, unjudged. The caller judges it like an answer of an endpoint.
import type { Embedded } from "./embedder.ts";
import { checkCount, countOf, denseOf, NoVectors } from "./protocol.ts";

export interface LocalModelData {
  /** The file: URL of the package. */
  readonly packageUrl: string;
  readonly directory: string;
  /** The folder of the model in the directory. */
  readonly folder: string;
}

export interface LocalBatch {
  /** All vectors, one after another; null: the package made something else. */
  readonly values: Float32Array | null;
  /** The number of vectors, and their length. */
  readonly shape: readonly number[];
  readonly tokens: number;
}

/** Returns the vectors of an answer. @throws NoVectors */
export function vectorsOf({ values, shape, tokens }: LocalBatch, texts: number): Embedded {
  const [count, length, ...more] = shape;
  if (values === null || count === undefined || length === undefined || more.length > 0) {
    throw new NoVectors("its answer has no vectors");
  }
  checkCount(count, texts);
  if (values.length !== count * length) {
    throw new NoVectors(`its answer has ${values.length} numbers for ${count} vectors of ${length}`);
  }
  const vectors = Array.from({ length: count }, (_, i) =>
    denseOf(values.slice(i * length, (i + 1) * length)),
  );
  return { vectors, tokens: countOf(tokens) };
}
