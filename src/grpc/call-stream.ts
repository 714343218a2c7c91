// The private members of a call in grpc-js that are used here: its stream, its decoder, its decompression.
// The decision: grpc-js offers no access to the pieces of a message, and no way to end a response that is not read.
// Tests fail when one of these members is gone.
import type { ServerHttp2Stream } from "node:http2";
import { UnreadableBody } from "../errors/request.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { Pieces } from "./wire/pieces.ts";
import { unpack } from "./wire/unpack.ts";

/** The code by which a cancelled stream is reset (RFC 9113, section 7). */
const CANCEL = 8;
/** Private members of a call in grpc-js. */
export interface Internals {
  readonly stream: ServerHttp2Stream;
  /** By which compressed messages are compressed. */
  readonly incomingEncoding?: string;
  decoder: { write(data: Buffer): Buffer[] };
  decompressMessage: (framed: Buffer, encoding: string) => Buffer | Promise<Buffer>;
  /** Prefixes a copy of a message with flag and length. */
  serializeMessage: (message: unknown) => Buffer;
}

/** Writes a large message as fast as it is read. grpc-js gets the last piece, and then sends the status. */
export function sendInPieces(message: Pieces, internals: Internals, send: (last: unknown) => void): void {
  const finish = (last: Uint8Array | null) => {
    if (last === null) return;
    internals.serializeMessage = () => last as Buffer;
    send(last);
  };
  message.writeTo(internals.stream).then(finish, (error: Error) => internals.stream.destroy(error));
}

/**
 * Closes the stream of a call if the client does not read what is waiting for it. A call without pending data may stay
 * silent.
 */
export function closeUnread(stream: ServerHttp2Stream, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on("timeout", () => {
    if (stream.writableLength > 0) stream.close(CANCEL);
  });
}

/** Decompresses the messages of a call, and reserves memory for them. */
export function unpackOn(
  take: Reservation["reserve"],
  internals: Internals,
  limitBytes: number,
  refuse: (thrown: unknown) => void,
): void {
  const passOn = internals.decompressMessage.bind(internals);
  internals.decompressMessage = (framed, encoding) => {
    const unpacked = unpack(framed, encoding, take, limitBytes);
    if (!unpacked) return passOn(framed, encoding);
    return unpacked.catch((error) => {
      // A status of grpc-js would come too late.
      refuse(error instanceof VectorDbError ? error : new UnreadableBody("the message cannot be unpacked"));
      throw error;
    });
  };
}
