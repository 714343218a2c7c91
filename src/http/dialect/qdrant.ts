// The dialect of Qdrant's clients: its envelope without `usage`, its texts and status codes, its spelling of enums.
import { worded } from "../../api/words/qdrant.ts";
import { adapted } from "../../api/words/qdrant-results.ts";
import { kindOf, QDRANT_ERRORS } from "../../errors/table.ts";
import { QDRANT_RULES } from "../../schema/rules.ts";
import type { Dialect } from "./dialect.ts";
import { authFailure, json, success } from "./envelope.ts";

export const QDRANT: Dialect = {
  name: "qdrant",
  rules: QDRANT_RULES,
  success: (operation, result, seconds) =>
    success(operation.success, adapted(operation, result), (whole) => ({
      result: whole,
      status: "ok",
      time: seconds,
    })),
  failure(error, operation, seconds) {
    const { retryAfterSeconds } = error;
    // Qdrant has no operations of this kind: they are the same for its clients.
    const own = authFailure(error, operation);
    if (own) return { ...json(kindOf(error.code).http, own), retryAfterSeconds };
    const { kind, text } = worded(error, operation);
    const { http, prefix } = QDRANT_ERRORS[kind];
    return { ...json(http, { status: { error: prefix + text }, time: seconds }), retryAfterSeconds };
  },
};
