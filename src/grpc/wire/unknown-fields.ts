// Fields of a message that the server's definitions lack; a client with newer or other definitions sends them.
// The decision: they are reported by number, because their names are unknown, and by the message that they are in. The
// reader skips them, so noting costs nothing for messages without any; the message of a field is determined afterwards.
// Natively they are refused, as over REST; for clients of Qdrant they are ignored, and named in the metadata of the
// response.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { Sliced } from "../../scheduling/pause.ts";
import type { MessageCodec } from "./codec.ts";
import { passOver } from "./pass-over.ts";
import { Reader, WireType } from "./reader.ts";

/** The metadata of a response that names ignored fields. REST has a header of this name. */
export const IGNORED = "x-azimuth-ignored";

/** The most different numbers that are noted of one message. */
const MAX_NOTED_FIELDS = 16;
/** Fields that are passed over between two pauses. */
const STEP_FIELDS = 1_000;

/** Notes the positions of skipped fields, by their numbers. */
export class NotingReader extends Reader {
  readonly unknown = new Map<number, number>();

  override skip(wire: number, number: number): void {
    this.note(number);
    super.skip(wire, number);
  }

  /** Notes the field whose tag has just been read. */
  note(number: number): void {
    if (this.unknown.size < MAX_NOTED_FIELDS && !this.unknown.has(number)) this.unknown.set(number, this.pos);
  }
}

/** A type of message, with its name in errors. */
interface Named {
  readonly typeName: string;
  readonly codec: MessageCodec;
}

/** A field that was skipped, and the message that it is in. */
interface Skipped {
  readonly message: Named;
  readonly number: number;
}

/** Finds the messages of the noted fields. @param codec of the message that was read */
export function* skippedOf(
  { unknown }: NotingReader,
  bytes: Uint8Array,
  codec: MessageCodec,
): Sliced<readonly Skipped[]> {
  const request = { typeName: codec.schema.typeName, codec };
  const positions = Array.from(unknown, ([number, at]) => ({ number, at })).sort((a, b) => a.at - b.at);
  const found: Skipped[] = [];
  yield* findSkipped(request, bytes.length, new Reader(bytes), positions, found);
  // Fields whose message was not found count as fields of the request.
  return [...found, ...positions.map(({ number }) => ({ message: request, number }))];
}

/** @throws InvalidArgument for the first unknown field */
export function refuseSkipped([first]: readonly Skipped[]): void {
  if (!first) return;
  const { message, number } = first;
  const known = message.codec.schema.fields.find((field) => field.number === number);
  throw new InvalidArgument(
    known
      ? `${message.typeName}: the field ${known.name} (${number}) is not of the type that it has in this server's definitions`
      : `${message.typeName}: unknown field number ${number}; the client's definitions are not those of this server`,
  );
}

/** Returns their names in the metadata, such as `SearchPoints.99`. */
export function namesOfSkipped(skipped: readonly Skipped[]): string[] {
  return skipped.map(({ message, number }) => `${message.typeName.split(".").at(-1)}.${number}`);
}

interface Noted {
  readonly number: number;
  /** The position after the tag of the field. */
  readonly at: number;
}

/** Finds the messages of all positions in one pass. @param positions in order; those that are found are removed */
function* findSkipped(
  message: Named,
  end: number,
  reader: Reader,
  positions: Noted[],
  found: Skipped[],
): Sliced<void> {
  for (let count = 1; positions.length > 0 && reader.pos < end; count++) {
    if (count % STEP_FIELDS === 0) yield;
    const tag = reader.uint32();
    const [number, wire] = [tag >>> 3, tag & 7];
    while (positions.length > 0 && positions[0]!.at <= reader.pos) {
      found.push({ message, number: positions.shift()!.number });
    }
    if (wire !== WireType.LENGTH) {
      yield* passOver(reader, tag);
      continue;
    }
    const to = reader.uint32() + reader.pos;
    const inside = positions.length > 0 && positions[0]!.at <= to ? insideOf(message, number) : undefined;
    if (inside) yield* findSkipped(inside, to, reader, positions, found);
    reader.pos = to;
  }
}

/** Returns the type of the message in a field; an entry of a map has the name of the map. */
function insideOf({ typeName, codec }: Named, number: number): Named | undefined {
  const inside = codec.inside(number);
  if (!inside) return undefined;
  const { schema } = inside.codec;
  const name = schema.isMapEntry ? `${typeName}.${inside.field.name}` : schema.typeName;
  return { typeName: name, codec: inside.codec };
}
