// Random calls from the definitions that reflection returns, most of them damaged, over HTTP/2 without a library.
// The decision: fields get values by their types and, if it helps, by their names, so that many calls pass decoding;
// then the bytes are cut, changed or extended. Every response must be a success or a status that blames the client.
import {
  createFileRegistry,
  type DescField,
  type DescMessage,
  type DescMethod,
  fromBinary,
  ScalarType,
} from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { status } from "@grpc/grpc-js";
import { DESCRIPTORS } from "../../src/grpc/gen/descriptors.ts";
import { NO_INFERENCE } from "./body-fuzz.ts";
import { seededRandom } from "./random.ts";
import { framed, type RawAnswer } from "./raw-grpc.ts";

const MAX_DEPTH = 8;
const LENGTH_DELIMITED = WireType.LengthDelimited;
/** Services of gRPC itself, which the library decodes, and those that would make the server inaccessible. */
const LEFT_OUT = /^\/grpc\.|Auth\/|Tokens\//;
/** Useful texts by the name of the field. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  collection_name: ["c", "c", "c", "n", "new", "", "a/b"],
  alias_name: ["alias", "c"],
  key: ["color", "n", "price", "list[].x", "a..b", "__proto__"],
  field_name: ["color", "n", "place"],
  group_by: ["color", "n"],
  using: ["", "a", "b", "s"],
  vector_name: ["", "a", "b", "s"],
  vectors: ["a", "b", "s", "s"],
  uuid: ["550e8400-e29b-41d4-a716-446655440000", "x", ""],
};
const ANY_TEXT = ["red", "", "2024-02-29T12:00:00Z", "__proto__", "🦊".repeat(40), "\u0000", "constructor"];
const DOUBLES = [0, 1, 2.5, -1, 1e39, Number.NaN, Number.POSITIVE_INFINITY, 5e-324];
const WHOLES = [0, 1, 1, 2, 3, 10, 100, 2 ** 31 - 1];
const BIG = [0n, 1n, 1n, 2n, 3n, 10n, 10_000n, 2n ** 53n + 1n, 2n ** 63n - 1n];

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, "base64")));

/** Every unary call, under both names. */
export const METHODS: readonly DescMethod[] = Array.from(registry.files)
  .flatMap(({ services }) => services.flatMap(({ methods }) => methods))
  .filter((method) => !LEFT_OUT.test(pathOf(method)));

export function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

export interface Drawn {
  readonly method: DescMethod;
  readonly bytes: Buffer;
  /** Whether the message was not damaged. */
  readonly isWhole: boolean;
}

/** Returns the call of a seed. */
export function draw(seed: number): Drawn {
  const random = seededRandom(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const method = one(METHODS);
  const message = Buffer.from(new Drawing(random).message(method.input, 0));
  const isWhole = random() < 0.5;
  const bytes = isWhole ? framed(message) : damaged(message, random, one);
  return { method, bytes, isWhole };
}

/** Returns the bytes of a random message of any type. */
export function drawMessage(type: DescMessage, seed: number): Uint8Array {
  return new Drawing(seededRandom(seed)).message(type, 0);
}

function damaged(message: Buffer, random: () => number, one: <T>(items: readonly T[]) => T): Buffer {
  const at = Math.floor(random() * message.length);
  const bytes = Buffer.from(message);
  switch (one(["flip", "cut", "insert", "flag", "length", "noise"] as const)) {
    case "flip":
      if (bytes.length > 0) bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
      return framed(bytes);
    case "cut":
      return framed(bytes.subarray(0, at));
    case "insert":
      return framed(Buffer.concat([bytes.subarray(0, at), noise(random), bytes.subarray(at)]));
    case "flag":
      return framed(bytes, Math.floor(random() * 256));
    case "length":
      return framed(bytes, 0, Math.max(0, bytes.length + Math.floor(random() * 20) - 10));
    case "noise":
      return framed(noise(random));
  }
}

function noise(random: () => number): Buffer {
  return Buffer.from(Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256)));
}

