// Errors of sparse vectors, in the words that both dialects share.
// The decision: the sentence is Qdrant's. The native dialect puts the path of the field before it, the other one the
// prefix of the kind.
import { InvalidArgument } from "./invalid-argument.ts";

/** The kind of an error: of values, of strict limits, of rules (Qdrant: 422 with the path), or of the form of the JSON. */
type SparseFault = "input" | "bad" | "validation" | "format";

/** A sparse vector, its configuration or its name, that cannot be accepted as it was sent. */
export class InvalidSparse extends InvalidArgument {
  readonly path: string;
  readonly sentence: string;
  readonly kind: SparseFault;
  /** The path in Qdrant's text. */
  readonly qdrantPath: string;

  constructor(path: string, sentence: string, kind: SparseFault = "input", qdrantPath = path) {
    super(`${path}: ${sentence}`);
    this.path = path;
    this.sentence = sentence;
    this.kind = kind;
    this.qdrantPath = qdrantPath;
  }
}
