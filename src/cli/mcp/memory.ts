// The collection in which an assistant keeps texts, and the queries for them.
// The decision: a text index over the field `text` is enough to find what was stored; a model of the server adds
// vectors, and then both lists are fused.
import { Refused, requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";

/** A model that the server knows, and the size of its vectors. */
export interface Model {
  readonly name: string;
  /** Null: it is not known, so no collection can be made for it. */
  readonly size: number | null;
}

const TEXT = "text";

/** Returns what stands for the vector of a text: the server makes it. */
export function documentOf(text: string, { name }: Model): object {
  return { text, model: name };
}

/** Returns the query for a text, and the key that it is looked for in. */
export function byText(text: string, model: Model | null): object {
  if (model === null) return { query: { text }, using: TEXT };
  return { query: { hybrid: { text, vector: documentOf(text, model), text_using: TEXT } } };
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Refused && error.serverCode === "NOT_FOUND";
}

interface MemoryForm {
  /** The size of the vectors; null: there are none. */
  readonly size: number | null;
  /** The name of the vectors, if they have one. */
  readonly using?: unknown;
  /** Options of the text index: the language of the texts, if it is known. */
  readonly texts: { readonly language?: string };
}

/** Makes a collection with a text index, and with vectors if their size is known. */
export async function createMemory(
  server: Server,
  collection: string,
  { size, using, texts }: MemoryForm,
): Promise<void> {
  const params = { size, distance: "Cosine" };
  const vectors_config = size === null ? {} : typeof using === "string" ? { [using]: params } : params;
  await requestOf(server, "PUT", pathOf(collection), { vectors_config });
  const index = { field_name: TEXT, field_schema: { type: "text", phrase_matching: true, ...texts } };
  await requestOf(server, "PUT", pathOf(collection, "/index"), index);
}
