// A TCP proxy that can lose the answer to a request: the server has done it, and the client does not hear of it.
// The decision: the request is told by bytes that it contains, so that answers to others pass.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class LosingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** A word of the request whose answer is lost next. */
  #word: string | null = null;
  #lost = 0;

  private constructor(port: number) {
    this.#server = createServer((client) => this.#serve(client, connect(port, "127.0.0.1")));
  }

  static async start(port: number): Promise<LosingProxy> {
    const proxy = new LosingProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many answers were lost. */
  get lost(): number {
    return this.#lost;
  }

  /** Ends the connection on which the next request with this word is answered, without passing the answer on. */
  loseAnswerTo(word: string): void {
    this.#word = word;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(client: Socket, server: Socket): void {
    let isAsked = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", end).on("close", () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on("data", (chunk) => {
      isAsked ||= this.#word !== null && chunk.includes(this.#word);
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (!isAsked) {
        client.write(chunk);
        return;
      }
      this.#lost++;
      this.#word = null;
      end();
    });
  }
}
