// A TCP proxy that delays what it passes, holds it back, loses it, or refuses connections.
// The decision: bytes keep their order whatever it does. A connection that has lost bytes ends when the fault is over,
// as its two sides no longer agree on what was sent.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * - `delay`: everything arrives `ms` later.
 * - `hold`: nothing arrives until the fault is over, and then all of it.
 * - `lose`: nothing arrives, and neither side hears of it.
 * - `cut`: all connections end, and new ones end at once.
 */
export type ProxyFault =
  | { readonly kind: "none" | "hold" | "lose" | "cut" }
  | { readonly kind: "delay"; readonly ms: number };

const NO_FAULT: ProxyFault = { kind: "none" };

/** One client with its connection to the server. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  hasLost: boolean;
}

export class FaultyProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #fault: ProxyFault = NO_FAULT;
  #over: Promise<void> = Promise.resolve();
  #end = () => {};

  private constructor(port: number) {
    this.#server = createServer((client) => this.#serve(client, port));
  }

  static async start(port: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends the fault before, and begins another one. */
  set(fault: ProxyFault): void {
    this.#end();
    this.#fault = fault;
    this.#over = new Promise((resolve) => {
      this.#end = resolve;
    });
    for (const pair of this.#pairs) if (pair.hasLost || fault.kind === "cut") this.#destroy(pair);
  }

  heal(): void {
    this.set(NO_FAULT);
  }

  close(): void {
    this.#server.close();
    this.set({ kind: "cut" });
  }

  #serve(client: Socket, port: number): void {
    const pair = { client, server: connect({ port, host: "127.0.0.1", noDelay: true }), hasLost: false };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    for (const socket of [client, pair.server]) socket.on("error", () => this.#destroy(pair));
    this.#pass(pair, client, pair.server);
    this.#pass(pair, pair.server, client);
    if (this.#fault.kind === "cut") this.#destroy(pair);
  }

  #pass(pair: Pair, from: Socket, to: Socket): void {
    let last: Promise<void> = Promise.resolve();
    const inOrder = (work: () => void) => {
      const fault = this.#fault;
      const over = this.#over;
      last = last.then(async () => {
        if (fault.kind === "hold") await over;
        if (fault.kind === "delay") await sleep(fault.ms);
        work();
      });
    };
    from.on("data", (chunk) => {
      if (this.#fault.kind === "lose") pair.hasLost = true;
      else inOrder(() => to.write(chunk));
    });
    // The end of a connection is not passed on while everything is lost.
    from.on("close", () => {
      if (this.#fault.kind === "lose") pair.hasLost = true;
      else inOrder(() => this.#destroy(pair));
    });
  }

  #destroy(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
