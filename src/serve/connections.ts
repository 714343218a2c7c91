// How many connections a listener takes.
// The decision: what is beyond is closed at once, before a byte of it is read; and one address gets half, so that nobody who
// opens connections and keeps them can lock out everybody else. A proxy in front of all clients has that half, which is plenty.
import type { Server, Socket } from "node:net";

export function limitConnections(server: Server, most: number): void {
  server.maxConnections = most;
  const byAddress = new Map<string, number>();
  const mostOfOne = Math.ceil(most / 2);
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const open = byAddress.get(address) ?? 0;
    if (open >= mostOfOne) {
      socket.destroy();
      return;
    }
    byAddress.set(address, open + 1);
    socket.once("close", () => {
      const left = byAddress.get(address)! - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
  });
}
