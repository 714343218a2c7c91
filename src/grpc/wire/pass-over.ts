// Passes over values of a message without decoding them.
// The decision: a group has no length, so it is passed over field by field, in slices. Clients have not sent any for
// many years, but the format has them, and a group may be as large as a message.
import type { Sliced } from "../../scheduling/pause.ts";
import { wrong } from "./codec.ts";
import { type Reader, WireType } from "./reader.ts";

/** The deepest nesting of groups. */
const MAX_GROUPS = 100;
/** Fields of a group that are passed over between two pauses. */
const STEP_FIELDS = 1_000;

/** Passes over a value of any type. @param tag the one before the value */
export function* passOver(reader: Reader, tag: number, groups = MAX_GROUPS): Sliced<void> {
  if ((tag & 7) !== WireType.GROUP) {
    pass(reader, tag);
    return;
  }
  if (groups === 0) throw new Error(`more than ${MAX_GROUPS} groups are within each other`);
  for (let count = 1; ; count++) {
    const inner = reader.uint32();
    if ((inner & 7) === WireType.GROUP_END && inner >>> 3 === tag >>> 3 && inner !== 0) return;
    yield* passOver(reader, inner, groups - 1);
    if (count % STEP_FIELDS === 0) yield;
  }
}

/** Passes over a value that is no group. */
export function pass(reader: Reader, tag: number): void {
  switch (tag & 7) {
    case WireType.VARINT:
      if (tag === 0) throw wrong("a tag");
      reader.uint32();
      break;
    case WireType.BIT64:
      reader.pos += 8;
      break;
    case WireType.LENGTH:
      // The addition comes after the call, which moves the position.
      reader.pos = reader.uint32() + reader.pos;
      break;
    case WireType.BIT32:
      reader.pos += 4;
      break;
    default:
      throw wrong("a tag");
  }
  if (reader.pos > reader.len) throw wrong("a length");
}
