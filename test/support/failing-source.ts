// A proxy before the REST API of a source that fails as the test says: by a status, by silence, or in the middle.
import { createServer, type ServerResponse } from "node:http";
import { bodyOf, closed, type LocalSource, listening } from "./recorded-source.ts";

/**
 * - a number: the status that is answered.
 * - `silence`: nothing is answered.
 * - `half`: the connection ends in the middle of the answer.
 * - `slow`: the answer arrives in pieces.
 * - `page`: a page for people is answered with success.
 * - `redirect`: another address is named.
 */
export type SourceFault = number | "silence" | "half" | "slow" | "page" | "redirect" | null;

const PIECES = 8;
const PIECE_MS = 100;

/** @param fault what becomes of a request; null: it is passed on */
export async function serveFailing(url: string, fault: (path: string) => SourceFault): Promise<LocalSource> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { method = "", headers } = request;
    const type = { "content-type": headers["content-type"] ?? "application/json" };
    const passed = await fetch(url + request.url, { method, headers: type, ...(body !== "" && { body }) });
    const bytes = Buffer.from(await passed.arrayBuffer());
    const kind = fault(request.url!);
    if (kind !== "silence") await answer(response, kind, bytes);
  });
  return { url: await listening(server), asked: [], close: () => closed(server) };
}

async function answer(response: ServerResponse, kind: SourceFault, bytes: Buffer): Promise<void> {
  if (typeof kind === "number") {
    response.writeHead(kind).end('{"status":{"error":"as the test says"}}');
  } else if (kind === "page") {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  } else if (kind === "redirect") {
    response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  } else {
    response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
    if (kind === "half") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else if (kind === "slow") await inPieces(response, bytes);
    else response.end(bytes);
  }
}

async function inPieces(response: ServerResponse, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / PIECES);
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
  }
  response.end();
}
