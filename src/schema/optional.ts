// Optional fields of requests.
// The decision: null means the same as leaving a field out, because clients in languages with optional fields send it.
import Type, { type TSchema } from "typebox";
import type { Shown } from "./shown.ts";

/** @param words see api/validate.ts */
export function optional<T extends TSchema>(
  schema: T,
  words: { expected?: string; message?: string; description?: string; u64?: boolean; document?: Shown } = {},
) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}
