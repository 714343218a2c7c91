// The log as a stream of bytes: what is sent is what is read, however the bytes are divided.
import { expect } from "chai";
import { crc32 } from "../../../src/storage/crc32.ts";
import { encodeRecord, encodeState, MessageReader } from "../../../src/storage/log-stream.ts";
import { seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";

const SUMS = { crc32 };
const STATE = { lastLsn: 9, history: { log: "a-log", epochs: [{ epoch: 2, from: 5, id: "a-promotion" }] } };
const MIB = 2 ** 20;

/** Memory for bodies, with the sizes that are taken and not given back. */
class Bodies {
  readonly taken: number[] = [];
  most = 0;

  take(sizeBytes: number): Uint8Array {
    this.taken.push(sizeBytes);
    this.most = Math.max(this.most, sizeBytes);
    return new Uint8Array(new SharedArrayBuffer(sizeBytes));
  }

  give({ length }: Uint8Array): void {
    this.taken.splice(this.taken.indexOf(length), 1);
  }
}

const newReader = (bodies = new Bodies()) => new MessageReader(SUMS, bodies);
const plain = (messages: Iterable<unknown>) => JSON.parse(JSON.stringify([...messages]));

function messagesOf(count: number): Uint8Array {
  const records = Array.from({ length: count }, (_, i) => {
    const body = Uint8Array.from({ length: (i * 37) % 101 }, (_, j) => i + j);
    return encodeRecord(SUMS, { lsn: i + 1, type: 16 + (i % 3), body });
  });
  return Buffer.concat([encodeState(SUMS, STATE), ...records, encodeState(SUMS, STATE)]);
}

describe("the stream of the log", () => {
  it("the stream of the log has each record with its LSN, type and body, and the states between them", () => {
    const body = Uint8Array.of(1, 2, 3);
    const bytes = [encodeState(SUMS, STATE), encodeRecord(SUMS, { lsn: 2 ** 40, type: 18, body })];
    const [state, record] = [...newReader().read(Buffer.concat(bytes))];
    expect(state).to.deep.equal({ kind: "state", state: STATE });
    expect(plain([record])).to.deep.equal(
      plain([{ kind: "record", record: { lsn: 2 ** 40, type: 18, body } }]),
    );
  });

  it("the stream of the log is read alike however its bytes are divided", () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const bytes = messagesOf(40);
    const whole = plain(newReader().read(bytes));
    expect(whole).to.have.length(42);
    for (let round = 0; round < 50; round++) {
      const reader = newReader();
      const found: unknown[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = 1 + Math.floor(random() ** 3 * 300);
        found.push(...reader.read(bytes.subarray(at, at + length)));
        at += length;
      }
      expect(plain(found), `seed ${seed}`).to.deep.equal(whole);
    }
  });

  it("the stream of the log is refused if any bit of it is another one", () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const bytes = messagesOf(8);
    for (let round = 0; round < 300; round++) {
      const broken = Uint8Array.from(bytes);
      const bit = Math.floor(random() * bytes.length * 8);
      broken[bit >> 3]! ^= 1 << (bit & 7);
      const found: unknown[] = [];
      let refusal: Error | null = null;
      try {
        for (const message of newReader().read(broken)) found.push(message);
      } catch (error) {
        refusal = error as Error;
      }
      // A length that is too large waits for bytes that never come.
      const isShort = refusal === null && found.length < 10;
      expect(isShort || refusal?.message.includes("damaged"), `seed ${seed}, bit ${bit}`).to.equal(true);
    }
  });

  it("the stream of the log gives back the memory of a record of which only a part has come", () => {
    const bodies = new Bodies();
    const reader = newReader(bodies);
    const record = encodeRecord(SUMS, { lsn: 1, type: 16, body: new Uint8Array(100) });
    expect([...reader.read(record.subarray(0, 60))]).to.deep.equal([]);
    expect(bodies.taken).to.deep.equal([100]);
    reader.end();
    expect(bodies.taken).to.deep.equal([]);
    expect([...reader.read(record)]).to.have.length(1);
  });

  it("the stream of the log gives back the memory of a record that does not match its CRC", () => {
    const bodies = new Bodies();
    const reader = newReader(bodies);
    const record = encodeRecord(SUMS, { lsn: 1, type: 16, body: new Uint8Array(100) });
    record[30]! ^= 1;
    expect(() => [...reader.read(record)]).to.throw("LSN 1 does not match its CRC");
    reader.end();
    expect(bodies.taken).to.deep.equal([]);
  });

  it("the stream of the log takes memory for a long record as its bytes come, whatever length it announces", () => {
    const bodies = new Bodies();
    const reader = newReader(bodies);
    const header = encodeRecord(SUMS, { lsn: 1, type: 16, body: new Uint8Array(0) });
    new DataView(header.buffer).setUint32(0, 2 ** 30, true);
    expect([...reader.read(header)]).to.deep.equal([]);
    for (let i = 0; i < 5; i++) expect([...reader.read(new Uint8Array(MIB))]).to.deep.equal([]);
    expect(bodies.taken).to.deep.equal([8 * MIB]);
    reader.end();
    const body = Uint8Array.from({ length: 3 * MIB }, (_, i) => i * 7);
    const [message] = [...reader.read(encodeRecord(SUMS, { lsn: 9, type: 16, body }))];
    expect(message).to.deep.include({ kind: "record" });
    const { record } = message as Extract<typeof message, { kind: "record" }>;
    expect(Buffer.compare(record.body, body)).to.equal(0);
    expect(bodies.taken).to.deep.equal([3 * MIB]);
  });

  it("the stream of the log refuses states and records that are longer than any", () => {
    for (const [type, length] of [
      [0, MIB + 1],
      [16, 2 ** 30 + 1],
    ] as const) {
      const header = encodeRecord(SUMS, { lsn: 1, type, body: new Uint8Array(0) });
      new DataView(header.buffer).setUint32(0, length, true);
      expect(() => [...newReader().read(header)]).to.throw(`damaged: a message of ${length} bytes`);
    }
  });

  it("the stream of the log refuses states of another form", () => {
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      '{"lastLsn":1}',
      '{"lastLsn":1,"history":{"log":"a","epochs":[null]}}',
    ]) {
      const state = encodeRecord(SUMS, { lsn: 1, type: 0, body: new TextEncoder().encode(text) });
      expect(() => [...newReader().read(state)], text).to.throw("the state of the leader has another form");
    }
  });
});
