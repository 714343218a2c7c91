// Servers of node:http with which ours are compared.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Sends the same bytes to all requests.
 * @param read is called with each body, as the work of the server
 * @returns the port
 */
export function serveFixed(answer: Uint8Array, read: (body: Buffer) => void): Promise<number> {
  const fixed = Buffer.from(answer);
  return serveAnswers((body) => {
    read(body);
    return fixed;
  });
}

/** Sends what `answer` returns for each body. @returns the port */
export function serveAnswers(answer: (body: Buffer) => Buffer): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = answer(Buffer.concat(chunks));
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": bytes.length,
      });
      response.end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
