// The native dialect: the interface specification, word for word. Errors say what the code that threw them says.
import { kindOf } from "../../errors.ts";
import { NATIVE_RULES } from "../../schema/rules.ts";
import { json, success } from "../envelope.ts";
import type { Dialect } from "./dialect.ts";

export const NATIVE: Dialect = {
  name: "native",
  rules: NATIVE_RULES,
  success: (operation, result, seconds) =>
    success(operation.success, result, (whole) => ({
      usage: { hardware: null },
      time: seconds,
      status: "ok",
      result: whole,
    })),
  failure({ code, message }, _operation, seconds) {
    const { http, retryAfterSeconds } = kindOf(code);
    return { ...json(http, { time: seconds, status: { error: message } }), retryAfterSeconds };
  },
};
