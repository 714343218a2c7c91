// Errors of texts: options with which no text can be embedded, and models that are not here.
import { FailedValidation } from "./failed-validation.ts";
import { InvalidArgument } from "./invalid-argument.ts";

/** Options of BM25 that are out of range, or ill-formed. */
export class InvalidBm25 extends InvalidArgument {}

/** A model that makes vectors elsewhere. */
export class UnknownModel extends InvalidArgument {
  constructor(path: string, model: string, known: readonly string[]) {
    super(`${path}.model: no model '${model}' is here, only ${known.join(" and ")}; send the vector instead`);
  }
}

/** A query by the words of a text index that cannot be answered. */
export class InvalidTextQuery extends FailedValidation {}

/** The field has no text index. */
export class NoTextIndex extends InvalidTextQuery {
  constructor(path: string, key: string) {
    super(path, `BM25 requires a text index on field ${key}, which has none`);
  }
}
