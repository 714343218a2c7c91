// Objects through a codec and the bytes of a message, and back.
import type { Codec } from "../../src/grpc/convert/codec.ts";

export interface Wire<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/** What an object is after it went over the wire. */
export function sent<Message>(codec: Codec<Message>, wire: Wire<Message>, json: unknown): unknown {
  const bytes = wire.encode(codec.write(json)).finish();
  return codec.read(wire.decode(Uint8Array.from(bytes)), "");
}
