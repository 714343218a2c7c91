// The REST listener: one application on one or more addresses, and its orderly shutdown.
// The decision: "localhost" means both loopback addresses, so clients that prefer IPv6 and others reach the same
// server; a machine without one of them is served on the other.
import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import type Koa from "koa";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { RequestTimeout } from "../errors/request.ts";
import { StartRefused } from "../errors/server.ts";
import { bind } from "../net/bind.ts";
import type { TlsSource } from "../net/tls.ts";
import { NATIVE } from "./dialect/dialect.ts";
import type { PeerEndpoint } from "./peer-endpoint.ts";
import { isUnhurried } from "./unhurried.ts";
import { UnusedConnections } from "./unused.ts";

export interface Listener {
  readonly port: number;
  /** Refuses new connections, lets each finish its request, and closes the remaining ones after `limitMs`. */
  close(limitMs: number): Promise<void>;
}

const LOOPBACKS = ["127.0.0.1", "::1"];
/** Names of this machine; all of them listen on both loopback addresses. */
const LOCAL_HOSTS = new Set(["localhost", ...LOOPBACKS]);
const ABSENT_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
const PORT_ATTEMPTS = 20;
const SWEEP_MS = 50;

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** The interval at which connections are checked against the two limits above. */
const OPTIONS = { connectionsCheckingInterval: 2_000 };
/** A connection without any traffic for this time is closed, because its client does not read the response. */
const SILENCE_MS = 120_000;
/** Longer than clients and proxies keep idle connections, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

export function isLoopback(host: string): boolean {
  return LOCAL_HOSTS.has(host);
}

export function hostsOf(host: string): readonly string[] {
  return isLoopback(host) ? LOOPBACKS : [host];
}

/** The address to listen on, and the flag that sets its port. */
interface Address {
  readonly host: string;
  /** 0 selects a free port, the same on all addresses. */
  readonly port: number;
  readonly flag: string;
  /** Null: connections are not encrypted. */
  readonly tls: TlsSource | null;
  /** Attaches the limit of connections to a listener. */
  readonly limit: (server: NetServer) => void;
  /** Takes the connections of other servers; absent: there are none. */
  readonly peers?: Pick<PeerEndpoint, "connect" | "close"> | null;
}

/** @throws StartRefused with address and flag */
export async function listen(app: Koa, address: Address): Promise<Listener> {
  const { host } = address;
  const hosts = hostsOf(host);
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    const unused = new UnusedConnections();
    try {
      const chosen = await listenOnAll(app, address, hosts, servers, unused);
      const close = (limitMs: number) => {
        address.peers?.close(limitMs);
        return closeAll(servers, unused, limitMs);
      };
      return { port: chosen, close };
    } catch (error) {
      await closeAll(servers, unused, 0);
      // A port that is free on one loopback address may be taken on the other: try another one.
      if (address.port !== 0 || attempt === PORT_ATTEMPTS)
        throw refused(error as NodeJS.ErrnoException, address);
    }
  }
}

function serverFor(answer: RequestListener, tls: TlsSource | null): Server {
  if (tls === null) return createServer(OPTIONS, answer);
  const server = createSecureServer({ ...OPTIONS, ...tls.current }, answer);
  tls.onChange((changed) => server.setSecureContext(changed));
  // The methods that are used here are those that servers with and without TLS share.
  return server as unknown as Server;
}

async function listenOnAll(
  app: Koa,
  { port, tls, limit, peers }: Address,
  hosts: readonly string[],
  servers: Server[],
  unused: UnusedConnections,
): Promise<number> {
  let chosen = port;
  for (const host of hosts) {
    const server = serverFor(app.callback(), tls);
    // While the server stops, each connection is told that this response is its last.
    server.prependListener("request", (_, response) => {
      if (!server.listening) response.setHeader("Connection", "close");
    });
    server.on("clientError", answerUnreadable);
    if (peers) {
      server.on("connect", (request, socket, head) => {
        unused.forget(request.socket);
        peers.connect(request, socket, head);
      });
    }
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    limit(server);
    unused.watch(server);
    server.timeout = SILENCE_MS;
    try {
      chosen = await bind(server, host, chosen);
      servers.push(server);
    } catch (error) {
      const absent = ABSENT_ADDRESS.has((error as NodeJS.ErrnoException).code ?? "");
      if (!absent || hosts.length === 1 || (servers.length === 0 && host === hosts.at(-1))) throw error;
    }
  }
  return chosen;
}

/** Answers requests that Node cannot parse as HTTP; they never reach the application, and get the same envelope. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // An import has time limits of its own.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isUnhurried(socket)) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const reason =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new RequestTimeout("the request did not arrive in time")
      : new InvalidArgument(`the request cannot be read as HTTP (${error.code})`);
  const { status, contentType, body } = NATIVE.failure(reason, undefined, 0);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
  ];
  // The socket is destroyed, because a client that keeps its side open would hold the request for ever.
  socket.end(`${head.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}

async function closeAll(
  servers: readonly Server[],
  unused: UnusedConnections,
  limitMs: number,
): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  unused.close();
  // A connection that was sending its last response when closing began becomes idle only later.
  const sweep = setInterval(() => servers.forEach((server) => void server.closeIdleConnections()), SWEEP_MS);
  const limit = setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), limitMs);
  await Promise.all(closed);
  clearInterval(sweep);
  clearTimeout(limit);
}

function refused({ code, message }: NodeJS.ErrnoException, { host, port, flag }: Address): StartRefused {
  if (code === "EADDRINUSE") {
    return new StartRefused(
      `Port ${port} on ${host} is in use. Stop the other server or choose another ${flag}.`,
    );
  }
  if (code === "EACCES") {
    return new StartRefused(`Port ${port} may not be used by this user. Choose a ${flag} above 1023.`);
  }
  return new StartRefused(`Cannot listen on ${host}:${port}: ${message}. Check --host and ${flag}.`);
}