/** Writes random messages of any type. */
class Drawing {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  message({ fields, oneofs }: DescMessage, depth: number): Uint8Array {
    const writer = new BinaryWriter();
    // Usually only one field of a oneof is written; of several the last one counts.
    const chosen = new Set(oneofs.map((oneof) => this.#one(oneof.fields)));
    for (const field of fields) {
      const isNamed = field.name in TEXTS || /points|vector|query|id$|data/.test(field.name);
      const isDrawn = this.#random() < (isNamed ? 0.9 : 0.25);
      if (isDrawn && (!field.oneof || chosen.has(field)) && depth < MAX_DEPTH)
        this.#field(writer, field, depth);
    }
    return writer.finish();
  }

  #field(writer: BinaryWriter, field: DescField, depth: number): void {
    const times =
      field.fieldKind === "list" || field.fieldKind === "map" ? Math.floor(this.#random() * 4) : 1;
    if (field.fieldKind === "list" && field.packed) {
      const packed = new BinaryWriter();
      for (let item = 0; item < times; item++)
        this.#scalar(packed, field.scalar ?? ScalarType.INT32, field.name);
      writer.tag(field.number, LENGTH_DELIMITED).bytes(packed.finish());
      return;
    }
    for (let item = 0; item < times; item++) this.#item(writer, field, depth);
  }

  #item(writer: BinaryWriter, field: DescField, depth: number): void {
    const { number, name } = field;
    if (field.fieldKind === "map") {
      const entry = new BinaryWriter().tag(1, LENGTH_DELIMITED).string(this.#text(name));
      if (field.mapKind === "message") {
        entry.tag(2, LENGTH_DELIMITED).bytes(this.message(field.message, depth + 1));
      }
      writer.tag(number, LENGTH_DELIMITED).bytes(entry.finish());
    } else if (field.message) {
      writer.tag(number, LENGTH_DELIMITED).bytes(this.message(field.message, depth + 1));
    } else {
      const scalar = field.scalar ?? ScalarType.INT32;
      this.#scalar(writer.tag(number, wireOf(scalar)), scalar, name);
    }
  }

  #scalar(writer: BinaryWriter, scalar: ScalarType, name: string): void {
    switch (scalar) {
      case ScalarType.STRING:
        return void writer.string(this.#text(name));
      case ScalarType.BYTES:
        return void writer.bytes(noise(this.#random));
      case ScalarType.BOOL:
        return void writer.bool(this.#random() < 0.5);
      case ScalarType.DOUBLE:
        return void writer.double(this.#one(DOUBLES));
      case ScalarType.FLOAT:
        return void writer.float(
          this.#random() < 0.95 ? this.#one([0, 1, -2]) : this.#one([Number.NaN, 3e38]),
        );
      case ScalarType.INT64:
      case ScalarType.UINT64:
        return void writer.int64(this.#one(BIG));
      default:
        return void writer.int32(this.#one(WHOLES));
    }
  }

  #text(name: string): string {
    return this.#one(TEXTS[name] ?? ANY_TEXT);
  }

  #one<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }
}

function wireOf(scalar: ScalarType): WireType {
  if (scalar === ScalarType.STRING || scalar === ScalarType.BYTES) return LENGTH_DELIMITED;
  if (scalar === ScalarType.DOUBLE) return WireType.Bit64;
  return scalar === ScalarType.FLOAT ? WireType.Bit32 : WireType.Varint;
}

const { INTERNAL, UNKNOWN, DATA_LOSS, UNAVAILABLE, ABORTED, CANCELLED } = status;
const BLAMELESS = new Set<number>([INTERNAL, UNKNOWN, DATA_LOSS, UNAVAILABLE, ABORTED, CANCELLED, -1]);

/** @returns the error of a response; undefined if it is allowed */
export function wrongWith({ http, code, details }: RawAnswer): string | undefined {
  if (http !== 200) return `HTTP ${http}`;
  if (BLAMELESS.has(code) && !NO_INFERENCE.test(details)) return `status ${code}: ${details}`;
  if (code !== status.OK && details === "") return `status ${code} without a text`;
  return undefined;
}
