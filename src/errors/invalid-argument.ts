// A request that cannot be carried out as it was sent.
import { VectorDbError } from "./vector-db-error.ts";

export class InvalidArgument extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("INVALID_ARGUMENT", message, options);
  }
}
