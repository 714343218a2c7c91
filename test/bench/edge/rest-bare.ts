// The least that any server in Node does: node:http reads the whole request and sends bytes that are ready.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "./child.ts";
import type { Floor } from "./floor.ts";

export const bare: Floor = {
  serve(answer) {
    const fixed = Buffer.from(answer);
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": fixed.length };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        response.writeHead(Buffer.concat(chunks).length >= 0 ? 200 : 400, headers);
        response.end(fixed);
      });
    });
    return new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });
  },
};

answerParent(bare);
