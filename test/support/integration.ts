// A program that supports only Qdrant: its headers on every request, and the parts of responses that it reads.
import { expect } from "chai";
import { startTestServer, type TestServer, type TestServerOptions } from "./rest.ts";

export class Integration {
  readonly #server: TestServer;
  readonly #headers: Record<string, string>;

  private constructor(server: TestServer, headers: Record<string, string>) {
    this.#server = server;
    this.#headers = headers;
  }

  /** @param headers the headers that identify the program */
  static async start(headers: Record<string, string>, options?: TestServerOptions): Promise<Integration> {
    return new Integration(await startTestServer(options), {
      "content-type": "application/json",
      ...headers,
    });
  }

  /** Returns the result of a request that must succeed with status 200. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.#server.call(method, path, body, this.#headers);
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(200);
    return answer.body.result;
  }

  /** Returns the error of a request that must fail. */
  async refused(method: string, path: string, body?: unknown): Promise<[status: number, text: string]> {
    const answer = await this.#server.call(method, path, body, this.#headers);
    return [answer.status, answer.body.status.error];
  }

  /** Returns the whole body of a response without an envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  async bare(path: string): Promise<any> {
    return (await this.#server.call("GET", path, undefined, this.#headers)).body;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** The headers of the JavaScript client. */
export const JS_CLIENT = { "user-agent": "qdrant-js/1.18.0" };

/** The headers of the Python client. */
export const PYTHON_CLIENT = {
  "user-agent": "python-client/1.18.0 python/3.12.3",
  "accept-encoding": "gzip, deflate",
};

/** Returns the ids of points, in order. */
export function idsOf(points: readonly { id: number | string }[]): (number | string)[] {
  return points.map(({ id }) => id);
}
