// HTTP/2 byte by byte, for input that no library sends: frames, headers without compression, and a connection that
// writes them.
// The decision: no library, because it would hide the behaviour of the server's process.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const PING = 6;
const END_STREAM = 1;
const ACK = 1;
const END_HEADERS = 4;
const HEAD_BYTES = 9;
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

export type Fields = readonly (readonly [name: string, value: string])[];

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes headers with names and values of fewer than 127 characters. */
function headerBlock(fields: Fields): Buffer {
  const literal = (text: string) => [Buffer.of(text.length), Buffer.from(text, "latin1")];
  return Buffer.concat(
    fields.flatMap(([name, value]) => [Buffer.of(0), ...literal(name), ...literal(value)]),
  );
}

/** Returns the headers of a call to a method. */
export function callFields(path: string, more: Fields = []): Fields {
  const own = { ":method": "POST", ":scheme": "http", ":path": path, ":authority": "localhost" };
  return [...Object.entries(own), ["content-type", "application/grpc"], ["te", "trailers"], ...more];
}

/** Returns a HEADERS frame. @param stream an odd number, greater than that of the call before */
export function headersFrame(stream: number, fields: Fields, isEnd = false): Buffer {
  return frame(HEADERS, END_HEADERS | (isEnd ? END_STREAM : 0), stream, headerBlock(fields));
}

export function dataFrame(stream: number, bytes: Uint8Array, isEnd = true): Buffer {
  return frame(DATA, isEnd ? END_STREAM : 0, stream, bytes);
}

/** Returns `count` stream ids from the first one. */
export function streamsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + 2 * i);
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** One connection. Frames of the server are read and dropped unless the test waits for them. */
export class FrameConnection {
  readonly socket: Socket;
  readonly #watching = new Set<(frame: Frame) => void>();
  #unread: Buffer = Buffer.alloc(0);

  constructor(address: string) {
    const [host, port] = address.split(":");
    this.socket = connect(Number(port), host);
    // Errors are ignored here: the test checks the later behaviour of the server.
    this.socket.on("error", () => {});
    this.socket.on("data", (bytes: Buffer) => this.#read(bytes));
    this.socket.write(Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0, Buffer.alloc(0))]));
  }

  /** Resolves when the kernel has all bytes. */
  send(...frames: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve) => this.socket.write(Buffer.concat(frames), () => resolve()));
  }

  /** Resolves when the server has processed everything that was sent before. */
  async handled(): Promise<void> {
    const answered = this.#next(({ type, flags }) => type === PING && flags === ACK);
    await this.send(frame(PING, 0, 0, Buffer.alloc(8)));
    await answered;
  }

  /** Closes the connection without a message. */
  async close(): Promise<void> {
    if (this.socket.destroyed) return;
    const closed = once(this.socket, "close");
    this.socket.resetAndDestroy();
    await closed;
  }

  #next(isIt: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const end = () => reject(new Error("the server closed the connection"));
      this.socket.once("close", end);
      const watch = (one: Frame) => {
        if (!isIt(one)) return;
        this.#watching.delete(watch);
        this.socket.off("close", end);
        resolve(one);
      };
      this.#watching.add(watch);
    });
  }

  #read(bytes: Buffer): void {
    let unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const size =
        unread.length < HEAD_BYTES ? Number.POSITIVE_INFINITY : HEAD_BYTES + unread.readUIntBE(0, 3);
      if (unread.length < size) break;
      const [type, flags, stream] = [unread.readUInt8(3), unread.readUInt8(4), unread.readUInt32BE(5)];
      const one = { type, flags, stream, payload: unread.subarray(HEAD_BYTES, size) };
      unread = unread.subarray(size);
      if (type === SETTINGS && flags !== ACK) this.socket.write(frame(SETTINGS, ACK, 0, Buffer.alloc(0)));
      for (const watch of [...this.#watching]) watch(one);
    }
    this.#unread = unread;
  }
}
