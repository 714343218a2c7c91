// The protocol of gRPC without a library: whatever headers and bytes a test wants to send over HTTP/2, and what came back.
import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";

export interface RawAnswer {
  /** Of HTTP. */
  readonly http: number;
  /** Of gRPC; -1 where the answer has none. */
  readonly code: number;
  readonly details: string;
  /** Which fields nothing was done with; "": none. */
  readonly ignored: string;
  /** The bytes of all messages, each after its flag and length. */
  readonly body: Buffer;
}

const ANSWER_MS = 20_000;

/** A message as it is sent: flag, length, bytes. All of them may lie. */
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
    // What becomes of the connection is seen by what becomes of the calls on it.
    this.session.on("error", () => {});
  }

  /** A call that has only begun. */
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

  /** A whole call. */
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

  /** Not at once: within the handling of a frame Node 20 frees what it goes on to write to, and ends this process. */
  close(): void {
    setImmediate(() => this.session.destroy());
  }
}

/** @param waitMs long for nearly any of them @throws when none came within this time */
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
