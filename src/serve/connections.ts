// Limits the connections of the listeners.
// The decision: a connection beyond the limit is closed at once, before a byte is read. One address may have half of
// the connections, so that no client can lock out all others by keeping connections open; a proxy in front of all
// clients has that half. All listeners together also have a limit, because every connection takes a file descriptor,
// and storage needs some.
import type { Server, Socket } from "node:net";

/** Connections that are open, counted by address. */
class Count {
  readonly #max: number;
  readonly #maxPerAddress: number;
  readonly #byAddress = new Map<string, number>();
  #open = 0;

  constructor(max: number) {
    this.#max = max;
    this.#maxPerAddress = Math.ceil(max / 2);
  }

  accepts(address: string): boolean {
    return this.#open < this.#max && (this.#byAddress.get(address) ?? 0) < this.#maxPerAddress;
  }

  add(address: string): void {
    this.#open++;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
  }

  remove(address: string): void {
    this.#open--;
    const left = this.#byAddress.get(address)! - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}

export class ConnectionLimits {
  readonly #ofListener: number;
  readonly #ofAll: Count;

  /** @param ofListener the most that one listener takes @param ofAll the most of all together */
  constructor(ofListener: number, ofAll = Number.POSITIVE_INFINITY) {
    this.#ofListener = ofListener;
    this.#ofAll = new Count(ofAll);
  }

  /** To be called for each server of a listener. */
  limit(server: Server): void {
    server.maxConnections = this.#ofListener;
    const counts = [new Count(this.#ofListener), this.#ofAll];
    server.prependListener("connection", (socket: Socket) => {
      const address = socket.remoteAddress ?? "";
      if (!counts.every((count) => count.accepts(address))) {
        socket.destroy();
        return;
      }
      for (const count of counts) count.add(address);
      socket.once("close", () => {
        for (const count of counts) count.remove(address);
      });
    });
  }
}
