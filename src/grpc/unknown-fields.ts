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
  const places = Array.from(unknown, ([number, at]) => ({ number, at })).sort((a, b) => a.at - b.at);
  const found = [...skippedIn(request, bytes.length, places, new BinaryReader(bytes))];
  // None is dropped, wherever it stands.
  return [...found, ...places.map(({ number }) => ({ message: request, number }))];
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

interface Noted {
  readonly number: number;
  /** Behind the tag of the field. */
  readonly at: number;
}

/** Finds the messages of all places in one pass. @param places in order; those that are found are taken out */
function* skippedIn(
  message: MessageShape,
  end: number,
  places: Noted[],
  reader: BinaryReader,
): Generator<Skipped> {
  while (places.length > 0 && reader.pos < end) {
    const [number, wire] = reader.tag();
    while (places.length > 0 && places[0]!.at <= reader.pos)
      yield { message, number: places.shift()!.number };
    if (wire !== WireType.LengthDelimited) {
      // Not by `skip`, which makes an array of each.
      if (wire === WireType.Varint) reader.uint32();
      else reader.skip(wire, number);
      continue;
    }
    const to = reader.uint32() + reader.pos;
    const inside = places.length > 0 && places[0]!.at <= to ? message.inside(number) : undefined;
    if (inside) yield* skippedIn(inside, to, places, reader);
    reader.pos = to;
  }
}
