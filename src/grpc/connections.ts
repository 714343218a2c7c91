// The connections below grpc-js: how many there may be, and that none of them ends the process by the way it ends.
// The decision: grpc-js has no option for either. Its servers of node:http2 are its own affair, which this file, and no other,
// knows of; tests fail when it has others.
import type { Http2Server, ServerHttp2Session } from "node:http2";
import type { Server } from "@grpc/grpc-js";
import { MAX_CONNECTIONS } from "../schema/limits.ts";

/** What grpc-js listens with and shows nobody. */
interface Internals {
  readonly http2Servers: ReadonlyMap<Http2Server, unknown>;
}

/** @param server that is bound to all of its addresses */
export function guardConnections(server: Server): void {
  for (const listener of (server as unknown as Internals).http2Servers.keys()) {
    listener.maxConnections = MAX_CONNECTIONS;
    listener.on("session", keepUntilFreed);
  }
}

/**
 * A session ends, and in the same turn of the event loop garbage is collected: Node 20 counts what its last streams hold,
 * which they give back at the end of the turn, as lost, and aborts. A client has it that way when it opens more streams than
 * there may be, with headers that are refused. So what a session consists of is reachable until the turn is over.
 */
function keepUntilFreed(session: ServerHttp2Session): void {
  const parts = Object.getOwnPropertySymbols(session).map((key) => Reflect.get(session, key));
  session.once("close", () => setImmediate(() => parts.splice(0)));
}
