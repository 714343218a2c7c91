// The HTTP calls of a follower to its leader.
// The decision: the client of Node itself, because the log is one answer that never ends, with a limit on silence in
// place of one on time. An error of the leader is passed on with its text.
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { ERROR_STATUS, HTTP_OK } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";

/** How a leader is reached. */
export interface LeaderAddress {
  readonly url: string;
  /**
   * Reads the token, which has to have the permissions read and admin; null: the leader asks for none. It is read for
   * each request, so it can be changed without a restart.
   */
  readonly token: (() => Promise<string>) | null;
}

interface Ask {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  /** The content type of the answer, without parameters. */
  readonly type: string;
  /** Milliseconds without a byte after which the leader counts as gone. */
  readonly silenceMs: number;
  readonly signal?: AbortSignal;
}

const JSON_TYPE = "application/json";
const MAX_ERROR_BYTES = 64 * 1024;
/** The characters that are shown of an answer which is not understood. */
const MAX_SHOWN = 200;

/** An answer of the leader that is an error. */
export class LeaderRefuses extends Error {
  readonly status: number;
  /** The code of the error; null: what answered is no server of this kind. */
  readonly code: string | null;

  /** Whether a leader refuses the request itself, and has no fault and no pause. */
  get isDecided(): boolean {
    return this.code !== null && this.status < ERROR_STATUS.INTERNAL.http;
  }

  constructor(status: number, body: string) {
    const told = errorIn(body);
    const other = `it answers with status ${status}: ${JSON.stringify(body.slice(0, MAX_SHOWN))}`;
    super(told?.text ?? other);
    this.status = status;
    this.code = told?.code ?? null;
  }
}

/**
 * Sends a request.
 * @returns the answer, whose body has to be read
 * @throws LeaderRefuses, Error if it cannot be reached
 */
export async function ask(
  { url, token }: LeaderAddress,
  { method, path, body, type, silenceMs, signal }: Ask,
): Promise<IncomingMessage> {
  const target = new URL(path, url.endsWith("/") ? url : `${url}/`);
  const send = target.protocol === "https:" ? requestSecure : requestPlain;
  const headers = {
    ...(token !== null && { authorization: `Bearer ${await token()}` }),
    ...(body && { "content-type": "application/json" }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(target, { method, headers, timeout: silenceMs, ...(signal && { signal }) }, resolve);
    sent.on("timeout", () => sent.destroy(new Error(`no byte for ${silenceMs / 1000} s`)));
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
  const status = response.statusCode ?? 0;
  const given = (response.headers["content-type"] ?? "").split(";")[0]!.trim();
  if (status === HTTP_OK && given === type) return response;
  if (status === HTTP_OK) {
    response.destroy();
    throw new LeaderRefuses(status, `content of the type ${given || "unknown"}`);
  }
  throw new LeaderRefuses(status, await textOf(response));
}

/** Posts a request whose answer is the envelope. @returns the result */
export async function resultOf(
  address: LeaderAddress,
  request: Omit<Ask, "method" | "type">,
): Promise<unknown> {
  const text = await textOf(await ask(address, { ...request, method: "POST", type: JSON_TYPE }));
  return (JSON.parse(text) as { result: unknown }).result;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MAX_ERROR_BYTES)
      throw new VectorDbError("INTERNAL", "the leader answers with too many bytes");
  }
  return Buffer.concat(parts).toString();
}

/** Returns the error in the body of an answer; null: something else answers at this address. */
function errorIn(body: string): { readonly text: string; readonly code: string } | null {
  try {
    const { error, code } = (JSON.parse(body) as { status: { error: unknown; code: unknown } }).status;
    return typeof error === "string" && typeof code === "string" ? { text: error, code } : null;
  } catch {
    return null;
  }
}
