// Large answers, written piece by piece while they are read.
// The decision: whoever asks for much gets it at the pace at which it is read, and nothing is written for a client that has left:
// a piece is made when the one before has been taken, a few milliseconds of work at a time, between which others have the thread.
// The length is not known before, so such an answer goes out in chunks.
import { TimeSlice } from "../../scheduling/pause.ts";
import { ByteWriter } from "./answer-bytes.ts";

const FIRST_BYTES = 128 * 1024;

/** The bytes of the value as JSON, in pieces. */
export async function* piecesOf(value: unknown): AsyncGenerator<Buffer> {
  const slice = new TimeSlice();
  for (const piece of new ByteWriter(FIRST_BYTES).pieces(value)) {
    if (piece.length > 0) yield piece;
    if (slice.isOver) await slice.next();
  }
}
