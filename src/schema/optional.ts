// What a request may leave out. The decision: null says the same as leaving it out, because clients written in languages
// with optional fields send it.
import Type, { type TSchema } from "typebox";

/** @param words see api/validate.ts */
export function optional<T extends TSchema>(
  schema: T,
  words: { expected?: string; message?: string; description?: string; u64?: boolean } = {},
) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}
