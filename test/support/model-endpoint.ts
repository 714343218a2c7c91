// An endpoint of a model over HTTP on this machine, in both protocols: the vector of a text follows from its letters.
// What it does wrong is said by `next`, a list of behaviours of which each call takes one.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const DIMENSION = 4;

export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}

export type Behaviour = (response: ServerResponse, call: ModelCall) => void;

/** Returns the vector of a text, the same at every call. */
export function vectorOf(text: string, dimension = DIMENSION): number[] {
  const vector = new Array<number>(dimension).fill(1);
  for (let i = 0; i < text.length; i++) vector[text.charCodeAt(i) % dimension]! += 1;
  return vector;
}

export class ModelEndpoint {
  /** The calls in the order in which they came. */
  readonly calls: ModelCall[] = [];
  /** The behaviours at the next calls; when there are none left, calls get vectors. */
  next: Behaviour[] = [];
  /** The greatest number of calls that were there at a time. */
  most = 0;
  #here = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<ModelEndpoint> {
    const server = createServer();
    const endpoint = new ModelEndpoint(server);
    server.on("request", (request, response) => void endpoint.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return endpoint;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/v1/embeddings`;
  }

  /** The number of calls that are there now. */
  get here(): number {
    return this.#here;
  }

  /** Forgets what has happened. */
  reset(): void {
    this.calls.length = 0;
    this.next = [];
    this.most = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#here++;
    this.most = Math.max(this.most, this.#here);
    response.once("close", () => {
      this.#here--;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const call = { path: request.url!, headers: request.headers, body };
    this.calls.push(call);
    const behave = this.next.shift() ?? vectors;
    behave(response, call);
  }
}

/** Answers as the protocol of the call wants it; a token for each word. */
export const vectors: Behaviour = (response, { body }) => {
  const texts: string[] = body.input ?? body.inputs.map(({ data }: { data: string }) => data);
  const tokens = texts.reduce((sum, text) => sum + text.split(" ").length, 0);
  if (body.inputs) {
    const usage = { models: { [body.inputs[0].model]: { tokens } } };
    return json({ embeddings: texts.map((text) => vectorOf(text)), usage })(response, { body } as ModelCall);
  }
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  // The order of the list is not that of the texts.
  json({ object: "list", data: data.reverse(), usage: { prompt_tokens: tokens, total_tokens: tokens } })(
    response,
    { body } as ModelCall,
  );
};

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return text(JSON.stringify(value), "application/json", status, headers);
}

export function text(
  body: string,
  type = "application/json",
  status = 200,
  headers: Record<string, string> = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  };
}

/** Never answers. */
export const silent: Behaviour = () => {};

/** Ends the connection without an answer. */
export const dead: Behaviour = (response) => {
  response.destroy();
};
