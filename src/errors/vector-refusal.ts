// Errors of vectors, their names and their settings, in the words that both dialects share.
// The decision: one class. The sentence is Qdrant's; the native dialect puts the path of the field before it, the other
// one the prefix of the kind.
import { InvalidArgument } from "./invalid-argument.ts";

/**
 * The kind of an error: of values, strict limits, values of the right form that are not possible here, rules (Qdrant:
 * 422 with the path), or the form of the JSON.
 */
type VectorFault = "input" | "bad" | "limit" | "validation" | "format";

/** One problem as Qdrant reports it. */
interface InQdrant {
  readonly path: string;
  readonly sentence: string;
}

/** A vector, its configuration or its name, that cannot be accepted as it was sent. */
export class InvalidVector extends InvalidArgument {
  readonly kind: VectorFault;
  /** The problems in Qdrant's text, where that differs: one at least. */
  readonly qdrant: readonly InQdrant[];

  constructor(path: string, sentence: string, kind: VectorFault = "input", inQdrant?: readonly InQdrant[]) {
    super(`${path}: ${sentence}`);
    this.kind = kind;
    this.qdrant = inQdrant ?? [{ path, sentence }];
  }
}
