// What a request may leave out. The decision: null says the same as leaving it out, because clients written in languages
// with optional fields send it.
import Type, { type TSchema } from "typebox";
import type { Shown } from "./shown.ts";

/** @param words see api/validate.ts */
export function optional<T extends TSchema>(
  schema: T,
  words: { expected?: string; message?: string; description?: string; u64?: boolean; document?: Shown } = {},
) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}
