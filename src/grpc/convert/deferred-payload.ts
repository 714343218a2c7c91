// Writes a large payload as JSON text while its message is read.
// The decision: values are read in the order of the text, so each is written when it has been read and is then garbage.
// The text is kept as bytes, because a text that grows by millions of parts is joined in one go when it is used.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_PAYLOAD_BYTES } from "../../schema/limits.ts";
import { RawJson } from "../../schema/raw-json.ts";
import type { Value } from "../gen/azimuth.d.ts";
import { DeferredEntries, DeferredItems } from "../wire/deferred.ts";
import { PayloadWriter, quoted } from "./payload-writer.ts";

/** Characters that become bytes together. */
const PART_LENGTH = 16 * 1024;
/** The longest text that is kept. Above the limit of payloads the validator reports its size. */
const MAX_BYTES = 2 * MAX_PAYLOAD_BYTES;

/** @returns a payload that has its text when the entries have been read */
export function deferredPayload(entries: DeferredEntries, where: string): RawJson {
  const payload = new RawJson(new Uint8Array(0), 1);
  const text = new DeferredText(where);
  text.object(entries, 1);
  entries.owner.afterItems(() => {
    Object.assign(payload, { bytes: text.end(), depth: text.depth });
  });
  return payload;
}

class DeferredText {
  readonly #where: string;
  readonly #writer: PayloadWriter;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #open = "";

  constructor(where: string) {
    this.#where = where;
    this.#writer = new PayloadWriter(where);
  }

  get depth(): number {
    return this.#writer.depth;
  }

  object(entries: DeferredEntries, depth: number): void {
    this.#writer.enter(depth);
    let before = "{";
    entries.forEach((value: Value, key: string) => {
      this.#write(`${before}${quoted(key)}:`);
      before = ",";
      this.#value(value, depth);
    });
    entries.owner.afterItems(() => this.#write("}"));
  }

  #list(items: DeferredItems, depth: number): void {
    this.#writer.enter(depth);
    let before = "[";
    items.forEach((value: Value) => {
      this.#write(before);
      before = ",";
      this.#value(value, depth);
    });
    items.owner.afterItems(() => this.#write("]"));
  }

  #value(value: Value, depth: number): void {
    const { kind } = value;
    const fields: unknown = kind?.$case === "struct_value" && kind.value.fields;
    const values: unknown = kind?.$case === "list_value" && kind.value.values;
    if (fields instanceof DeferredEntries) this.object(fields, depth + 1);
    else if (values instanceof DeferredItems) this.#list(values, depth + 1);
    else if (kind?.$case === "string_value" && kind.value.length > MAX_BYTES) throw this.#tooLong();
    else this.#write(this.#writer.value(value, depth));
  }

  #write(text: string): void {
    this.#open += text;
    if (this.#open.length < PART_LENGTH) return;
    this.#close();
    if (this.#bytes > MAX_BYTES) throw this.#tooLong();
  }

  #tooLong(): InvalidArgument {
    return new InvalidArgument(`${this.#where}: expected at most ${MAX_PAYLOAD_BYTES} bytes, got more`);
  }

  #close(): void {
    const part = Buffer.from(this.#open);
    this.#parts.push(part);
    this.#bytes += part.length;
    this.#open = "";
  }

  end(): Buffer {
    this.#close();
    return Buffer.concat(this.#parts);
  }
}
