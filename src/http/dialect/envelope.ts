// What is sent: a status, a content type, a text. Which envelope is around a result or an error is the dialect's affair
// (dialect/); which shape an operation has is in its row.
import type { Operation, SuccessShape } from "../../api/operation.ts";
import { HTTP_OK } from "../../errors/table.ts";
import type { VectorDbError } from "../../errors/vector-db-error.ts";
import { isLarge } from "../../schema/answer-size.ts";
import type { FileAnswer } from "../../schema/snapshot.ts";
import { writeAnswer } from "../answers/answer-bytes.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** In place of the body. */
  readonly file?: FileAnswer;
  /** In place of the body: what is written while it is read. */
  readonly large?: unknown;
  readonly retryAfterSeconds?: number | undefined;
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

/** What an operation of the auth area answers when it fails; null: it is of another area. */
export function authFailure(
  { code, message }: VectorDbError,
  operation: Operation | undefined,
): object | null {
  const { failureShape = "core" } = operation ?? {};
  if (failureShape === "core") return null;
  const isRefusedLogin = failureShape === "login" && code === "UNAUTHENTICATED";
  return isRefusedLogin ? { token: null, message, expires_in: 0 } : { status: "error", message };
}
