// Documents: texts that stand where a vector may, and are made into one before anything else happens to the request.
// The decision: a document is told by its model, so `text` stays possible as the name of a vector.
import { MAX_DOCUMENT_BYTES } from "./limits.ts";

/** A text with the model that makes a vector of it. Only `model` has been checked. */
export interface Document {
  readonly model: string;
  readonly text?: unknown;
  readonly options?: unknown;
}

/** The members of which a document has one: what the vector is made of. */
const CONTENTS = ["text", "image", "object"] as const;

/** Whether a value that stands where a vector may is a document: it names its model, and something to make it of. */
export function isDocument(value: unknown): value is Document {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  const { model } = value as { readonly model?: unknown };
  return typeof model === "string" && CONTENTS.some((name) => Object.hasOwn(value, name));
}

/** A UTF-16 unit has at most this many bytes of UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Whether a text has more bytes of UTF-8 than a document may have. */
export function isTooLong(text: string): boolean {
  return (
    text.length * MAX_UNIT_BYTES > MAX_DOCUMENT_BYTES &&
    new TextEncoder().encode(text).length > MAX_DOCUMENT_BYTES
  );
}
