// Reads large requests item by item.
// The decision: the reader of a message makes all of its objects in one turn of the event loop, which takes a second
// for 64 MiB. So a large message is split at its list of points: each point is decoded and converted alone, other work
// can run between two, and the rest is decoded in the ordinary way. Parts that cannot be split are limited.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { Reader, WireType } from "./reader.ts";
import { NotingReader } from "./unknown-fields.ts";

/** Messages up to this size are read at once, which takes a few milliseconds. */
export const SPLIT_BYTES = 256 * 1024;
/** The most bytes of one point in a message: its payload of a megabyte, and vectors. */
const MAX_ITEM_BYTES = 16 * 1024 * 1024;
/** The most bytes of a message besides its points: conditions, options. */
const MAX_REST_BYTES = 1024 * 1024;
/** Items that are skipped between two readings of the clock. */
const SKIPPED_TOGETHER = 1_000;

/** Reads a message, or converts it. It yields where it may be interrupted. */
export type Reading = (bytes: Uint8Array, where: string, notes: Notes) => Generator<void, unknown>;

/** Collects the unknown fields in parts of a message, by their positions in the whole. */
export class Notes {
  readonly #whole: Uint8Array;
  readonly #unknown: Map<number, number>;

  /** @param unknown the first position of each field number */
  constructor(whole: Uint8Array, unknown: Map<number, number>) {
    this.#whole = whole;
    this.#unknown = unknown;
  }

  /** Decodes a message from these parts of the whole, one after the other. */
  decode<Message>(wire: Wire<Message>, parts: readonly Uint8Array[]): Message {
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const reader = new NotingReader(bytes);
    const message = readable(() => wire.decode(reader));
    for (const [number, at] of reader.unknown) {
      if (!this.#unknown.has(number)) this.#unknown.set(number, this.#offsetOf(at, parts));
    }
    return message;
  }

  #offsetOf(at: number, parts: readonly Uint8Array[]): number {
    let before = 0;
    for (const part of parts) {
      if (at <= before + part.length) return part.byteOffset - this.#whole.byteOffset + at - before;
      before += part.length;
    }
    return 0;
  }
}

/** A field that is a list of messages. */
export interface ListField {
  readonly field: number;
  /** Its name in the request. */
  readonly name: string;
  /** The most items. */
  readonly most: number;
  readonly item: Reading;
}

interface Wire<Message> {
  decode(reader: Reader): Message;
}

/** Reads a message at once. */
export function whole<Message>(
  wire: Wire<Message>,
  read: (message: Message, where: string) => unknown,
): Reading {
  return function* readWhole(bytes, where, notes) {
    limit(bytes.length, MAX_ITEM_BYTES, where);
    yield;
    return read(notes.decode(wire, [bytes]), where);
  };
}

/** Reads a message with a list. @param read reads the other fields */
export function split<Message>(
  wire: Wire<Message>,
  read: (message: Message, where: string) => object,
  list: ListField,
): Reading {
  return function* message(bytes, where, notes) {
    const path = where === "" ? list.name : `${where}.${list.name}`;
    const items: unknown[] = [];
    const rest: Uint8Array[] = [];
    let count = 0;
    let restBytes = 0;
    for (const [isItem, part] of partsOf(bytes, list.field)) {
      if (!isItem) {
        rest.push(part);
        restBytes += part.length;
        limit(restBytes, MAX_REST_BYTES, `${where || "the message"} without ${list.name}`);
      } else if (++count <= list.most) {
        items.push(yield* list.item(part, `${path}[${count - 1}]`, notes));
      }
      if (count % SKIPPED_TOGETHER === 0) yield;
    }
    if (count > list.most) {
      throw new InvalidArgument(`${path}: expected at most ${list.most} items, got ${count}`);
    }
    yield;
    return { ...read(notes.decode(wire, rest), where), [list.name]: items };
  };
}

function limit(bytes: number, most: number, what: string): void {
  if (bytes > most) throw new InvalidArgument(`${what}: expected at most ${most} bytes, got ${bytes}`);
}

/**
 * Returns the items of the list, and the other fields with their tags between them.
 * @throws InvalidArgument for an unreadable message
 */
function* partsOf(bytes: Uint8Array, field: number): Generator<readonly [isItem: boolean, part: Uint8Array]> {
  const reader = new Reader(bytes);
  const tagOfItem = (field << 3) | WireType.LENGTH;
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const tag = readable(() => reader.uint32());
    if (tag === tagOfItem) {
      const length = readable(() => reader.uint32());
      const to = reader.pos + length;
      if (to > reader.len) throw unreadable();
      yield [true, bytes.subarray(reader.pos, to)];
      reader.pos = to;
    } else {
      if ((tag & 7) === WireType.GROUP_END || tag === 0) throw unreadable();
      readable(() => reader.skip(tag & 7, tag >>> 3));
      if (reader.pos > reader.len) throw unreadable();
      yield [false, bytes.subarray(from, reader.pos)];
    }
  }
}

/** @throws InvalidArgument in place of every error of a reader */
export function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof VectorDbError) throw cause;
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): InvalidArgument {
  const text = "the message cannot be read: its bytes are not those of this request";
  return new InvalidArgument(text, { cause });
}
