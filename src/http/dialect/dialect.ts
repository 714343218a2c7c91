// A dialect: how requests are read and responses worded. Paths and bodies are the same in all dialects.
// The decision: differences in meaning are in `rules`, which services read; differences in wording are made here, for
// the response. The code below the edges has one API.
import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../../api/operation.ts";
import { worded } from "../../api/words/qdrant.ts";
import { adapted } from "../../api/words/qdrant-results.ts";
import { NothingImported } from "../../errors/points.ts";
import { LagsBehind } from "../../errors/replication.ts";
import { kindOf, QDRANT_ERRORS } from "../../errors/table.ts";
import type { VectorDbError } from "../../errors/vector-db-error.ts";
import { Annotated } from "../../schema/annotated.ts";
import type { DialectSetting } from "../../schema/dialect-setting.ts";
import type { InferenceUsage } from "../../schema/inference.ts";
import { NATIVE_RULES, QDRANT_RULES, type Rules } from "../../schema/rules.ts";
import { authFailure, type HttpAnswer, json, success } from "./envelope.ts";

export interface Dialect {
  readonly name: "native" | "qdrant";
  readonly rules: Rules;
  /** @param seconds the time that the server took */
  success(operation: Operation, result: unknown, seconds: number): HttpAnswer;
  /** @param operation the requested operation, if it is known */
  failure(error: VectorDbError, operation: Operation | undefined, seconds: number): HttpAnswer;
}

/** The dialect of the interface specification. Errors have the texts of the code that throws them. */
export const NATIVE: Dialect = {
  name: "native",
  rules: NATIVE_RULES,
  success: (operation, annotated, seconds) =>
    withRecall(annotated, ({ result, inference, ...beside }) =>
      success(operation.success, result, (whole) => ({
        usage: operation.success === "brief" ? {} : { hardware: null, ...inference },
        time: seconds,
        status: "ok",
        result: whole,
        ...beside,
      })),
    ),
  failure(error, operation, seconds) {
    const { code, message, missing, hint, retryAfterSeconds } = error;
    const body = authFailure(error, operation) ?? {
      time: seconds,
      ...(error instanceof NothingImported && { result: error.report }),
      ...(error instanceof LagsBehind && { lag: error.lag }),
      status: { error: message, code, ...(hint && { hint }), ...(missing && { missing }) },
    };
    return { ...json(kindOf(code).http, body), retryAfterSeconds };
  },
};

/**
 * The dialect of Qdrant's clients: their envelope, with `usage` if models were asked, their texts and status codes,
 * their spelling of enums.
 */
const QDRANT: Dialect = {
  name: "qdrant",
  rules: QDRANT_RULES,
  success: (operation, annotated, seconds) =>
    withRecall(annotated, ({ result, inference, ...beside }) =>
      success(operation.success, adapted(operation, result), (whole) => {
        const answer = { result: whole, status: "ok", time: seconds, ...beside };
        return inference === undefined ? answer : { usage: { hardware: null, ...inference }, ...answer };
      }),
    ),
  failure(error, operation, seconds) {
    const { retryAfterSeconds } = error;
    // Qdrant has no operations of this kind, so its clients get the native response.
    const own = authFailure(error, operation);
    if (own) return { ...json(kindOf(error.code).http, own), retryAfterSeconds };
    const { kind, text } = worded(error, operation, "rest");
    const { http, prefix } = QDRANT_ERRORS[kind];
    return { ...json(http, { status: { error: prefix + text }, time: seconds }), retryAfterSeconds };
  },
};

/** A result, and what the body says beside it. */
interface Parts {
  readonly result: unknown;
  readonly explain?: unknown;
  readonly recall?: unknown;
  readonly missing_shards?: readonly number[];
  /** The member of `usage` for models, if some were asked. */
  readonly inference?: { readonly inference: InferenceUsage };
}

/** @param answerWith makes the answer from the result and what stands beside it */
function withRecall(annotated: unknown, answerWith: (parts: Parts) => HttpAnswer): HttpAnswer {
  if (!(annotated instanceof Annotated)) return answerWith({ result: annotated });
  const { result, explain, recall, lowest, usage, missingShards } = annotated;
  const answer = answerWith({
    result,
    ...(explain && { explain }),
    ...(recall && { recall }),
    ...(missingShards && { missing_shards: missingShards }),
    ...(usage && { inference: { inference: usage } }),
  });
  return lowest === undefined ? answer : { ...answer, recall: lowest };
}

const CLIENTS = /^(?:qdrant-|python-client\/)/;

/**
 * Returns the dialect of a request. Clients need not declare it: Qdrant's clients are recognised by their user agent,
 * and other tools by the header that only Qdrant's API has. A setting, or a listener for one dialect, decides where
 * that is not enough.
 */
export function dialectOf(headers: IncomingHttpHeaders, setting: DialectSetting): Dialect {
  if (setting === "native") return NATIVE;
  if (setting === "qdrant" || headers["api-key"] !== undefined) return QDRANT;
  return CLIENTS.test(headers["user-agent"] ?? "") ? QDRANT : NATIVE;
}
