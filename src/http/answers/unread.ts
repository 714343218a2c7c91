// Responses that their clients have not read: their memory is counted, and what they hold is released.
import type { EventEmitter } from "node:events";
import type { Operation } from "../../api/operation.ts";
import type { Reservation } from "../../memory/reservation.ts";
import { SMALL_ANSWER_BYTES } from "../../schema/limits.ts";
import type { FileAnswer, StreamAnswer } from "../../schema/snapshot.ts";

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

/** Releases what a result holds whose client has disconnected before it was sent. */
export function leaveUnread({ success }: Pick<Operation, "success">, result: unknown): void {
  if (success !== "file" && success !== "stream") return;
  const { chunks } = result as FileAnswer | StreamAnswer;
  // The reason of a failure cannot be told to anyone.
  chunks[Symbol.asyncIterator]()
    .return?.()
    .catch(() => {});
}
