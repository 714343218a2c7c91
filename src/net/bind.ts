// Binds a listener to an address.
import type { AddressInfo, Server } from "node:net";

/** Starts to listen. @param port 0 selects a free one @returns the port; rejects with the error of the system */
export function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
