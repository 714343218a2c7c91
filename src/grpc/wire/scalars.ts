// The types that a field can have, as descriptors number them, with how each goes over the wire.
// The decision: those that the definitions use, and no others: what nothing draws on is not tested. A definition with another one fails
// when its message first comes, and in test/unit/grpc/codec.test.ts, which reads all. 64-bit integers are bigint, so that ids and integers of payloads are exact.
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
  /** What a field holds that was not given, where that cannot be told from a value. */
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

/** @throws for a type that no definition has had so far */
export function scalarOf(type: number): Scalar {
  const scalar = SCALARS[type];
  if (!scalar) throw new Error(`fields of the type ${type} (FieldDescriptorProto.Type) are not supported`);
  return scalar;
}
