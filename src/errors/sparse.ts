// Errors of sparse vectors, in the words that both dialects share.
// The decision: the sentence is Qdrant's. The native dialect puts the path of the field before it, the other one the
// prefix of the kind.
import { InvalidArgument } from "./invalid-argument.ts";

/** The kind of an error: of values, strict limits, rules (Qdrant: 422 with the path), or the form of the JSON. */
type SparseFault = "input" | "bad" | "validation" | "format";

/** How Qdrant reports the error, where that differs. */
interface InQdrant {
  readonly path?: string;
  readonly sentence?: string;
}

/** A sparse vector, its configuration or its name, that cannot be accepted as it was sent. */
export class InvalidSparse extends InvalidArgument {
  readonly kind: SparseFault;
  /** The path and the sentence in Qdrant's text. */
  readonly qdrant: Required<InQdrant>;

  constructor(path: string, sentence: string, kind: SparseFault = "input", inQdrant: InQdrant = {}) {
    super(`${path}: ${sentence}`);
    this.kind = kind;
    this.qdrant = { path, sentence, ...inQdrant };
  }
}
