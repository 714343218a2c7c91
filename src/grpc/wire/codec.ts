// Reads and writes the messages of one type, by its descriptor.
// The decision: damaged bytes must not be read as another request. A message with a tag of zero, a wrong length, or a
// text that is not UTF-8 is refused. Fields that the definitions lack are skipped.

import { type Field, type Members, NO_ENTRIES, NO_ITEMS, type Plan, planOf, Shape } from "./fields.ts";
import { type Floats, withFloat, withFloats, writeFloats } from "./floats.ts";
import { Reader, WireType } from "./reader.ts";
import { FieldType } from "./scalars.ts";
import type { FieldSchema, MessageSchema } from "./schema.ts";
import { Writer } from "./writer.ts";

/**
 * The deepest nesting of messages. A payload of 64 levels has three on each; a somewhat deeper one gets an error about
 * its depth.
 */
const MAX_DEPTH = 300;

const WRITER = new Writer();

export class MessageCodec<Message extends object = object> {
  readonly schema: MessageSchema;
  readonly #resolve: (typeName: string) => MessageCodec;
  #compiled: Plan | null = null;

  /** @param resolve finds the codec of a message by its full name */
  constructor(schema: MessageSchema, resolve: (typeName: string) => MessageCodec) {
    this.schema = schema;
    this.#resolve = resolve;
  }

  /** @throws for bytes that are not a message of this type */
  decode(input: Reader | Uint8Array): Message {
    const reader = input instanceof Reader ? input : new Reader(input);
    return readMessage(this.plan, reader, reader.len, 0) as Message;
  }

  encode(message: Message): Buffer {
    WRITER.begin();
    writeMessage(this.plan, message as Members, WRITER);
    return WRITER.end();
  }

  /** Returns the codec of the message in a field; undefined: the field holds no message, or does not exist. */
  inside(number: number): { readonly field: FieldSchema; readonly codec: MessageCodec } | undefined {
    const field = this.schema.fields.find((known) => known.number === number);
    if (field?.type !== FieldType.MESSAGE) return undefined;
    return { field, codec: this.#resolve(field.typeName) };
  }

  /**
   * The plan, made when the first message of the type is read or written, because most servers never use most of the
   * types.
   */
  get plan(): Plan {
    this.#compiled ??= planOf(this.schema.fields, this.#resolve);
    return this.#compiled;
  }
}

export function readMessage(plan: Plan, reader: Reader, end: number, depth: number): Members {
  checkDepth(depth);
  const { byTag } = plan;
  const message = new plan.Message();
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = byTag[tag];
    if (field === undefined) {
      skip(reader, tag);
      continue;
    }
    const { member } = field;
    switch (field.shape) {
      case Shape.ONE:
        message[member] = readValue(field, reader, depth);
        break;
      case Shape.ONEOF:
        message[member] = { $case: field.name, value: readValue(field, reader, depth) };
        break;
      case Shape.LIST:
        itemsOf(message, member).push(readValue(field, reader, depth));
        break;
      case Shape.PACKED:
        readPacked(field, itemsOf(message, member), reader, depth);
        break;
      case Shape.FLOATS:
        message[member] =
          (tag & 7) === WireType.LENGTH
            ? withFloats(message[member] as Floats, reader.floats())
            : withFloat(message[member] as Floats, reader.float());
        break;
      default:
        readEntry(field, message, reader, depth);
    }
  }
  if (reader.pos !== end) throw wrong("a length");
  return message;
}

export function readValue(field: Field, reader: Reader, depth: number): unknown {
  switch (field.type) {
    case FieldType.MESSAGE: {
      const length = reader.uint32();
      return readMessage(field.nested!.plan, reader, reader.pos + length, depth + 1);
    }
    case FieldType.STRING:
      return reader.string();
    case FieldType.DOUBLE:
      return reader.double();
    case FieldType.FLOAT:
      return reader.float();
    case FieldType.INT64:
      return reader.int64();
    case FieldType.UINT64:
      return reader.uint64();
    case FieldType.BOOL:
      return reader.bool();
    case FieldType.UINT32:
      return reader.uint32();
    case FieldType.BYTES:
      return Buffer.from(reader.bytes());
    default:
      return reader.int32();
  }
}

