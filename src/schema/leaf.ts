// The three leaf types that plain JSON values cannot carry: exact ids, packed vectors, payloads as received.
// The decision: a leaf is one schema keyword (`leaf`) that three readers share: the JSON reader knows from it where a
// number array becomes a Float32Array, the validator checks it, OpenAPI describes it. In memory the values are:
//   point_id  number (up to 2^53 - 1), bigint (up to 2^64 - 1), or a UUID string
//   vector    Float32Array; an array of numbers when it could not be packed, for the validator to refuse by name
//   payload   RawJson: the bytes as received, so key order and long numbers survive
import Type, { type TUnsafe } from "typebox";

export type PointId = number | bigint | string;

/** A JSON value kept as the UTF-8 bytes it was received in; syntactically valid, `depth` nested containers deep. */
export class RawJson {
  readonly bytes: Uint8Array;
  readonly depth: number;

  constructor(bytes: Uint8Array, depth: number) {
    this.bytes = bytes;
    this.depth = depth;
  }
}

export type LeafName = "point_id" | "vector" | "payload";

export const LEAF = "leaf";

export const PointIdSchema: TUnsafe<PointId> = Type.Unsafe<PointId>({ [LEAF]: "point_id" });
export const VectorSchema: TUnsafe<Float32Array> = Type.Unsafe<Float32Array>({ [LEAF]: "vector" });
export const PayloadSchema: TUnsafe<RawJson> = Type.Unsafe<RawJson>({ [LEAF]: "payload" });
