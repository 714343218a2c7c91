// The native dialect: the interface specification, word for word. Errors say what the code that threw them says.
import { NothingImported } from "../../errors/points.ts";
import { kindOf } from "../../errors/table.ts";
import { Explained } from "../../schema/explain.ts";
import { NATIVE_RULES } from "../../schema/rules.ts";
import type { Dialect } from "./dialect.ts";
import { authFailure, json, success } from "./envelope.ts";

export const NATIVE: Dialect = {
  name: "native",
  rules: NATIVE_RULES,
  success: (operation, result, seconds) =>
    success(operation.success, result, (whole) => ({
      usage: operation.success === "brief" ? {} : { hardware: null },
      time: seconds,
      status: "ok",
      ...(whole instanceof Explained ? { result: whole.result, explain: whole.explain } : { result: whole }),
    })),
  failure(error, operation, seconds) {
    const { code, message, missing, hint, retryAfterSeconds } = error;
    const body = authFailure(error, operation) ?? {
      time: seconds,
      ...(error instanceof NothingImported && { result: error.report }),
      status: { error: message, code, ...(hint && { hint }), ...(missing && { missing }) },
    };
    return { ...json(kindOf(code).http, body), retryAfterSeconds };
  },
};
