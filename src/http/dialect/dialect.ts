// What a dialect is: how requests are meant, and how answers are worded. Paths and bodies are the same in all of them.
// The decision: what a request means is in `rules`, which services read; everything that only sounds different is done
// here, on the way out. Whoever reads below the edges finds one API.
import type { Operation } from "../../api/operation.ts";
import type { VectorDbError } from "../../errors/vector-db-error.ts";
import type { Rules } from "../../schema/rules.ts";
import type { HttpAnswer } from "./envelope.ts";

export interface Dialect {
  readonly name: "native" | "qdrant";
  readonly rules: Rules;
  /** @param seconds time the server took */
  success(operation: Operation, result: unknown, seconds: number): HttpAnswer;
  /** @param operation what was asked for, if that much is known */
  failure(error: VectorDbError, operation: Operation | undefined, seconds: number): HttpAnswer;
}