function writeValue(field: Field, value: unknown, writer: Writer): void {
  switch (field.type) {
    case FieldType.MESSAGE:
      {
        const start = writer.fork();
        writeMessage(field.nested!.plan, value as Members, writer);
        writer.join(start);
      }
      break;
    case FieldType.STRING:
      writer.string(value as string);
      break;
    case FieldType.DOUBLE:
      writer.double(value as number);
      break;
    case FieldType.FLOAT:
      writer.float(value as number);
      break;
    case FieldType.INT64:
      writer.int64(value as bigint);
      break;
    case FieldType.UINT64:
      writer.uint64(value as bigint);
      break;
    case FieldType.BOOL:
      writer.bool(value as boolean);
      break;
    case FieldType.UINT32:
      writer.uint32(value as number);
      break;
    case FieldType.BYTES:
      writer.bytes(value as Uint8Array);
      break;
    default:
      writer.int32(value as number);
  }
}

function writeMessage({ fields }: Plan, message: Members, writer: Writer): void {
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    const value = message[field.member];
    if (value === undefined || value === field.absent) continue;
    switch (field.shape) {
      case Shape.ONE:
        writer.uint32(field.tag);
        writeValue(field, value, writer);
        break;
      case Shape.ONEOF: {
        const { $case, value: held } = value as { $case: string; value: unknown };
        const chosen = field.name === $case ? field : field.cases!.get($case);
        if (chosen === undefined) break;
        writer.uint32(chosen.tag);
        writeValue(chosen, held, writer);
        break;
      }
      case Shape.MAP:
        writeEntries(field, value as ReadonlyMap<unknown, unknown>, writer);
        break;
      default:
        writeList(field, value as unknown[], writer);
    }
  }
}

function writeList(field: Field, items: readonly unknown[], writer: Writer): void {
  if (items.length === 0) return;
  const { tag } = field;
  const isPacked = (tag & 7) === WireType.LENGTH;
  if (field.shape === Shape.FLOATS && isPacked) {
    writer.uint32(tag);
    writeFloats(writer, items as Floats);
  } else if (field.shape === Shape.PACKED) {
    writer.uint32(tag);
    const start = writer.fork();
    for (const item of items) writeValue(field, item, writer);
    writer.join(start);
  } else {
    for (const item of items) {
      writer.uint32(tag);
      writeValue(field, item, writer);
    }
  }
}

function writeEntries(field: Field, entries: ReadonlyMap<unknown, unknown>, writer: Writer): void {
  const { tag } = field;
  const keys = field.key!;
  const values = field.value!;
  for (const [key, value] of entries) {
    writer.uint32(tag);
    const start = writer.fork();
    if (key !== keys.absent) {
      writer.uint32(keys.tag);
      writeValue(keys, key, writer);
    }
    if (value !== values.absent) {
      writer.uint32(values.tag);
      writeValue(values, value, writer);
    }
    writer.join(start);
  }
}

function itemsOf(message: Members, name: string): unknown[] {
  const held = message[name] as unknown[];
  if (held !== NO_ITEMS) return held;
  const items: unknown[] = [];
  message[name] = items;
  return items;
}

function readPacked(field: Field, items: unknown[], reader: Reader, depth: number): void {
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) items.push(readValue(field, reader, depth));
  if (reader.pos !== end) throw wrong("a length");
}

/** Reads an entry of a map. An entry whose value is a missing message is ignored. */
function readEntry(
  { member, key: keys, value: values }: Field,
  message: Members,
  reader: Reader,
  depth: number,
): void {
  const end = reader.uint32() + reader.pos;
  checkDepth(depth + 1);
  let key = keys!.absent;
  let value = values!.absent;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === keys!.tag)
      key = keys!.type === FieldType.STRING ? reader.key() : readValue(keys!, reader, depth + 1);
    else if (tag === values!.tag) value = readValue(values!, reader, depth + 1);
    else skip(reader, tag);
  }
  if (reader.pos !== end) throw wrong("a length");
  if (value === undefined) return;
  let entries = message[member] as Map<unknown, unknown>;
  if (entries === NO_ENTRIES) {
    entries = new Map();
    message[member] = entries;
  }
  entries.set(key, value);
}

export function checkDepth(depth: number): void {
  if (depth >= MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} messages are within each other`);
}

export function wrong(what: string): Error {
  return new Error(`${what} in the message is wrong`);
}

function skip(reader: Reader, tag: number): void {
  if ((tag & 7) === WireType.GROUP_END || tag === 0) throw wrong("a tag");
  reader.skip(tag & 7, tag >>> 3);
}
