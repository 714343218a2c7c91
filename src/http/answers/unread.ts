// Answers that wait for their clients to read them.
import type { EventEmitter } from "node:events";
import type { Reservation } from "../../memory/reservation.ts";
import { SMALL_ANSWER_BYTES } from "../../schema/limits.ts";

/**
 * A client that does not read what it asked for holds memory here. Small answers are never refused, because those of
 * writes are among them: what has been done may not be answered with "try again".
 * @param read the event that says that nothing is left of it
 * @throws TooManyRequests, OutOfMemory
 */
export function holdUntilRead(
  response: EventEmitter,
  bytes: number,
  reservation: Reservation,
  read = "close",
): void {
  if (bytes <= SMALL_ANSWER_BYTES) return;
  reservation.reserve(bytes);
  response.once(read, () => reservation.release());
}
