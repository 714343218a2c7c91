// Requests to another database, and their answers, in a file: recorded from a real server, and served without it.
// The decision: an answer is found by method, path and body, whatever the order of requests is. A request that was not
// recorded is an error of the test, with the request in its text.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedExchange {
  readonly method: string;
  readonly path: string;
  /** The body of the request; empty: there was none. */
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface LocalSource {
  readonly url: string;
  /** Requests so far. */
  readonly asked: RecordedExchange[];
  close(): Promise<void>;
}

type Answer = (asked: Omit<RecordedExchange, "status" | "answer">) => Promise<RecordedExchange>;

const GOLDEN = new URL("../golden/", import.meta.url);

/** Serves the recorded answers of a file of test/golden/. */
export function serveRecorded(file: string): Promise<LocalSource> {
  const all = JSON.parse(readFileSync(new URL(file, GOLDEN), "utf8")) as RecordedExchange[];
  return serveAnswers(async (asked) => {
    const found = all.find((one) => keyOf(one) === keyOf(asked));
    return found ?? { ...asked, status: 418, answer: `not recorded: ${keyOf(asked)}` };
  });
}

/** Sends each request on to a real server, and keeps the answers. */
export function recordFrom(url: string): Promise<LocalSource> {
  return serveAnswers(async (asked) => {
    const { method, path, body } = asked;
    const headers = { "content-type": "application/json" };
    const response = await fetch(url + path, { method, headers, ...(body !== "" && { body }) });
    return { ...asked, status: response.status, answer: await response.text() };
  });
}

async function serveAnswers(answer: Answer): Promise<LocalSource> {
  const asked: RecordedExchange[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const exchanged = await answer({ method, path: url, body: await bodyOf(request) });
    asked.push(exchanged);
    response.writeHead(exchanged.status, { "content-type": "application/json" }).end(exchanged.answer);
  });
  return { url: await listening(server), asked, close: () => closed(server) };
}

/** Starts a server on a free port. @returns its address */
export async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function keyOf({ method, path, body }: Omit<RecordedExchange, "status" | "answer">): string {
  return `${method} ${path} ${body}`;
}
