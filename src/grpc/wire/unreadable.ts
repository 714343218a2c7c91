// The error for bytes that are not a message of the expected type.
// The decision: every error of the readers becomes this one, because none of them tells a client more than that its
// definitions differ from those of the server, or that its bytes are damaged.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";

/** @throws InvalidArgument in place of every error of a reader */
export function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Returns the error for clients, which is the error itself if it is made for them. */
export function unreadable(cause: unknown): VectorDbError {
  if (cause instanceof VectorDbError) return cause;
  const text = "the message cannot be read: its bytes are not those of this request";
  return new InvalidArgument(text, { cause });
}
