// Converts objects to messages and bytes, and back.
import type fc from "fast-check";
import type { Codec } from "../../src/grpc/convert/codec.ts";
import type { Plan } from "../../src/grpc/wire/fields.ts";
import { SlicedDecoder } from "../../src/grpc/wire/sliced-decoder.ts";
import { NotingReader } from "../../src/grpc/wire/unknown-fields.ts";
import { readable } from "../../src/grpc/wire/unreadable.ts";

export interface Wire<Message> {
  readonly plan: Plan;
  encode(message: Message): Uint8Array;
  decode(bytes: NotingReader | Uint8Array): Message;
}

/** Returns an object after a round trip through the bytes of a message. */
export function sent<Message>(codec: Codec<Message>, wire: Wire<Message>, json: unknown): unknown {
  const bytes = wire.encode(codec.write(json));
  return codec.read(wire.decode(Uint8Array.from(bytes)), "");
}

/** The result of reading the bytes of a message. */
export interface Read {
  readonly json?: unknown;
  readonly error?: string;
  readonly unknown: Map<number, number>;
  /** How often other work could run meanwhile. */
  readonly pauses: number;
}

/** Reads a message at once, as small ones are read. */
export function readAtOnce<Message>(codec: Codec<Message>, wire: Wire<Message>, bytes: Uint8Array): Read {
  const reader = new NotingReader(bytes);
  const { unknown } = reader;
  try {
    const message = readable(() => wire.decode(reader));
    return { json: codec.read(message, ""), unknown, pauses: 0 };
  } catch (error) {
    return { error: (error as Error).message, unknown, pauses: 0 };
  }
}

/** Reads a message in slices. @param smallBytes the size up to which parts are read at once; 0 for nothing */
export function readInSlices<Message>(
  codec: Codec<Message>,
  wire: Wire<Message>,
  bytes: Uint8Array,
  smallBytes?: number,
): Read {
  const reader = new NotingReader(bytes);
  const { unknown } = reader;
  let pauses = 0;
  try {
    const work = new SlicedDecoder(reader, smallBytes).read(wire.plan, (message: never) =>
      codec.read(message, ""),
    );
    for (;;) {
      const { done, value } = work.next();
      if (done) return { json: value, unknown, pauses };
      pauses++;
    }
  } catch (error) {
    return { error: (error as Error).message, unknown, pauses };
  }
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
