// Prevents a crash of Node 20 when a session ends.
import type { ServerHttp2Session } from "node:http2";

/**
 * Keeps the parts of a session reachable until the turn of the event loop in which it closes is over. If garbage is
 * collected in that turn, Node 20 counts memory that its last streams are about to release as lost, and aborts. A
 * client can cause this by opening more streams than are allowed, with headers that are refused.
 */
export function keepUntilFreed(session: ServerHttp2Session): void {
  const parts = Object.getOwnPropertySymbols(session).map((key) => Reflect.get(session, key));
  session.once("close", () => setImmediate(() => parts.splice(0)));
}
