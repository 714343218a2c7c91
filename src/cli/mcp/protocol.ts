// The Model Context Protocol over stdio: JSON-RPC 2.0, a message on each line.
// The decision: our own code, because a server of three tools needs no more than this file. Requests are answered in
// the order in which they finish; notifications and responses get no response; stdout carries nothing but messages.
import { LineSplitter } from "../../json/line-splitter.ts";
import { parseExact, writePlain } from "../../json/plain.ts";
import type { Output } from "../common/output.ts";

/** The newest first: it is offered to a client that asks for an unknown one. */
const PROTOCOL_VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  /** Runs the tool. @throws Error whose text is for the caller */
  readonly call: (input: Fields) => Promise<unknown>;
}

export type Fields = Readonly<Record<string, unknown>>;

interface McpParts {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly log: (text: string) => void;
}

/** The reason why a request is refused by the protocol. */
class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Serves until the input ends and all requests are answered. */
export async function serveMcp(parts: McpParts): Promise<void> {
  const splitter = new LineSplitter(MAX_MESSAGE_BYTES);
  const running = new Set<Promise<void>>();
  const take = (lines: Iterable<{ bytes: Uint8Array; fault: string | null }>) => {
    for (const { bytes, fault } of lines) {
      if (fault === null && bytes.length === 0) continue;
      const done = handle(parts, fault === null ? Buffer.from(bytes).toString() : null);
      running.add(done);
      void done.then(() => running.delete(done));
    }
  };
  for await (const chunk of parts.stdin) take(splitter.feed(chunk));
  take(splitter.end());
  await Promise.all(running);
}

/** @param text null: it is too long. It does not throw. */
async function handle(parts: McpParts, text: string | null): Promise<void> {
  const send = (message: unknown) => void parts.stdout.write(`${writePlain(message)}\n`);
  let message: unknown;
  try {
    message = parseExact(text ?? "");
  } catch {
    send(failure(null, PARSE_ERROR, "Parse error: expected JSON-RPC, one message on each line"));
    return;
  }
  // A batch is part of one version of the protocol; it gets one response.
  const all = Array.isArray(message) && message.length > 0 ? message : [message];
  const replies = (await Promise.all(all.map((request) => replyTo(parts, request)))).filter(
    (reply) => reply !== null,
  );
  if (replies.length > 0) send(Array.isArray(message) && message.length > 0 ? replies : replies[0]);
}

/** Returns null if there is no response. It does not throw. */
async function replyTo(parts: McpParts, message: unknown): Promise<object | null> {
  if (!isFields(message)) return failure(null, INVALID_REQUEST, "Invalid request: expected an object");
  const { id, method, params } = message;
  const isRequest = typeof id === "string" || typeof id === "number" || typeof id === "bigint";
  if (typeof method !== "string") {
    // A response is ignored, because this server sends no requests.
    if ("result" in message || "error" in message) return null;
    return failure(isRequest ? id : null, INVALID_REQUEST, "Invalid request: expected a method");
  }
  if (!isRequest) return null;
  try {
    return { jsonrpc: "2.0", id, result: await answer(parts, method, isFields(params) ? params : {}) };
  } catch (error) {
    const { code, message: why } = error as RpcError;
    return failure(id, code, why);
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function answer(parts: McpParts, method: string, params: Fields): Promise<object> {
  switch (method) {
    case "initialize":
      return initialized(parts, params);
    case "ping":
      return {};
    case "tools/list":
      return {
        tools: parts.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      };
    case "tools/call":
      return called(parts, params);
    default:
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }
}

function initialized(
  { version, instructions, log }: McpParts,
  { protocolVersion, clientInfo }: Fields,
): object {
  const known = PROTOCOL_VERSIONS.find((supported) => supported === protocolVersion);
  const client = isFields(clientInfo) ? `${clientInfo.name} ${clientInfo.version}` : "a client";
  log(`${client} speaks ${protocolVersion}; answered with ${known ?? PROTOCOL_VERSIONS[0]}`);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: "azimuth", version },
    instructions,
  };
}

/** Runs a tool. An error inside a tool is its result, because the caller should read it. */
async function called({ tools, log }: McpParts, { name, arguments: input = {} }: Fields): Promise<object> {
  const tool = tools.find((known) => known.name === name);
  if (!tool) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${String(name)}`);
  if (!isFields(input)) throw new RpcError(INVALID_PARAMS, "arguments: expected an object");
  try {
    return { content: [{ type: "text", text: writePlain(await tool.call(input)) }], isError: false };
  } catch (error) {
    const { message } = error as Error;
    log(`${tool.name} failed: ${message}`);
    return { content: [{ type: "text", text: message }], isError: true };
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
