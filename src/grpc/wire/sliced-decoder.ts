// Decodes and converts large messages in slices.
// The decision: the plans of messages drive it, so no message needs code of its own. A small message within the large
// one is decoded at once, by codec.ts. The lists and maps of a larger one are passed over at first (deferred.ts) and
// read item by item when the message that contains them has been converted; the converted items go to where the codec
// has put the list. Items are read depth first and in order, so the message of an item is garbage when the next one is
// read.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_JSON_VALUES } from "../../json/json-limits.ts";
import type { Sliced } from "../../scheduling/pause.ts";
import { MAX_DIMENSION } from "../../schema/limits.ts";
import { checkDepth, readMessage, readValue, wrong } from "./codec.ts";
import { converted, DeferredEntries, DeferredItems, type Deferrer } from "./deferred.ts";
import { type Field, type Members, type Plan, Shape } from "./fields.ts";
import { type Floats, withFloat, withFloats } from "./floats.ts";
import { pass, passOver } from "./pass-over.ts";
import { WireType } from "./reader.ts";
import { FieldType } from "./scalars.ts";
import type { NotingReader } from "./unknown-fields.ts";
import { unreadable } from "./unreadable.ts";

/** Messages up to this size are decoded at once, which takes less than a millisecond. */
const SMALL_BYTES = 8 * 1024;
/** Bytes that are read between two pauses. */
const STEP_BYTES = 2 * 1024;
/** Longer texts are decoded in parts, which takes up to 8 ms for a megabyte. */
const TEXT_PART_BYTES = 32 * 1024;
/** The longest text that is decoded, longer than any that is valid. What a text is for decides how it is refused. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
/** The most numbers of a list of floats. The longest vector has far fewer. */
const MAX_FLOATS = 2 ** 20;
/** The most entries of a map. A payload that is not too long has fewer, and a Map of more takes long to grow. */
const MAX_ENTRIES = 140_000;
/** Stands for a value that is too large to be decoded at once. */
const LARGE = Symbol("large");

/** Converts a message, or an item with its index or key. */
type Convert = (value: never, at: never) => unknown;

export class SlicedDecoder implements Deferrer {
  readonly #reader: NotingReader;
  readonly #smallBytes: number;
  #pausedAt = 0;
  /** Lists, maps and work that wait until the message that contains them has been converted. */
  #deferred: (DeferredItems | DeferredEntries | (() => void))[] = [];
  /** Converted items of the message, limited like the values of a JSON body. */
  #items = 0;
  #isConverting = false;

  /** @param smallBytes the most bytes that are decoded at once */
  constructor(reader: NotingReader, smallBytes = SMALL_BYTES) {
    this.#reader = reader;
    this.#smallBytes = smallBytes;
  }

  /** Decodes and converts a message. @throws InvalidArgument for bytes that are not a message of this type */
  *read<Result>(plan: Plan, convert: (message: never) => Result): Sliced<Result> {
    try {
      const message = yield* this.#message(plan, this.#reader.len, 0);
      const result = this.#convert(convert, message);
      yield* this.#readDeferred();
      return result as Result;
    } catch (cause) {
      throw this.#isConverting ? cause : unreadable(cause);
    }
  }

  afterItems(work: () => void): void {
    this.#deferred.push(work);
  }

  *#message(plan: Plan, end: number, depth: number): Sliced<Members> {
    const reader = this.#reader;
    if (end > reader.len) throw wrong("a length");
    if (end - reader.pos <= this.#smallBytes) return readMessage(plan, reader, end, depth);
    checkDepth(depth);
    const message = new plan.Message();
    while (reader.pos < end) {
      if (this.#isPauseDue()) yield;
      const from = reader.pos;
      const tag = reader.uint32();
      const field = plan.byTag[tag];
      if (field === undefined) yield* this.#skip(tag);
      else if (field.shape === Shape.LIST || field.shape === Shape.PACKED) {
        const { member } = field;
        const held: unknown = message[member];
        const items =
          held instanceof DeferredItems ? held : new DeferredItems(this, plan, member, depth, from);
        pass(reader, tag);
        items.extend(reader.pos, field.shape === Shape.PACKED ? 0 : 1);
        if (items !== held) message[member] = this.#defer(items);
      } else yield* this.#field(message, field, tag, depth);
    }
    if (reader.pos !== end) throw wrong("a length");
    return message;
  }

  #defer<Held extends DeferredItems | DeferredEntries>(held: Held): Held {
    this.#deferred.push(held);
    return held;
  }

