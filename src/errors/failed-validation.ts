// Requests of the right form that make no sense together, or in this collection.
import { InvalidArgument } from "./invalid-argument.ts";

export class FailedValidation extends InvalidArgument {
  /** The reason without the path. */
  readonly reason: string;

  /** @param path of the field in the request */
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.reason = reason;
  }
}
