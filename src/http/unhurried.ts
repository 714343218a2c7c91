// Requests that may take longer to arrive than others.
// The decision: Node gives each request a minute from its first byte on. One that has to wait for its turn, or is as long as its
// sender likes, has limits of its own where it is read.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const unhurried = new WeakMap<Duplex, IncomingMessage>();

export function allowTime(req: IncomingMessage): void {
  unhurried.set(req.socket, req);
}

/** The next request of the connection may have begun, and is on its own. */
export function endTime(req: IncomingMessage): void {
  if (unhurried.get(req.socket) === req) unhurried.delete(req.socket);
}

/** Whether what comes on a connection at the moment may take longer than others. */
export function isUnhurried(socket: Duplex): boolean {
  return unhurried.has(socket);
}