  *#field(message: Members, field: Field, tag: number, depth: number): Sliced<void> {
    const { member } = field;
    if (field.shape === Shape.MAP) {
      const held: unknown = message[member];
      const entries = held instanceof DeferredEntries ? held : new DeferredEntries(this, field, depth);
      yield* this.#entry(entries);
      if (entries !== held && entries.size > 0) message[member] = this.#defer(entries);
    } else if (field.shape === Shape.FLOATS) {
      message[member] = this.#floats(message[member] as Floats, tag);
    } else {
      const value = yield* this.#value(field, depth);
      message[member] = field.shape === Shape.ONE ? value : { $case: field.name, value };
    }
  }

  *#value(field: Field, depth: number): Sliced<unknown> {
    const reader = this.#reader;
    const value = this.#valueAtOnce(field, depth);
    if (value !== LARGE) return value;
    if (field.type === FieldType.STRING) return yield* this.#text();
    const length = reader.uint32();
    return yield* this.#message(field.nested!.plan, reader.pos + length, depth + 1);
  }

  /** @returns LARGE, and does not move, for a large message or text */
  #valueAtOnce(field: Field, depth: number): unknown {
    const reader = this.#reader;
    const isMessage = field.type === FieldType.MESSAGE;
    if (isMessage || field.type === FieldType.STRING) {
      const at = reader.pos;
      const length = reader.uint32();
      reader.pos = at;
      if (length > (isMessage ? this.#smallBytes : TEXT_PART_BYTES)) return LARGE;
    }
    return readValue(field, reader, depth);
  }

  *#text(): Sliced<string> {
    const at = this.#reader.pos;
    const bytes = this.#reader.bytes();
    if (bytes.length > MAX_TEXT_BYTES) {
      const text = `a text of ${bytes.length} bytes at byte ${at} of the message`;
      throw new InvalidArgument(`${text}: expected at most ${MAX_TEXT_BYTES}`);
    }
    const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let text = "";
    for (let from = 0; from < bytes.length; from += TEXT_PART_BYTES) {
      text += utf8.decode(bytes.subarray(from, from + TEXT_PART_BYTES), { stream: true });
      yield;
    }
    return text + utf8.decode();
  }

  #floats(held: Floats, tag: number): Floats {
    const reader = this.#reader;
    const at = reader.pos;
    const isPacked = (tag & 7) === WireType.LENGTH;
    const values = isPacked ? withFloats(held, reader.floats()) : withFloat(held, reader.float());
    if (values.length <= MAX_FLOATS) return values;
    throw new InvalidArgument(
      `a list of ${values.length} numbers at byte ${at} of the message: vectors have at most ${MAX_DIMENSION}`,
    );
  }

  /** Reads the key of an entry, and passes over its value. */
  *#entry(entries: DeferredEntries): Sliced<void> {
    const reader = this.#reader;
    const { depth, positions } = entries;
    const keys = entries.field.key!;
    const values = entries.field.value!;
    const end = reader.uint32() + reader.pos;
    checkDepth(depth + 1);
    let key = keys.absent;
    let position = -1;
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === keys.tag) key = yield* this.#value(keys, depth + 1);
      else if (tag === values.tag) {
        position = reader.pos;
        pass(reader, tag);
      } else yield* this.#skip(tag);
    }
    if (reader.pos !== end) throw wrong("a length");
    if (position >= 0 || values.absent !== undefined) positions.set(key, position);
    if (positions.size <= MAX_ENTRIES) return;
    throw new InvalidArgument(`a map of more than ${MAX_ENTRIES} keys at byte ${end} of the message`);
  }

  *#readDeferred(): Sliced<void> {
    while (this.#deferred.length > 0) {
      const some = this.#deferred;
      this.#deferred = [];
      for (const one of some) {
        if (one instanceof DeferredItems) yield* this.#readItems(one);
        else if (one instanceof DeferredEntries) yield* this.#readEntries(one);
        else this.#convert(one);
      }
    }
  }

  *#readItems({ plan, member, depth, from, to, take }: DeferredItems): Sliced<void> {
    const reader = this.#reader;
    let index = 0;
    reader.pos = from;
    while (reader.pos < to) {
      const tag = reader.uint32();
      const field = plan.byTag[tag];
      if (field?.member !== member) yield* passOver(reader, tag);
      else if (field.shape === Shape.PACKED) index = yield* this.#readPacked(field, depth, take, index);
      else {
        let item = this.#valueAtOnce(field, depth);
        if (item === LARGE) item = yield* this.#value(field, depth);
        yield* this.#take(take, item, index++);
      }
      if (this.#isPauseDue()) yield;
    }
  }

  /** @returns the index of the next item */
  *#readPacked(field: Field, depth: number, take: Convert | null, first: number): Sliced<number> {
    const reader = this.#reader;
    const end = reader.uint32() + reader.pos;
    let index = first;
    while (reader.pos < end) {
      const item = readValue(field, reader, depth);
      this.#items++;
      if (take) this.#convert(take, item, index++);
      if (this.#isPauseDue()) yield;
    }
    if (reader.pos !== end) throw wrong("a length");
    return index;
  }

  *#readEntries({ field, depth, positions, take }: DeferredEntries): Sliced<void> {
    const values = field.value!;
    for (const [key, position] of positions) {
      let value = values.absent;
      if (position >= 0) {
        this.#reader.pos = position;
        value = yield* this.#value(values, depth + 1);
      }
      yield* this.#take(take, value, key);
      if (this.#isPauseDue()) yield;
    }
  }

  /** Converts an item or the value of an entry, and what it contains. */
  *#take(take: Convert | null, value: unknown, at: unknown): Sliced<void> {
    if (take) this.#convert(take, value, at);
    if (this.#deferred.length === 0) return;
    const next = this.#reader.pos;
    yield* this.#readDeferred();
    this.#reader.pos = next;
  }

  /** Calls a part of the conversion, whose errors are not errors of the bytes. */
  #convert(convert: Convert, value?: unknown, at?: unknown): unknown {
    this.#isConverting = true;
    const before = converted.items;
    const result = convert(value as never, at as never);
    this.#items += converted.items - before;
    this.#isConverting = false;
    if (this.#items <= MAX_JSON_VALUES) return result;
    throw new InvalidArgument(`more than ${MAX_JSON_VALUES} items in the lists of one message`);
  }

  /** Passes over the value of an unknown field, and notes it. */
  *#skip(tag: number): Sliced<void> {
    this.#reader.note(tag >>> 3);
    yield* passOver(this.#reader, tag);
  }

  #isPauseDue(): boolean {
    const { pos } = this.#reader;
    if (Math.abs(pos - this.#pausedAt) < STEP_BYTES) return false;
    this.#pausedAt = pos;
    return true;
  }
}
