// Makes the response: status, content type and text. The dialect decides the envelope of a result or an error
// (dialect/), and the row of an operation its shape.
import type { Operation, SuccessShape } from "../../api/operation.ts";
import { HTTP_OK } from "../../errors/table.ts";
import type { VectorDbError } from "../../errors/vector-db-error.ts";
import { isLarge } from "../../schema/answer-size.ts";
import type { Recall } from "../../schema/recall.ts";
import type { FileAnswer, StreamAnswer } from "../../schema/snapshot.ts";
import { writeAnswer } from "../answers/answer-bytes.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Is sent instead of the body. */
  readonly file?: FileAnswer;
  /** Is sent instead of the body. */
  readonly stream?: StreamAnswer;
  /** Sent in place of the body: a value that is written while it is read. */
  readonly large?: unknown;
  readonly retryAfterSeconds?: number | undefined;
  /** The recall that the searches of the request were expected to have; undefined: no recall ruled. */
  readonly recall?: Recall | undefined;
}

const JSON_TYPE = "application/json; charset=utf-8";
const BYTES_TYPE = "application/octet-stream";
const TEXT_TYPE = "text/plain; charset=utf-8";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** @param wrap puts a result into the core envelope */
export function success(shape: SuccessShape, result: unknown, wrap: (result: unknown) => object): HttpAnswer {
  if (shape === "file") {
    return { status: HTTP_OK, contentType: BYTES_TYPE, body: "", file: result as FileAnswer };
  }
  if (shape === "stream") {
    const stream = result as StreamAnswer;
    return { status: HTTP_OK, contentType: stream.contentType, body: "", stream };
  }
  if (shape === "binary") return { status: HTTP_OK, contentType: BYTES_TYPE, body: result as Uint8Array };
  if (shape === "text" || shape === "metrics") {
    const contentType = shape === "text" ? TEXT_TYPE : METRICS_TYPE;
    return { status: HTTP_OK, contentType, body: String(result) };
  }
  return json(HTTP_OK, shape === "bare" ? result : wrap(result));
}

export function json(status: number, body: unknown): HttpAnswer {
  if (isLarge(body)) return { status, contentType: JSON_TYPE, body: "", large: body };
  return { status, contentType: JSON_TYPE, body: writeAnswer(body) };
}

/** Returns the body of an error of the auth operations; null for other operations. */
export function authFailure(
  { code, message }: VectorDbError,
  operation: Operation | undefined,
): object | null {
  const { failureShape = "core" } = operation ?? {};
  if (failureShape === "core") return null;
  const isRefusedLogin = failureShape === "login" && code === "UNAUTHENTICATED";
  return isRefusedLogin ? { token: null, message, expires_in: 0 } : { status: "error", message };
}
