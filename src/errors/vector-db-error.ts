// The root of all errors that the product answers with.
// The decision: there is one class in a process, however often this file is loaded. The entries of the npm package are
// bundles that each contain it, as ES modules and as CommonJS, and `instanceof VectorDbError` must hold for an error of
// any of them. So the first copy registers its class under a global symbol, and the others use that one.
import { type ErrorCode, kindOf } from "./table.ts";

/** The id of a point; see schema/leaf.ts. */
export type ErrorId = number | bigint | string;

/** The root of the hierarchy: `code` is stable and part of the API, `message` is written for people. */
const Own = class VectorDbError extends Error {
  readonly code: ErrorCode;
  /** Ids that a request names and that are not there: all of them, where they are the reason. */
  declare readonly missing?: readonly ErrorId[];
  /** Details that a fixed message does not have: the part of the request, or the remedy. */
  declare readonly hint?: string;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }

  /** When to try again, where that is what to do. */
  get retryAfterSeconds(): number | undefined {
    return kindOf(this.code)?.retryAfterSeconds;
  }
};

const REGISTERED = Symbol.for("azimuth-db.VectorDbError");
const registry = globalThis as { [REGISTERED]?: typeof Own };
registry[REGISTERED] ??= Own;

export type VectorDbError = InstanceType<typeof Own>;
export const VectorDbError: typeof Own = registry[REGISTERED];
