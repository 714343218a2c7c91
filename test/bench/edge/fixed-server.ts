// A server of node:http that reads each request and sends the same bytes to all of them, with which servers are
// compared.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves `answer`. @param read is called with each body, as the work of the server @returns the port */
export function serveFixed(answer: Uint8Array, read: (body: Buffer) => void): Promise<number> {
  const fixed = Buffer.from(answer);
  const headers = { "content-type": "application/json; charset=utf-8", "content-length": fixed.length };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      read(Buffer.concat(chunks));
      response.writeHead(200, headers);
      response.end(fixed);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
