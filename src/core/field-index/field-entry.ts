// One indexed field of a segment: its index, and how much of the segment is in it.
// The decision: what is written from now on comes in with the write; what was there before is read from the payloads by
// and by, from the first slot on. In between it says of the rest that it does not know.
import type { FieldType } from "../../schema/payload-index.ts";
import { type Bits, clearRange, setRange } from "../bits.ts";
import type { Check } from "../filter/filter.ts";
import { valuesAt } from "../filter/path.ts";
import type { JsonObject } from "../filter/value.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { GeoIndex } from "./geo-index.ts";
import type { IndexedField } from "./indexed-fields.ts";
import { LookupIndex } from "./lookup-index.ts";
import { NumberIndex } from "./number-index.ts";
import { Shape } from "./shape.ts";
import { TextIndex } from "./text-index.ts";

export class FieldEntry {
  readonly field: IndexedField;
  readonly index: FieldIndex;
  readonly #shape = new Shape();
  /** Slots below this have been read. */
  #built = 0;
  /** Slots from this on have come with their writes. */
  readonly #fedFrom: number;

  constructor(field: IndexedField, fedFrom: number) {
    this.field = field;
    this.index = indexOf(field);
    this.#fedFrom = fedFrom;
  }

  get isComplete(): boolean {
    return this.#built >= this.#fedFrom;
  }

  /** So much was replaced in it that it should be made anew. */
  get isWorn(): boolean {
    return this.index instanceof TextIndex && this.index.isWorn;
  }

  /** The slots that have yet to be read: from the first to before the second. */
  get unread(): readonly [number, number] {
    return [this.#built, this.#fedFrom];
  }

  get bytes(): number {
    return this.index.bytes + this.#shape.bytes;
  }

  /** Slots below this have been read, too. */
  built(end: number): void {
    this.#built = Math.max(this.#built, end);
  }

  has(slot: number): boolean {
    return slot < this.#built || slot >= this.#fedFrom;
  }

  put(slot: number, payload: JsonObject): void {
    const values = valuesAt(payload, this.field.path);
    this.#shape.put(slot, values);
    this.index.put(slot, values.flat(1));
  }

  /** The slots below `slots` for which the check holds; null: the index cannot say of any. */
  select(check: Check, slots: number): Verdict | null {
    const byShape = this.#shape.select(check, slots);
    const known = byShape ? certain(byShape) : this.index.select(check, slots);
    if (known === null || this.isComplete) return known;
    const [from, to] = this.unread;
    return { sure: clearRange(known.sure.slice(), from, to), maybe: setRange(known.maybe.slice(), from, to) };
  }

  /** The slots below `slots` that are in the index, by a value of its type. */
  filled(slots: number): Bits {
    return this.index.filled(slots);
  }
}

function indexOf({ params, tokenizer }: IndexedField): FieldIndex {
  if (tokenizer) return new TextIndex(tokenizer);
  const type: FieldType = params.type;
  switch (type) {
    case "keyword":
    case "uuid":
    case "bool":
      return new LookupIndex(type);
    case "integer":
    case "float":
    case "datetime":
      return new NumberIndex(type);
    default:
      return new GeoIndex();
  }
}
