// Requires a least speed of a request body.
// The decision: some of the body has to arrive in every ten seconds, whatever arrived before. So a sender that stops
// after a fast start is not waited for, and a slow connection that makes progress has all the time it needs. The bytes
// that the socket has received are compared after all pending reads, so a sender is not blamed for a busy server.
import type { IncomingMessage } from "node:http";
import { BodyTooSlow } from "../errors/request.ts";

export interface Pace {
  readonly windowMs: number;
  /** The minimum of bytes in each window. */
  readonly leastBytes: number;
}

/** A kilobyte per second. */
export const BODY_PACE: Pace = { windowMs: 10_000, leastBytes: 10 * 1024 };

/**
 * Makes the reading of the body fail with BodyTooSlow if it falls below the pace.
 * @returns a function that ends the check, to be called when the body is complete
 */
export function keepPace(req: IncomingMessage, { windowMs, leastBytes }: Pace): () => void {
  const { socket } = req;
  let before = socket.bytesRead;
  let isOver = false;
  // The reader of the body receives the error; this listener prevents a crash if there is none.
  req.on("error", ignore);
  const check = () => {
    if (isOver) return;
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    if (received < leastBytes) req.emit("error", new BodyTooSlow(leastBytes / (windowMs / 1000)));
  };
  const timer = setInterval(() => setImmediate(check), windowMs);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
    req.off("error", ignore);
  };
}

function ignore(): void {}
