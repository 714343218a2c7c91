// A floor on how fast a body has to come.
// The decision: in every ten seconds there has to be some of it, whatever came before; so what somebody sends fast and then
// holds on to is not held for them, and a slow line that moves has all the time it needs. It is looked at what the socket has
// received, behind everything that waits to be read at that moment, so a server that was busy blames nobody.
import type { IncomingMessage } from "node:http";
import { BodyTooSlow } from "../errors/request.ts";

export interface Pace {
  readonly windowMs: number;
  /** In each window. */
  readonly leastBytes: number;
}

/** A kilobyte a second. */
export const BODY_PACE: Pace = { windowMs: 10_000, leastBytes: 10 * 1024 };

/**
 * Makes reading the body fail with BodyTooSlow when it does not keep pace.
 * @returns ends that, to be called when all of it is there
 */
export function keepPace(req: IncomingMessage, { windowMs, leastBytes }: Pace): () => void {
  const { socket } = req;
  let before = socket.bytesRead;
  let isOver = false;
  // Whoever reads hears of it; without anybody there the error would be nobody's.
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
