// Settings of listeners: where they are, what they speak, who may use them and how much of it.
import { MAX_BODY_BYTES, MAX_BODY_BYTES_UNDER_WAY } from "../schema/limits.ts";
import { readInteger, readList, readPath, readPort, readSize, readText } from "./readers.ts";
import type { Setting } from "./setting.ts";

const DEFAULT_HOST = "127.0.0.1";
const REST_PORT = 6573;
const GRPC_PORT = 6574;
const UI_PORT = 6575;
const MIB = 2 ** 20;
const MIN_BODY_BYTES = 1024;
/** The largest body is half of all bodies in progress, so that one request leaves half to others. */
const MAX_CONFIGURABLE_BODY_BYTES = MAX_BODY_BYTES_UNDER_WAY / 2;
const DEFAULT_CONNECTIONS = 4_096;
const MIN_CONNECTIONS = 16;
const MAX_CONNECTIONS = 65_536;

export const LISTENER_SETTINGS: readonly Setting[] = [
  {
    name: "host",
    flag: "--host <address>",
    help: `address to listen on (${DEFAULT_HOST}: only this machine, IPv4 and IPv6)`,
    fallback: DEFAULT_HOST,
    read: readText,
  },
  {
    name: "restPort",
    flag: "--rest-port <port>",
    help: `port of the REST API, 0 for any free port (${REST_PORT})`,
    fallback: REST_PORT,
    read: readPort,
  },
  {
    name: "grpcPort",
    flag: "--grpc-port <port>",
    help: `port of gRPC (${GRPC_PORT})`,
    fallback: GRPC_PORT,
    read: readPort,
  },
  {
    name: "uiPort",
    flag: "--ui-port <port>",
    help: `port of the console, the license API and a proxy of the REST API (${UI_PORT})`,
    fallback: UI_PORT,
    read: readPort,
  },
  {
    name: "qdrantPort",
    flag: "--qdrant-port <port>",
    help: "port of a second REST listener that always uses the Qdrant dialect, usually 6333 (none)",
    fallback: null,
    read: readPort,
  },
  {
    name: "qdrantGrpcPort",
    flag: "--qdrant-grpc-port <port>",
    help: "second gRPC port, for tools that expect Qdrant's port, usually 6334 (none)",
    fallback: null,
    read: readPort,
  },
  {
    name: "tlsCert",
    flag: "--tls-cert <path>",
    help: "certificate of the server with its chain, in PEM; switches TLS on for all ports (none)",
    fallback: null,
    read: readPath,
  },
  {
    name: "tlsKey",
    flag: "--tls-key <path>",
    help: "private key of that certificate, in PEM",
    fallback: null,
    read: readPath,
  },
  {
    name: "maxBodySize",
    flag: "--max-body-size <size>",
    help: `largest request body or message, from 1KiB to ${MAX_CONFIGURABLE_BODY_BYTES / MIB}MiB (${MAX_BODY_BYTES / MIB}MiB)`,
    fallback: MAX_BODY_BYTES,
    read: readBodySize,
  },
  {
    name: "maxConnections",
    flag: "--max-connections <count>",
    help: `maximum of open connections of a listener; one address may have half of them (${DEFAULT_CONNECTIONS})`,
    fallback: DEFAULT_CONNECTIONS,
    read: (text) => readInteger(text, MIN_CONNECTIONS, MAX_CONNECTIONS, "a number of connections"),
  },
  {
    name: "allowedHosts",
    flag: "--allowed-hosts <names>",
    help: "host names that requests without credentials may use, separated by commas",
    isList: true,
    fallback: [],
    read: (text) => readList(text.toLowerCase()),
  },
  {
    name: "corsOrigins",
    flag: "--cors-origins <origins>",
    help: "origins of web pages that may use this server, such as https://app.example.com, separated by commas (none)",
    isList: true,
    fallback: [],
    read: readOrigins,
  },
  {
    name: "publicUrl",
    flag: "--public-url <url>",
    help: "address of the REST API for programs elsewhere, such as https://vectors.example.com, for the examples of the console (none)",
    fallback: null,
    read: readAddress,
  },
  {
    name: "publicGrpcUrl",
    flag: "--public-grpc-url <url>",
    help: "the same for gRPC (none)",
    fallback: null,
    read: readAddress,
  },
  {
    name: "portsFile",
    flag: "--ports-file <path>",
    help: "write the ports to this file as JSON once the server is ready",
    fallback: null,
    read: readPath,
  },
];

function readBodySize(text: string): number {
  return readSize(
    text,
    MIN_BODY_BYTES,
    MAX_CONFIGURABLE_BODY_BYTES,
    `from 1KiB to ${MAX_CONFIGURABLE_BODY_BYTES / MIB}MiB`,
  );
}

function readOrigins(text: string): string[] {
  const origins = readList(text);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return origins;
  throw new Error("expected origins such as https://app.example.com, without a path");
}

/** Reads an address without a slash at its end. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}` === "";
  if (!isAddress || url.username !== "" || url.password !== "")
    throw new Error("expected an address such as https://vectors.example.com");
  return text.replace(/\/+$/, "");
}
