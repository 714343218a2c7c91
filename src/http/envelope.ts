// The shapes that results and errors are wrapped in, and nothing else. Which one an operation has is in its row.
import type { SuccessShape } from "../api/operation.ts";
import { HTTP_OK, kindOf, type VectorDbError } from "../errors.ts";
import { writeJson } from "../json/writer.ts";
import type { FileAnswer } from "../schema/snapshot.ts";

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** In place of the body. */
  readonly file?: FileAnswer;
  readonly retryAfterSeconds?: number | undefined;
}

const JSON_TYPE = "application/json; charset=utf-8";
const FILE_TYPE = "application/octet-stream";
const TEXT_TYPE = "text/plain; charset=utf-8";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** @param seconds time the server took */
export function success(shape: SuccessShape, result: unknown, seconds: number): Answer {
  if (shape === "file") {
    return { status: HTTP_OK, contentType: FILE_TYPE, body: "", file: result as FileAnswer };
  }
  if (shape === "text" || shape === "metrics") {
    const contentType = shape === "text" ? TEXT_TYPE : METRICS_TYPE;
    return { status: HTTP_OK, contentType, body: String(result) };
  }
  const body = shape === "bare" ? result : { usage: { hardware: null }, time: seconds, status: "ok", result };
  return { status: HTTP_OK, contentType: JSON_TYPE, body: writeJson(body) };
}

export function failure({ code, message }: VectorDbError, seconds: number): Answer {
  const { http, retryAfterSeconds } = kindOf(code);
  const body = writeJson({ time: seconds, status: { error: message } });
  return { status: http, contentType: JSON_TYPE, body, retryAfterSeconds };
}
