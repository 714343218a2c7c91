// The payload fields of a collection that are indexed, as its `payload_schema` says.
// The decision: one object for all segments of the collection, which look at it whenever they are fed or asked; a field
// whose schema stays the same stays the same object, by which a segment knows what it has to make anew.
import { type FieldSchema, type IndexParams, indexParams } from "../../schema/payload-index.ts";
import type { JsonPath } from "../filter/filter.ts";
import { parsePath } from "../filter/path.ts";
import { type Tokenizer, tokenizerOf } from "../filter/tokenize.ts";

export interface IndexedField {
  readonly path: JsonPath;
  readonly params: IndexParams;
  /** Of a text index. */
  readonly tokenizer: Tokenizer | null;
}

export class IndexedFields {
  #fields = new Map<string, IndexedField>();

  /** By the canonical text of their paths. */
  get all(): ReadonlyMap<string, IndexedField> {
    return this.#fields;
  }

  get(path: string): IndexedField | null {
    return this.#fields.get(path) ?? null;
  }

  /** From now on these fields are indexed and no others. */
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
  return { path, params, tokenizer: params.type === "text" ? tokenizerOf(params) : null };
}

function isSame(a: IndexParams, b: IndexParams): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
