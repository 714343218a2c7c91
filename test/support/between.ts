// A server between a follower and its leader, which passes requests on until a test answers them itself.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers a request. @returns false: it is passed on */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

export class Between {
  /** Replaced by tests. */
  answer: Answer = () => false;
  readonly #server: Server;

  private constructor(target: string) {
    this.#server = createServer((incoming, response) => {
      if (this.answer(incoming, response)) return;
      const { method, headers, url } = incoming;
      const passed = request(target + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      });
      response.on("close", () => passed.destroy());
      passed.on("error", () => response.destroy());
      incoming.pipe(passed);
    });
  }

  /** @param target the URL of the leader */
  static async open(target: string): Promise<Between> {
    const between = new Between(target);
    await new Promise<void>((resolve) => between.#server.listen(0, "127.0.0.1", resolve));
    return between;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
