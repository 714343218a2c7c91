// The log as a stream of bytes, as a follower receives it from its leader.
// The decision: a record is sent as it is in the log, and each has a checksum of its own, because a follower writes it
// to its log. Between records the leader tells its state, so that a follower knows how far behind it is, and that the
// leader is alive.
//
// A stream is messages back to back; integers are little endian, crc32 is zlib's.
//    0 u32 length of the body     4 u32 crc32(bytes 8..23 and the body)
//    8 f64 LSN                   16 u32 type: that of the record, or 0   20 u32 0
//   24 the body: that of the record, or for type 0 a LeaderState as JSON in UTF-8
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type Epochs, isEpochs } from "./epochs.ts";
import type { FileSystem } from "./fs.ts";
import { MAX_RECORD_BYTES } from "./log.ts";
import type { LogRecord } from "./replay.ts";

const HEADER_BYTES = 24;
const STATE = 0;

type Sums = Pick<FileSystem, "crc32">;

/** The position of the leader, and the history of its log. */
export interface LeaderState {
  /** The LSN of its last durable record. */
  readonly lastLsn: number;
  readonly history: Pick<Epochs, "log" | "epochs">;
}

type Message =
  | { readonly kind: "record"; readonly record: LogRecord }
  | { readonly kind: "state"; readonly state: LeaderState };

/** Returns the bytes that a record has in the stream. */
export function recordBytes({ body }: LogRecord): number {
  return HEADER_BYTES + body.length;
}

export function encodeRecord(fs: Sums, { lsn, type, body }: LogRecord): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length, true);
  view.setFloat64(8, lsn, true);
  view.setUint32(16, type, true);
  bytes.set(body, HEADER_BYTES);
  view.setUint32(4, fs.crc32(bytes.subarray(8)), true);
  return bytes;
}

export function encodeState(fs: Sums, state: LeaderState): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(state));
  return encodeRecord(fs, { lsn: state.lastLsn, type: STATE, body });
}

/** Reads the messages of a stream whose bytes come in parts of any size. */
export class MessageReader {
  readonly #fs: Sums;
  readonly #allocate: (sizeBytes: number) => Uint8Array;
  readonly #header = new Uint8Array(HEADER_BYTES);
  /** The part of a message that is being filled: its header, then its body. */
  #target: Uint8Array = this.#header;
  #filled = 0;

  /** @param allocate returns the memory for the body of a record */
  constructor(fs: Sums, allocate: (sizeBytes: number) => Uint8Array) {
    this.#fs = fs;
    this.#allocate = allocate;
  }

  /** Returns the messages that are complete with this part. @throws VectorDbError if the stream is damaged */
  *read(part: Uint8Array): Generator<Message> {
    for (let at = 0; at < part.length; ) {
      const bytes = part.subarray(at, at + this.#target.length - this.#filled);
      this.#target.set(bytes, this.#filled);
      this.#filled += bytes.length;
      at += bytes.length;
      if (this.#filled < this.#target.length) return;
      if (this.#target === this.#header) {
        this.#target = this.#bodyFor(viewOf(this.#header));
        this.#filled = 0;
        if (this.#target.length > 0) continue;
      }
      const body = this.#target;
      this.#target = this.#header;
      this.#filled = 0;
      yield this.#message(body);
    }
  }

  /** Ends the reading. @param giveBack takes the memory of a record of which only a part has come */
  end(giveBack: (body: Uint8Array) => void): void {
    const isRecord = this.#target !== this.#header && this.#target.buffer instanceof SharedArrayBuffer;
    if (isRecord) giveBack(this.#target);
    this.#target = this.#header;
    this.#filled = 0;
  }

  #bodyFor(header: DataView): Uint8Array {
    const length = header.getUint32(0, true);
    if (length > MAX_RECORD_BYTES) throw damaged(`a record of ${length} bytes`);
    const isState = header.getUint32(16, true) === STATE;
    return isState || length === 0 ? new Uint8Array(length) : this.#allocate(length);
  }

  #message(body: Uint8Array): Message {
    const view = viewOf(this.#header);
    const [lsn, type] = [view.getFloat64(8, true), view.getUint32(16, true)];
    const crc = this.#fs.crc32(body, this.#fs.crc32(this.#header.subarray(8)));
    if (view.getUint32(4, true) !== crc) throw damaged(`LSN ${lsn} does not match its CRC`);
    if (type !== STATE) return { kind: "record", record: { lsn, type, body } };
    return { kind: "state", state: stateFrom(JSON.parse(new TextDecoder().decode(body))) };
  }
}

function stateFrom(value: LeaderState): LeaderState {
  const { lastLsn, history } = value;
  if (Number.isSafeInteger(lastLsn) && isEpochs({ ...history, replaced: null, replaces: null })) return value;
  throw damaged("the state of the leader has another form");
}

function damaged(how: string): VectorDbError {
  return new VectorDbError("INTERNAL", `the log that the leader sends is damaged: ${how}`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
