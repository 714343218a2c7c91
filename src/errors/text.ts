// Errors of texts: options with which no text can be embedded, models that are not here, and failures of models that
// make vectors elsewhere.
// The decision: a text names the model and what this server has seen, never the address, the key or the words of the
// endpoint. Only the refusal of a text has those words, shortened, for the dialect in which they are shown.
import { listed } from "../shared/listed.ts";
import { FailedValidation } from "./failed-validation.ts";
import { InvalidArgument } from "./invalid-argument.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** Options of BM25 that are out of range, or ill-formed. */
export class InvalidBm25 extends InvalidArgument {}

/** A model that makes vectors elsewhere, and is not configured. */
export class UnknownModel extends InvalidArgument {
  /** Whether the operator has configured other models. */
  readonly hasOthers: boolean;

  /** @param local models of this server @param others models that are configured */
  constructor(path: string, model: string, local: readonly string[], others: readonly string[] = []) {
    const known = listed([...local, ...others], "and");
    super(`${path}.model: no model '${model}' is here, only ${known}; send the vector instead`);
    this.hasOthers = others.length > 0;
  }
}

/** The endpoint of a model refuses the texts. */
export class ModelRefused extends InvalidArgument {
  /** The error in the answer of the endpoint if it is JSON; otherwise the beginning of the answer. */
  readonly said: string;
  readonly isJson: boolean;

  constructor(model: string, said: string, isJson: boolean) {
    super(`model '${model}' refuses the text; send another one, or the vector instead`);
    this.said = said;
    this.isJson = isJson;
  }
}

/** The model cannot be reached, or its answer is no list of vectors. */
export class ModelFailed extends VectorDbError {
  /** @param reason what this server has seen, as in "it cannot be reached" */
  constructor(model: string, reason: string, options?: ErrorOptions) {
    super("MODEL_FAILED", `model '${model}' made no vector: ${reason}`, options);
  }
}

export class ModelTimedOut extends VectorDbError {
  constructor(model: string, ms: number) {
    super("MODEL_TIMEOUT", `model '${model}' made no vector: it did not answer within ${ms} ms`);
  }
}

/** A failure that ends by itself. */
class ModelLater extends VectorDbError {
  readonly #seconds: number;

  constructor(code: "MODEL_BUSY" | "MODEL_UNAVAILABLE", text: string, seconds: number) {
    super(code, text);
    this.#seconds = seconds;
  }

  override get retryAfterSeconds(): number {
    return this.#seconds;
  }
}

export class ModelBusy extends ModelLater {
  constructor(model: string, seconds: number) {
    super("MODEL_BUSY", `model '${model}' is busy; try again in ${seconds} s`, seconds);
  }
}

/** The model is not asked for a while, because it has failed several times in a row. */
export class ModelUnavailable extends ModelLater {
  constructor(model: string, seconds: number) {
    super(
      "MODEL_UNAVAILABLE",
      `model '${model}' has failed several times in a row and is not asked for a moment; try again in ${seconds} s`,
      seconds,
    );
  }
}

/** A request to change a model that the configuration has. */
export class ModelConfigured extends VectorDbError {
  constructor(model: string) {
    super(
      "CONFIGURED",
      `Model '${model}' is set by the configuration of the server: change inference.models there and restart the server`,
    );
  }
}

export class ModelNotFound extends VectorDbError {
  constructor(model: string) {
    super("NOT_FOUND", `No model '${model}' is configured`);
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
