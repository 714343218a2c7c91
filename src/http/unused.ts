// The connections on which no request has arrived yet, such as those that browsers open in advance.
// The decision: a server that stops closes them itself. Node takes a connection for busy from its first moment on, so
// that one without a request would hold up the stop for as long as the headers of a request may take.
import type { Server } from "node:http";
import type { Socket } from "node:net";

export class UnusedConnections {
  /** By the address of the client, because a request over TLS has another socket than its connection. */
  readonly #sockets = new Map<string, Socket>();

  /** To be called for each server of a listener. */
  watch(server: Server): void {
    server.on("connection", (socket: Socket) => {
      const client = clientOf(socket);
      this.#sockets.set(client, socket);
      socket.once("close", () => {
        if (this.#sockets.get(client) === socket) this.#sockets.delete(client);
      });
    });
    server.on("request", ({ socket }) => {
      if (this.#sockets.size > 0) this.#sockets.delete(clientOf(socket));
    });
  }

  /** A connection is used for something else than requests. */
  forget(socket: Socket): void {
    this.#sockets.delete(clientOf(socket));
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

function clientOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
