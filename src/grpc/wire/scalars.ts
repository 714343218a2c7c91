// The types of fields, as descriptors number them, and their wire types.
// The decision: only the types that the definitions use are supported, because others would not be tested. A definition
// with another type fails when its message is first used, and in test/unit/grpc/codec.test.ts, which reads all. 64-bit
// integers are bigint, so ids and integers of payloads are exact.
import { WireType } from "./reader.ts";

export const FieldType = {
  DOUBLE: 1,
  FLOAT: 2,
  INT64: 3,
  UINT64: 4,
  INT32: 5,
  BOOL: 8,
  STRING: 9,
  MESSAGE: 11,
  BYTES: 12,
  UINT32: 13,
  ENUM: 14,
} as const;

interface Scalar {
  readonly wire: number;
  /** The value of a field that was not given, where the format does not distinguish it from a given one. */
  readonly absent: unknown;
}

const { VARINT, BIT32, BIT64, LENGTH } = WireType;

const SCALARS: Readonly<Record<number, Scalar>> = {
  [FieldType.DOUBLE]: { wire: BIT64, absent: 0 },
  [FieldType.FLOAT]: { wire: BIT32, absent: 0 },
  [FieldType.INT64]: { wire: VARINT, absent: 0n },
  [FieldType.UINT64]: { wire: VARINT, absent: 0n },
  [FieldType.INT32]: { wire: VARINT, absent: 0 },
  [FieldType.BOOL]: { wire: VARINT, absent: false },
  [FieldType.STRING]: { wire: LENGTH, absent: "" },
  [FieldType.MESSAGE]: { wire: LENGTH, absent: undefined },
  [FieldType.BYTES]: { wire: LENGTH, absent: Buffer.alloc(0) },
  [FieldType.UINT32]: { wire: VARINT, absent: 0 },
  [FieldType.ENUM]: { wire: VARINT, absent: 0 },
};

/** @throws for a type that no definition uses */
export function scalarOf(type: number): Scalar {
  const scalar = SCALARS[type];
  if (!scalar) throw new Error(`fields of the type ${type} (FieldDescriptorProto.Type) are not supported`);
  return scalar;
}
