// Converts objects to messages and bytes, and back.
import type fc from "fast-check";
import type { Codec } from "../../src/grpc/convert/codec.ts";

export interface Wire<Message> {
  encode(message: Message): Uint8Array;
  decode(bytes: Uint8Array): Message;
}

/** Returns an object after a round trip through the bytes of a message. */
export function sent<Message>(codec: Codec<Message>, wire: Wire<Message>, json: unknown): unknown {
  const bytes = wire.encode(codec.write(json));
  return codec.read(wire.decode(Uint8Array.from(bytes)), "");
}

/** A name, a codec, its message, and a generator of values. */
export type Row = readonly [name: string, codec: Codec<never>, wire: Wire<never>, all: fc.Arbitrary<unknown>];

/** Makes a row whose codec and bytes are of the same message. */
export function row<Message>(
  name: string,
  codec: Codec<Message>,
  wire: Wire<Message>,
  all: fc.Arbitrary<unknown>,
): Row {
  return [name, codec as Codec<never>, wire as Wire<never>, all];
}
