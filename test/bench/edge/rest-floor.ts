// The bare server for REST: node:http reads a search in the shortest way that Node has, and every response is the same.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "./child.ts";
import type { Floor } from "./floor.ts";

export const floor: Floor = {
  serve(answer) {
    const fixed = Buffer.from(answer);
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": fixed.length };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { vector } = JSON.parse(Buffer.concat(chunks).toString()) as { vector: number[] };
        const query = Float32Array.from(vector);
        response.writeHead(query.length > 0 ? 200 : 400, headers);
        response.end(fixed);
      });
    });
    return new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });
  },
};

answerParent(floor);
