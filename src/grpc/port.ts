// A gRPC port: it listens from the start of the server, and the code that answers calls is loaded with its first
// connection.
// The decision: that code takes ten megabytes and a sixth of the CPU time of a start, and many servers are used over
// REST alone. Connections that arrive while it is loaded wait, and so do their first bytes.
import { createServer, type Server, type Socket } from "node:net";
import { StartRefused } from "../errors/server.ts";
import { bind } from "../net/bind.ts";
import type { TlsSource } from "../net/tls.ts";
import type { LoadCalls } from "./load.ts";
import type { CallServer, CallServerParts } from "./server.ts";

interface GrpcAddress {
  readonly hosts: readonly string[];
  /** 0 selects a free port, the same on all addresses. */
  readonly port: number;
  readonly flag: string;
  /** Null: connections are not encrypted. */
  readonly tls: TlsSource | null;
  /** Attaches the limit of connections to a listener. */
  readonly limit: (server: Server) => void;
  /** Loads the code that answers calls. */
  readonly load: LoadCalls;
}

const PORT_ATTEMPTS = 20;
const ABSENT_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** @throws StartRefused with address and flag */
export async function listenForGrpc(parts: CallServerParts, address: GrpcAddress): Promise<GrpcPort> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    try {
      const chosen = await bindAll(servers, address);
      return new GrpcPort(chosen, servers, parts, address);
    } catch (error) {
      for (const server of servers) server.close();
      // A port that is free on one loopback address may be taken on the other: try another one.
      if (address.port !== 0 || attempt === PORT_ATTEMPTS) throw refused(error as Error, address);
    }
  }
}

export class GrpcPort {
  readonly port: number;
  readonly #servers: readonly Server[];
  readonly #parts: CallServerParts;
  readonly #tls: TlsSource | null;
  readonly #loadCalls: LoadCalls;
  readonly #open = new Set<Socket>();
  /** Connections that wait until the code is loaded. */
  readonly #waiting = new Set<Socket>();
  #calls: CallServer | null = null;
  #isLoading = false;
  #isServing = false;
  #isClosed = false;

  constructor(
    port: number,
    servers: readonly Server[],
    parts: CallServerParts,
    { tls, load }: Pick<GrpcAddress, "tls" | "load">,
  ) {
    this.port = port;
    this.#servers = servers;
    this.#parts = parts;
    this.#tls = tls;
    this.#loadCalls = load;
    for (const server of servers) server.on("connection", (socket) => this.#accept(socket));
  }

  /** From now on health checks say that calls are answered. */
  serve(): void {
    this.#isServing = true;
    if (this.#calls) this.#calls.health.serving = true;
  }

  /** Refuses new calls, lets each call finish, and aborts the remaining ones after `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.#isClosed = true;
    this.#dropWaiting();
    const closed = this.#servers.map((server) => new Promise<void>((done) => server.close(() => done())));
    await this.#calls?.close(limitMs);
    // Connections that never came as far as a call.
    for (const socket of this.#open) socket.destroy();
    await Promise.all(closed);
  }

  #accept(socket: Socket): void {
    // A connection beyond the limit has been destroyed.
    if (socket.destroyed) return;
    // It was accepted while the port was being closed.
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    if (this.#calls) {
      this.#calls.accept(socket);
      return;
    }
    this.#waiting.add(socket);
    // A connection that its client resets meanwhile must not end the server.
    socket.on("error", ignore);
    socket.once("close", () => this.#waiting.delete(socket));
    if (!this.#isLoading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const { serveCalls } = await this.#loadCalls();
      if (this.#isClosed) return;
      const calls = serveCalls(this.#parts, this.#tls);
      calls.health.serving = this.#isServing;
      this.#calls = calls;
      for (const socket of this.#waiting) {
        socket.off("error", ignore);
        if (!socket.destroyed) calls.accept(socket);
      }
      this.#waiting.clear();
    } catch (err) {
      this.#parts.log.error({ err }, "the code for gRPC cannot be loaded; the next connection tries again");
      this.#dropWaiting();
    } finally {
      this.#isLoading = false;
    }
  }

  #dropWaiting(): void {
    for (const socket of this.#waiting) socket.destroy();
  }
}

function ignore(): void {}

async function bindAll(servers: Server[], { hosts, port, limit }: GrpcAddress): Promise<number> {
  let chosen = port;
  for (const host of hosts) {
    const server = createServer({ noDelay: true });
    limit(server);
    try {
      chosen = await bind(server, host, chosen);
      servers.push(server);
    } catch (error) {
      // A machine may lack one of the loopback addresses; then the server listens on the other.
      const isAbsent = ABSENT_ADDRESS.has((error as NodeJS.ErrnoException).code ?? "");
      if (!isAbsent || hosts.length === 1 || (servers.length === 0 && host === hosts.at(-1))) throw error;
    }
  }
  return chosen;
}

function refused({ message }: Error, { hosts, port, flag }: GrpcAddress): StartRefused {
  const [host] = hosts;
  if (message.includes("EADDRINUSE")) {
    return new StartRefused(
      `Port ${port} on ${host} is in use. Stop the other server or choose another ${flag}.`,
    );
  }
  return new StartRefused(`Cannot listen on ${host}:${port} for gRPC: ${message}. Check --host and ${flag}.`);
}
