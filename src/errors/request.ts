// Errors of a request itself: its form, its values, and the names in it.
// The decision: the message has the native text, and the properties have the same information for dialects with other
// texts.
import { InvalidArgument } from "./invalid-argument.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** Carries the code of an error over HTTP, where several share a status. */
export const ERROR_CODE_HEADER = "x-azimuth-error";

/** A body that is no JSON, or not an object. */
export class UnreadableBody extends InvalidArgument {}

/** A body in another form than the operation reads. */
export class UnsupportedMediaType extends VectorDbError {
  constructor(expected: string, got: string) {
    super(
      "UNSUPPORTED_MEDIA_TYPE",
      `Content-Type: expected ${expected}, got ${JSON.stringify(got.slice(0, 100))}`,
    );
  }
}

/** A request that does not arrive: as a whole in time, or its body at a pace. */
export class RequestTimeout extends VectorDbError {
  constructor(message: string) {
    super("REQUEST_TIMEOUT", message);
  }
}

export class BodyTooSlow extends RequestTimeout {
  constructor(bytesPerSecond: number) {
    super(`the request body comes too slowly: send at least ${bytesPerSecond} bytes a second`);
  }
}

/** An error in one value of a request. */
export interface Problem {
  /** Where it is: ["points", "0", "id"]. */
  readonly path: readonly string[];
  /** The name of the broken rule in JSON Schema: "required", "type", "minimum", ..., or "leaf". */
  readonly rule: string;
  readonly value: unknown;
  /** The limits of the value, its length or its number of items, if the rule has limits. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Whether the limits are those of an integer. */
  readonly isInteger: boolean;
  /** Whether any count of 64 bits could stand here. */
  readonly isU64?: boolean;
  /** The type of the leaf that it has to be, where it is one (schema/leaf.ts). */
  readonly leaf?: string | undefined;
}

/** A request that is not what its schema says. */
export class InvalidRequest extends InvalidArgument {
  readonly problem: Problem;

  constructor(message: string, problem: Problem) {
    super(message);
    this.problem = problem;
  }
}

/** A vector name that the collection does not have. */
export class UnknownVector extends InvalidArgument {
  readonly vectorName: string;
  /** The vector names of the collection; "" is the unnamed vector. */
  readonly known: readonly string[];
  readonly use: "write" | "search";

  constructor(
    message: string,
    about: { vectorName: string; known: readonly string[]; use: "write" | "search" },
  ) {
    super(message);
    this.vectorName = about.vectorName;
    this.known = about.known;
    this.use = about.use;
  }
}

/**
 * The kind of an error: JSON of another type, a broken rule in JSON of the right type, or such a rule that Qdrant
 * reports by name only (Qdrant: 400; 422; 422 with `Validation error: <reason> [{}]`).
 */
type FilterFault = "format" | "validation" | "named_validation";

/** A filter that cannot be read: `path` says where in the request, as in `filter.must[0].range`. */
export class InvalidFilter extends InvalidArgument {
  readonly path: string;
  readonly reason: string;
  readonly kind: FilterFault;

  constructor(path: string, reason: string, kind: FilterFault = "format") {
    super(`Invalid filter at ${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
    this.kind = kind;
  }
}

/** A method and path that nothing answers. */
export class UnknownRoute extends VectorDbError {
  readonly path: string;

  constructor(method: string, path: string) {
    super("UNKNOWN_ROUTE", `No such endpoint: ${method} ${path}`);
    this.path = path;
  }
}

export class WrongMethod extends VectorDbError {
  readonly path: string;

  constructor(path: string, text: string) {
    super("METHOD_NOT_ALLOWED", text);
    this.path = path;
  }
}

/** A path into payloads that cannot be read. */
export class InvalidPath extends InvalidArgument {
  readonly reason: string;

  constructor(text: string, reason: string) {
    super(`Invalid payload path ${text}: ${reason}`);
    this.reason = reason;
  }
}

/** The program that asks has closed the database, or its client. */
export class Closed extends VectorDbError {
  constructor() {
    super("CLOSED", "the database is closed");
  }
}
