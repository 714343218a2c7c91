// The leaf types that plain JSON values cannot represent: exact ids, packed vectors, payloads as received.
// The decision: a leaf is one schema keyword (`leaf`) with three uses: the JSON reader packs number arrays to
// Float32Arrays by it, the validator checks it, OpenAPI describes it. In memory the values are:
//   point_id  number (up to 2^53 - 1), bigint (up to 2^64 - 1), or a UUID string
//   vector    Float32Array; an array of numbers if it could not be packed, which the validator refuses by name
//   named_vector  Float32Array, or a sparse vector {indices: Uint32Array, values: Float32Array}
//   payload   RawJson: the bytes as received, so key order and long numbers are kept; or null
//   filter    plain values with exact integers; core/filter/parse.ts validates it
//   expression  plain values with exact integers; service/query/expression.ts validates it
import Type, { type TUnsafe } from "typebox";
import type { SparseVector } from "../shared/sparse-vector.ts";
import { RawJson } from "./raw-json.ts";

export { RawJson };

export type PointId = number | bigint | string;

export const ID_RULE = "an unsigned 64-bit integer or a UUID";
export const MAX_U64 = 2n ** 64n - 1n;
const HYPHEN = 0x2d;
const HYPHENS = [8, 13, 18, 23];
/** The values of hexadecimal digits, at their codes; elsewhere {@link NO_DIGIT}. */
const NO_DIGIT = 16;
const HEX_DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const UUID_DRESS = /^(?:urn:uuid:(.*)|\{(.*)\})$/i;

/** Tells whether a value of any type is a point id: an unsigned 64-bit integer or a UUID. */
export function isPointId(value: unknown): value is PointId {
  if (typeof value === "string") return isBareUuid(value) || uuidHex(value) !== null;
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0;
  return typeof value === "bigint" && value >= 0n && value <= MAX_U64;
}

/** Returns the 32 hexadecimal digits of a UUID in any of its spellings, or null. */
export function uuidHex(text: string): string | null {
  if (isBareUuid(text)) return text.replaceAll("-", "");
  const [, afterUrn, inBraces] = UUID_DRESS.exec(text) ?? [];
  const bare = afterUrn ?? inBraces ?? text;
  return isBareUuid(bare) ? bare.replaceAll("-", "") : null;
}

/**
 * Tells whether a text is 32 hexadecimal digits, with or without the four hyphens. It compares codes, because lists of
 * ids have many thousands.
 */
function isBareUuid(text: string): boolean {
  if (text.length === 32) return isHex(text, 0, 32);
  return (
    text.length === 36 &&
    isHex(text, 0, 8) &&
    HYPHENS.every((at) => text.charCodeAt(at) === HYPHEN) &&
    isHex(text, 9, 13) &&
    isHex(text, 14, 18) &&
    isHex(text, 19, 23) &&
    isHex(text, 24, 36)
  );
}

function isHex(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!(HEX_DIGITS[text.charCodeAt(i)]! < NO_DIGIT)) return false;
  return true;
}

/**
 * Writes the sixteen bytes of a UUID, in any of its spellings, as four words.
 * @returns false if the text is not a UUID
 */
export function uuidInto(text: string, words: Uint32Array, at: number): boolean {
  const isHyphenated = text.length === 36;
  if (!isHyphenated && text.length !== 32) {
    const hex = uuidHex(text);
    return hex !== null && uuidInto(hex, words, at);
  }
  let from = 0;
  for (let w = 0; w < 4; w++) {
    let word = 0;
    for (let d = 0; d < 8; d++) {
      // A hyphen is in the middle of the words 1 and 2, and before and after both.
      if (isHyphenated && d % 4 === 0 && HYPHENS.includes(from) && text.charCodeAt(from++) !== HYPHEN)
        return false;
      const digit = HEX_DIGITS[text.charCodeAt(from++)];
      if (digit === undefined || digit === NO_DIGIT) return false;
      word = (word << 4) | digit;
    }
    words[at + w] = word;
  }
  return true;
}

export type LeafName = "point_id" | "vector" | "named_vector" | "payload" | "filter" | "expression";

export const LEAF = "leaf";

export const PointIdSchema: TUnsafe<PointId> = Type.Unsafe<PointId>({ [LEAF]: "point_id" });
export const VectorSchema: TUnsafe<Float32Array> = Type.Unsafe<Float32Array>({ [LEAF]: "vector" });
/** A dense or a sparse vector that has a name. */
export type NamedVector = Float32Array | SparseVector;
export const NamedVectorSchema: TUnsafe<NamedVector> = Type.Unsafe<NamedVector>({ [LEAF]: "named_vector" });
export const PayloadSchema: TUnsafe<RawJson | null> = Type.Unsafe<RawJson | null>({ [LEAF]: "payload" });

/** Results for schemas, by the name of the leaf. Schemas share parts, and every start asks about all of them. */
const CARRIES = new Map<LeafName | undefined, WeakMap<object, boolean>>();

/** Tells whether a schema contains a leaf of this name, or any leaf. */
export function carriesLeaf(schema: unknown, name?: LeafName): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const known = CARRIES.get(name) ?? new WeakMap<object, boolean>();
  CARRIES.set(name, known);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const leaf = (schema as { readonly [LEAF]?: unknown })[LEAF];
  const isLeaf = typeof leaf === "string" && (name === undefined || leaf === name);
  const carries = isLeaf || Object.values(schema).some((part) => carriesLeaf(part, name));
  known.set(schema, carries);
  return carries;
}

/** The keyword that keeps a value out of error texts: `password: expected a string` does not show the value. */
export const SECRET = { secret: true } as const;
