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
/** The most bytes of a state: its history has some hundred bytes for each promotion. */
const MAX_STATE_BYTES = 2 ** 20;
/** Memory for a longer body is taken as its bytes arrive, because a length alone may be wrong. */
const FIRST_BYTES = 2 ** 20;

type Sums = Pick<FileSystem, "crc32">;

/** The position of the leader, and the history of its log. */
export interface LeaderState {
  /** The LSN of its last durable record. */
  readonly lastLsn: number;
  readonly history: Pick<Epochs, "log" | "epochs">;
  /** The number of points that are sent first, in a copy of a shard. */
  readonly points?: number | undefined;
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

/** Returns the record in the bytes that `encodeRecord` has returned. */
export function recordIn(message: Uint8Array): LogRecord {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const body = message.subarray(HEADER_BYTES);
  return { lsn: view.getFloat64(8, true), type: view.getUint32(16, true), body };
}

export function encodeState(fs: Sums, state: LeaderState): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(state));
  return encodeRecord(fs, { lsn: state.lastLsn, type: STATE, body });
}

/** The memory for the bodies of records. */
interface BodyMemory {
  take(sizeBytes: number): Uint8Array;
  give(body: Uint8Array): void;
}

/** Reads the messages of a stream whose bytes come in parts of any size. */
export class MessageReader {
  readonly #fs: Sums;
  readonly #memory: BodyMemory;
  readonly #header = new Uint8Array(HEADER_BYTES);
  /** The body of the message, or a part of it if it is long; null: the header is read. */
  #body: Uint8Array | null = null;
  /** The bytes of the header or the body that have come. */
  #filled = 0;

  /** @param memory where the bodies of records are; what a reader of messages gets is its own */
  constructor(fs: Sums, memory: BodyMemory) {
    this.#fs = fs;
    this.#memory = memory;
  }

  /** Returns the messages that are complete with this part. @throws VectorDbError if the stream is damaged */
  *read(part: Uint8Array): Generator<Message> {
    for (let at = 0; at < part.length; ) {
      const target = this.#body ?? this.#header;
      const bytes = part.subarray(at, at + target.length - this.#filled);
      target.set(bytes, this.#filled);
      this.#filled += bytes.length;
      at += bytes.length;
      if (this.#filled < target.length) return;
      if (this.#body === null) {
        this.#begin();
        if (this.#length > 0) continue;
      }
      if (this.#filled < this.#length) this.#grow();
      else yield this.#message();
    }
  }

  /** Gives back the memory of a record of which only a part has come. */
  end(): void {
    if (this.#body !== null && !this.#isState) this.#memory.give(this.#body);
    this.#body = null;
    this.#filled = 0;
  }

  get #view(): DataView {
    return new DataView(this.#header.buffer);
  }

  /** The length of the body. */
  get #length(): number {
    return this.#view.getUint32(0, true);
  }

  get #isState(): boolean {
    return this.#view.getUint32(16, true) === STATE;
  }

  #begin(): void {
    if (this.#length > (this.#isState ? MAX_STATE_BYTES : MAX_RECORD_BYTES))
      throw damaged(`a message of ${this.#length} bytes`);
    const first = Math.min(this.#length, FIRST_BYTES);
    this.#body = this.#isState ? new Uint8Array(first) : this.#memory.take(first);
    this.#filled = 0;
  }

  /** Takes memory for twice the bytes that have come. */
  #grow(): void {
    const small = this.#body!;
    const large = this.#memory.take(Math.min(this.#length, 2 * small.length));
    large.set(small);
    this.#body = large;
    this.#memory.give(small);
  }

  #message(): Message {
    const body = this.#body!;
    const view = this.#view;
    const [lsn, type] = [view.getFloat64(8, true), view.getUint32(16, true)];
    const crc = this.#fs.crc32(body, this.#fs.crc32(this.#header.subarray(8)));
    // Until here the body is given back by `end`.
    if (view.getUint32(4, true) !== crc) throw damaged(`LSN ${lsn} does not match its CRC`);
    this.#body = null;
    this.#filled = 0;
    if (type !== STATE) return { kind: "record", record: { lsn, type, body } };
    return { kind: "state", state: stateFrom(new TextDecoder().decode(body)) };
  }
}

function stateFrom(text: string): LeaderState {
  try {
    const value = JSON.parse(text) as LeaderState;
    const { lastLsn, history } = value;
    if (Number.isSafeInteger(lastLsn) && isEpochs({ ...history, replaced: null, replaces: null }))
      return value;
  } catch {
    // It is no JSON, or null.
  }
  throw damaged("the state of the leader has another form");
}

function damaged(how: string): VectorDbError {
  return new VectorDbError("INTERNAL", `the log that the leader sends is damaged: ${how}`);
}
