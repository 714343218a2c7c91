// Fields of a message that the server's definitions do not have: a client with newer ones, or with others, sends them.
// The decision: they are told by their number, since they have no name here, and by the message that they are in. Generated
// readers skip them, so noting is free of charge for messages without one; which message it was is found out afterwards.
// Natively they are refused, as over REST; for clients of Qdrant they are ignored, and named in the metadata of the answer.
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { InvalidArgument } from "../errors.ts";
import type { Descriptors, MessageShape } from "./descriptors.ts";

/** Of the answer's metadata: fields that were ignored. Over REST a header of this name says so. */
export const IGNORED = "x-azimuth-ignored";

/** Different numbers that are noted of one message. */
const MOST_NOTED = 16;

/** Notes what is skipped: where it stands, by its number. */
export class NotingReader extends BinaryReader {
  readonly unknown = new Map<number, number>();
  #isSkipping = false;

  override skip(wire: WireType, number = 0, depth?: number): Uint8Array {
    // What is inside of a group that is skipped goes with it.
    if (this.#isSkipping) return super.skip(wire, number, depth);
    if (this.unknown.size < MOST_NOTED && !this.unknown.has(number)) this.unknown.set(number, this.pos);
    this.#isSkipping = true;
    try {
      return super.skip(wire, number, depth);
    } finally {
      this.#isSkipping = false;
    }
  }
}

/** A field that was skipped, and the message that it is in. */
interface Skipped {
  readonly message: MessageShape;
  readonly number: number;
}

/** @param path of the method, such as /azimuth.v1.Points/Search */
export function skippedOf(
  { unknown }: NotingReader,
  bytes: Uint8Array,
  path: string,
  descriptors: Descriptors,
): readonly Skipped[] {
  const request = descriptors.requestOf(path);
  return Array.from(unknown, ([number, at]) => ({ message: messageAt(at, bytes, request), number }));
}

/** @throws InvalidArgument for the first */
export function refuseSkipped([first]: readonly Skipped[]): void {
  if (!first) return;
  const { message, number } = first;
  const known = message.fields.find((field) => field.number === number);
  throw new InvalidArgument(
    known
      ? `${message.typeName}: the field ${known.name} (${number}) is not of the type that it has in this server's definitions`
      : `${message.typeName}: unknown field number ${number}; the client's definitions are not those of this server`,
  );
}

/** As they are named in the metadata: `SearchPoints.99`. */
export function namesOfSkipped(skipped: readonly Skipped[]): string[] {
  return skipped.map(({ message, number }) => `${message.typeName.split(".").at(-1)}.${number}`);
}

/** The message whose field begins there. @param at behind the tag of the field */
function messageAt(at: number, bytes: Uint8Array, request: MessageShape): MessageShape {
  const reader = new BinaryReader(bytes);
  let message = request;
  while (reader.pos < at) {
    const [number, wire] = reader.tag();
    if (reader.pos >= at) break;
    if (wire !== WireType.LengthDelimited) {
      reader.skip(wire, number);
      continue;
    }
    const end = reader.uint32() + reader.pos;
    if (end < at) reader.pos = end;
    else message = message.inside(number) ?? message;
  }
  return message;
}
