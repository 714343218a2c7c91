// Who is at the other end of a connection, as far as that decides what a request may do.
import type { IncomingMessage } from "node:http";
import type { Dialect } from "./dialect/dialect.ts";

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Whether a request may use the groups that the specification answers with 501: natively never, in the qdrant dialect
 * when its credential was checked, or when it comes from this machine. There are no credentials yet, so the second
 * decides.
 */
export function mayUseExtended({ name }: Dialect, { socket }: IncomingMessage): boolean {
  return name === "qdrant" && LOOPBACK.test(socket.remoteAddress ?? "");
}
