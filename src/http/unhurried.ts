// Exempts requests from the time limit of Node.
// The decision: Node gives each request a minute from its first byte on. A request that has to wait for its turn, or
// whose length is not limited, has time limits of its own where it is read.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const unhurried = new WeakMap<Duplex, IncomingMessage>();

export function allowTime(req: IncomingMessage): void {
  unhurried.set(req.socket, req);
}

/** Ends the exemption. The next request of the connection may have begun with its own. */
export function endTime(req: IncomingMessage): void {
  if (unhurried.get(req.socket) === req) unhurried.delete(req.socket);
}

/** Tells whether the request that is arriving on a connection is exempt. */
export function isUnhurried(socket: Duplex): boolean {
  return unhurried.has(socket);
}
