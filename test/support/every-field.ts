// Finds fields of request messages on which the resulting request does not depend.
// The decision: the test knows no meanings. A message is written with a field and without it, once among all other
// fields and once alone; if the results are equal both times, the field is unused.
import { inspect } from "node:util";
import {
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  ScalarType,
} from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { DESCRIPTORS } from "../../src/grpc/gen/descriptors.ts";
import type { Rpc } from "../../src/grpc/rpcs.ts";
import { SERVICES } from "../../src/grpc/rpcs.ts";

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, "base64")));
const LENGTH_DELIMITED = WireType.LengthDelimited;

interface Asked {
  readonly input: DescMessage;
  /** Decodes the bytes to a text: the request, or the error. */
  readonly understood: (bytes: Uint8Array) => string;
}

function served(): Asked[] {
  return SERVICES.flatMap(({ definition, rpcs }) =>
    Object.entries(rpcs).flatMap(([key, rpc]) => {
      if ("unsupported" in rpc) return [];
      const { path, requestDeserialize } = definition[key]!;
      const [, service, method] = path.split("/");
      const { input } = registry.getService(service!)!.methods.find(({ name }) => name === method)!;
      return [{ input, understood: (bytes) => understoodBy(rpc, requestDeserialize, bytes) }];
    }),
  );
}

function understoodBy(rpc: Rpc, read: (bytes: Buffer) => unknown, bytes: Uint8Array): string {
  try {
    return inspect(rpc.decode(read(Buffer.from(bytes)) as never), { depth: null, sorted: true });
  } catch (error) {
    return (error as Error).message;
  }
}

/** @returns unused fields such as `SearchPoints.timeout`, each once, and the number of all fields */
export function fieldsWithoutUse(): { readonly unused: string[]; readonly count: number } {
  const unused = new Set<string>();
  let count = 0;
  const seen = new Set<string>();
  for (const { input, understood } of served()) {
    for (const path of pathsIn(input, seen)) {
      count++;
      const isUsed = [false, true].some(
        (among) =>
          understood(written(input, path, { among, leaf: true })) !==
          understood(written(input, path, { among, leaf: false })),
      );
      if (!isUsed) unused.add(`${path.at(-1)!.parent.name}.${path.at(-1)!.name}`);
    }
  }
  return { unused: [...unused].sort(), count };
}

/**
 * Returns the paths to each field of the message and of nested messages that were not seen before, because a message
 * has the same codec everywhere.
 */
function pathsIn(input: DescMessage, seen: Set<string>): DescField[][] {
  const paths: DescField[][] = [];
  const visit = (message: DescMessage, before: readonly DescField[]) => {
    for (const field of message.fields) {
      const path = [...before, field];
      // An enum with only one value is left out, because giving it makes no difference.
      if ((field.enum?.values.length ?? 2) > 1) paths.push(path);
      if (!field.message || seen.has(field.message.typeName)) continue;
      seen.add(field.message.typeName);
      visit(field.message, path);
    }
  };
  visit(input, []);
  return paths;
}

interface How {
  /** Whether all other fields are present, too. */
  readonly among: boolean;
  /** Whether the field at the end of the path is present. */
  readonly leaf: boolean;
}

function written(
  message: DescMessage,
  [next, ...rest]: readonly DescField[],
  how: How,
  above: readonly DescMessage[] = [],
): Uint8Array {
  const writer = new BinaryWriter();
  const within = [...above, message];
  const isOpen = (field: DescField) => !field.message || !within.includes(field.message);
  const chosen = new Set(
    message.oneofs.map((oneof) => (next?.oneof === oneof ? next : oneof.fields.find(isOpen))),
  );
  for (const field of message.fields) {
    const isOnPath = field === next;
    if (isOnPath ? rest.length === 0 && !how.leaf : !how.among || !isOpen(field)) continue;
    if (field.oneof && !chosen.has(field)) continue;
    const inside = isOnPath && rest.length > 0 ? how : { ...how, among: true };
    write(writer, field, (inner) => written(inner, isOnPath ? rest : [], inside, within));
  }
  return writer.finish();
}

function write(writer: BinaryWriter, field: DescField, inside: (message: DescMessage) => Uint8Array): void {
  const { number, message } = field;
  if (field.fieldKind === "map") {
    const entry = new BinaryWriter().tag(1, LENGTH_DELIMITED).string("a");
    if (message) entry.tag(2, LENGTH_DELIMITED).bytes(inside(message));
    else entry.tag(2, LENGTH_DELIMITED).string("b");
    writer.tag(number, LENGTH_DELIMITED).bytes(entry.finish());
  } else if (message) {
    writer.tag(number, LENGTH_DELIMITED).bytes(inside(message));
  } else if (field.fieldKind === "list" && field.packed) {
    const packed = scalar(new BinaryWriter(), field.scalar ?? ScalarType.INT32).finish();
    writer.tag(number, LENGTH_DELIMITED).bytes(packed);
  } else {
    const value = writer.tag(number, wireOf(field.scalar ?? ScalarType.INT32));
    if (field.enum) value.int32(1);
    else scalar(value, field.scalar!);
  }
}

function scalar(writer: BinaryWriter, type: ScalarType): BinaryWriter {
  switch (type) {
    case ScalarType.STRING:
      return writer.string("550e8400-e29b-41d4-a716-446655440000");
    case ScalarType.BYTES:
      return writer.bytes(Uint8Array.of(1));
    case ScalarType.BOOL:
      return writer.bool(true);
    case ScalarType.DOUBLE:
      return writer.double(1);
    case ScalarType.FLOAT:
      return writer.float(1);
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return writer.int64(1n);
    default:
      // This is valid as nanoseconds; enums have other values (below).
      return writer.int32(1000);
  }
}

function wireOf(type: ScalarType): WireType {
  if (type === ScalarType.STRING || type === ScalarType.BYTES) return LENGTH_DELIMITED;
  if (type === ScalarType.DOUBLE) return WireType.Bit64;
  return type === ScalarType.FLOAT ? WireType.Bit32 : WireType.Varint;
}
