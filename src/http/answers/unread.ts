// Counts the memory of responses until their clients have read them.
import type { EventEmitter } from "node:events";
import type { Reservation } from "../../memory/reservation.ts";
import { SMALL_ANSWER_BYTES } from "../../schema/limits.ts";

/**
 * Reserves memory until a response is read, because a client that does not read holds memory here. Small responses are
 * never refused, because those of writes are among them: a completed write must not be answered with "try again".
 * @throws TooManyRequests, OutOfMemory
 */
export function holdUntilRead(response: EventEmitter, bytes: number, reservation: Reservation): void {
  if (bytes <= SMALL_ANSWER_BYTES) return;
  reservation.reserve(bytes);
  response.once("close", () => reservation.release());
}
