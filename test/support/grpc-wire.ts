// Objects through a codec and the bytes of a message, and back.
import type fc from "fast-check";
import type { Codec } from "../../src/grpc/convert/codec.ts";

export interface Wire<Message> {
  encode(message: Message): Uint8Array;
  decode(bytes: Uint8Array): Message;
}

/** What an object is after it went over the wire. */
export function sent<Message>(codec: Codec<Message>, wire: Wire<Message>, json: unknown): unknown {
  const bytes = wire.encode(codec.write(json));
  return codec.read(wire.decode(Uint8Array.from(bytes)), "");
}

/** What is called something, how it becomes a message, and what of it there can be. */
export type Row = readonly [name: string, codec: Codec<never>, wire: Wire<never>, all: fc.Arbitrary<unknown>];

/** Sees to it that codec and bytes are of the same message. */
export function row<Message>(
  name: string,
  codec: Codec<Message>,
  wire: Wire<Message>,
  all: fc.Arbitrary<unknown>,
): Row {
  return [name, codec as Codec<never>, wire as Wire<never>, all];
}
