// The payload fields of a collection that are indexed, by its `payload_schema`.
// The decision: all segments of the collection share one object, which they read before each use. A field whose
// schema is unchanged keeps its object, so a segment can tell which indexes it has to build again.
import { type FieldSchema, type IndexParams, indexParams } from "../../schema/payload-index.ts";
import { type Tokenizer, tokenizerOf } from "../../text/tokenize.ts";
import type { JsonPath } from "../filter/filter.ts";
import { type Elements, elementsOf, parsePath } from "../filter/path.ts";

export interface IndexedField {
  readonly path: JsonPath;
  readonly params: IndexParams;
  /** The tokenizer of a text index; null for other types. */
  readonly tokenizer: Tokenizer | null;
  /** The elements of an array that are values of their own; null: there are none. */
  readonly elements: Elements | null;
}

export class IndexedFields {
  #fields = new Map<string, IndexedField>();

  /** The fields by the canonical text of their paths. */
  get all(): ReadonlyMap<string, IndexedField> {
    return this.#fields;
  }

  get(path: string): IndexedField | null {
    return this.#fields.get(path) ?? null;
  }

  /** Replaces the indexed fields. */
  set(schema: Readonly<Record<string, FieldSchema>>): void {
    const fields = new Map<string, IndexedField>();
    for (const [text, given] of Object.entries(schema)) {
      const path = parsePath(text);
      const before = this.#fields.get(path.text);
      const params = indexParams(given);
      fields.set(path.text, before && isSame(before.params, params) ? before : fieldOf(path, params));
    }
    this.#fields = fields;
  }
}

function fieldOf(path: JsonPath, params: IndexParams): IndexedField {
  const tokenizer = params.type === "text" ? tokenizerOf(params) : null;
  return { path, params, tokenizer, elements: params.nested ? elementsOf(path, params.nested) : null };
}

function isSame(a: IndexParams, b: IndexParams): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
