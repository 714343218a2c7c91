// That no connection ends the process by the way it ends.
import type { ServerHttp2Session } from "node:http2";

/**
 * A session ends, and in the same turn of the event loop garbage is collected: Node 20 counts what its last streams hold,
 * which they give back at the end of the turn, as lost, and aborts. A client has it that way when it opens more streams than
 * there may be, with headers that are refused. So what a session consists of is reachable until the turn is over.
 */
export function keepUntilFreed(session: ServerHttp2Session): void {
  const parts = Object.getOwnPropertySymbols(session).map((key) => Reflect.get(session, key));
  session.once("close", () => setImmediate(() => parts.splice(0)));
}
