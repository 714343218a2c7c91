// The gRPC protocol without a library, for arbitrary headers and bytes over HTTP/2, and their responses.
import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";

export interface RawAnswer {
  /** The HTTP status. */
  readonly http: number;
  /** The gRPC status; -1 if there is none. */
  readonly code: number;
  readonly details: string;
  /** The ignored fields; "" for none. */
  readonly ignored: string;
  /** The bytes of all messages, each with its flag and length. */
  readonly body: Buffer;
}

const ANSWER_MS = 120_000;

/** Frames a message with flag and length, which may be wrong. */
export function framed(message: Uint8Array, flag = 0, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

/** One connection. */
export class RawGrpc {
  readonly session: ClientHttp2Session;

  constructor(address: string) {
    this.session = connect(`http://${address}`, { maxSessionMemory: 1_000 });
    // Errors of the connection are visible in its calls.
    this.session.on("error", () => {});
  }

  /** Starts a call without ending its request. */
  begin(path: string, headers: Readonly<Record<string, string>> = {}): ClientHttp2Stream {
    const stream = this.session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    stream.on("error", () => {});
    return stream;
  }

  /** Makes a whole call. */
  async call(
    path: string,
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>> = {},
    waitMs = ANSWER_MS,
  ): Promise<RawAnswer> {
    const stream = this.begin(path, headers);
    stream.end(bytes);
    return answerTo(stream, waitMs);
  }

  /**
   * Closes the connection later: within the handling of a frame Node 20 frees memory that it then writes to, and
   * crashes.
   */
  close(): void {
    setImmediate(() => this.session.destroy());
  }
}

/** Waits for the response. @param waitMs is long for nearly any of them @throws when there is none within this time */
export async function answerTo(stream: ClientHttp2Stream, waitMs = ANSWER_MS): Promise<RawAnswer> {
  let status: Record<string, unknown> = {};
  const chunks: Buffer[] = [];
  const note = (headers: object) => {
    status = { ...status, ...headers };
  };
  stream.on("response", note).on("trailers", note);
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ends = ["end", "close"].map((event) => once(stream, event, { signal: AbortSignal.timeout(waitMs) }));
  if (!stream.closed) await Promise.race(ends);
  return {
    http: Number(status[":status"] ?? 0),
    code: Number(status["grpc-status"] ?? -1),
    details: decodeURIComponent(String(status["grpc-message"] ?? "")),
    ignored: String(status["x-azimuth-ignored"] ?? ""),
    body: Buffer.concat(chunks),
  };
}
