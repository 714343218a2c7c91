// Decompresses the message of a call, and reserves memory for it piece by piece.
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { BodyTooLarge } from "../../errors/server.ts";
import { TimeSlice } from "../../scheduling/pause.ts";
import { HEAD_BYTES } from "./assembly.ts";

/**
 * Returns null if the encoding is none that is decompressed here.
 * @param framed the message with its head
 * @param take reserves memory for bytes
 */
export function unpack(
  framed: Buffer,
  encoding: string,
  take: (bytes: number) => void,
  limitBytes: number,
): Promise<Buffer> | null {
  const unpacker = unpackerOf(encoding);
  if (!unpacker) return null;
  unpacker.end(framed.subarray(HEAD_BYTES));
  return collect(unpacker, take, limitBytes);
}

async function collect(
  unpacked: Readable,
  take: (bytes: number) => void,
  limitBytes: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limitBytes) throw new BodyTooLarge(limitBytes);
    take(piece.length);
    pieces.push(piece);
  }
  const whole = Buffer.allocUnsafeSlow(size);
  const slice = new TimeSlice();
  let at = 0;
  for (const piece of pieces.splice(0)) {
    at += piece.copy(whole, at);
    if (slice.isOver) await slice.next();
  }
  return whole;
}

function unpackerOf(encoding: string) {
  if (encoding === "gzip") return createGunzip();
  return encoding === "deflate" ? createInflate() : undefined;
}
