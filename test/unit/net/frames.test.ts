// Messages in frames: what arrives, however it was cut, and what is refused.
import { expect } from "chai";
import { FrameSender } from "../../../src/net/frame-sender.ts";
import {
  ANSWER,
  BrokenFrames,
  FAILURE,
  FRAME_BYTES,
  FrameReader,
  HEAD_BYTES,
  joined,
  type Message,
} from "../../../src/net/frames.ts";
import { runWhole } from "../../../src/scheduling/slices.ts";
import { between, bytes, countOf, type Random, roundRandom, seedOf } from "../../support/chance.ts";

const ROUNDS = countOf("ROUNDS", 300);
const MOST_BYTES = 2 ** 22;
const turn = () => new Promise((resolve) => setImmediate(resolve));

const reader = (awaits: (id: number) => boolean = () => true) =>
  new FrameReader({ kinds: [ANSWER, FAILURE], mostBytes: MOST_BYTES, awaits });

/** A sender, and what it has written. */
function written() {
  const chunks: Uint8Array[] = [];
  const state = { takes: true };
  const sender = new FrameSender({
    write: (chunk) => {
      chunks.push(chunk);
      return state.takes;
    },
  });
  return { chunks, state, sender };
}

const whole = ({ parts }: Message) => Buffer.from(runWhole(joined(parts)));
const lengthDrawn = (random: Random) =>
  [0, 1, between(random, 2, 100), FRAME_BYTES, between(random, 1, 5 * FRAME_BYTES)][between(random, 0, 4)]!;

/** Returns a frame with a head that may be wrong. */
function frame(length: number, id: number, kind: number, total: number, body = length): Uint8Array {
  const made = new Uint8Array(HEAD_BYTES + body);
  const view = new DataView(made.buffer);
  [length, id, kind, total].forEach((value, i) => void view.setUint32(4 * i, value, true));
  return made;
}

describe("messages in frames", () => {
  it("messages arrive as they were sent, wherever the bytes are cut", async () => {
    const seed = seedOf();
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const sent = Array.from({ length: between(random, 1, 6) }, (_, id) => ({
        id,
        kind: random() < 0.5 ? ANSWER : FAILURE,
        body: bytes(random, lengthDrawn(random)),
      }));
      const { chunks, sender } = written();
      for (const { id, kind, body } of sent) sender.send(kind, id, body);
      await turn();
      const all = Buffer.concat(chunks);
      const got: Message[] = [];
      const reading = reader();
      const most = [1, 20, 1000, 2 ** 16, 2 ** 20][between(random, all.length > 5000 ? 2 : 0, 4)]!;
      for (let at = 0; at < all.length; ) {
        const end = at + between(random, 1, most);
        got.push(...reading.take(all.subarray(at, end)));
        at = end;
      }
      const what = `SEED=${seed}, round ${round}`;
      expect(got.length, what).to.equal(sent.length);
      for (const message of got) {
        const { kind, body } = sent.find(({ id }) => id === message.id)!;
        expect(message.kind, what).to.equal(kind);
        expect(whole(message).equals(body), what).to.equal(true);
      }
      expect(reading.begun, what).to.equal(0);
    }
  }).timeout(60_000);

  it("what is sent in one turn of the event loop is written at once", async () => {
    const { chunks, sender } = written();
    for (let id = 0; id < 20; id++) sender.send(ANSWER, id, new Uint8Array(10));
    await turn();
    expect(chunks.map(({ length }) => length)).to.deep.equal([20 * (HEAD_BYTES + 10)]);
    expect(sender.isIdle).to.equal(true);
  });

  it("a short message does not wait for the end of a long one", async () => {
    const { chunks, state, sender } = written();
    state.takes = false;
    sender.send(ANSWER, 1, new Uint8Array(MOST_BYTES));
    await turn();
    sender.send(ANSWER, 2, new Uint8Array(10));
    sender.drained();
    sender.drained();
    const messages = chunks.flatMap((chunk) => reader().take(chunk));
    expect(messages.map(({ id }) => id)).to.deep.equal([2]);
  });

  it("nothing is written while the other side takes nothing", async () => {
    const { chunks, state, sender } = written();
    state.takes = false;
    sender.send(ANSWER, 1, new Uint8Array(MOST_BYTES));
    await turn();
    sender.send(ANSWER, 2, new Uint8Array(10));
    await turn();
    expect(chunks).to.have.length(1);
    expect(chunks[0]!.length).to.be.below(4 * FRAME_BYTES);
    expect(sender.isIdle).to.equal(false);
  });

  it("nothing more is sent of a message that is dropped", async () => {
    const { chunks, state, sender } = written();
    state.takes = false;
    sender.send(ANSWER, 1, new Uint8Array(MOST_BYTES));
    await turn();
    sender.drop(1);
    sender.drained();
    expect(chunks).to.have.length(1);
    expect(sender.isIdle).to.equal(true);
  });

  it("messages that nobody awaits are skipped, and the ones behind them arrive", () => {
    const reading = reader((id) => id === 2);
    const sent = [frame(100, 1, ANSWER, 300), frame(5, 2, ANSWER, 5), frame(200, 1, ANSWER, 300)];
    const got = sent.flatMap((part) => reading.take(part));
    expect(got.map(({ id }) => id)).to.deep.equal([2]);
    expect(reading.begun).to.equal(0);
  });

  it("nothing is kept of a message that is dropped, also in the middle of a frame", () => {
    let isAwaited = true;
    const reading = reader(() => isAwaited);
    const sent = frame(100, 1, ANSWER, 300);
    reading.take(sent.subarray(0, 50));
    isAwaited = false;
    reading.drop(1);
    reading.take(sent.subarray(50));
    reading.take(frame(200, 1, ANSWER, 300));
    expect(reading.begun).to.equal(0);
  });

  for (const [what, sent] of [
    ["of another kind", [frame(1, 1, 9, 1)]],
    ["that is too long", [frame(FRAME_BYTES + 1, 1, ANSWER, MOST_BYTES, 0)]],
    ["of a message that is too long", [frame(10, 1, ANSWER, MOST_BYTES + 1)]],
    ["without bytes", [frame(0, 1, ANSWER, 10)]],
    ["beyond the end of its message", [frame(5, 1, ANSWER, 8), frame(5, 1, ANSWER, 8)]],
    ["beyond the end of an empty message", [frame(5, 1, ANSWER, 0)]],
    ["with another length of its message", [frame(5, 1, ANSWER, 20), frame(5, 1, ANSWER, 21)]],
    ["with another kind than its message", [frame(5, 1, ANSWER, 20), frame(5, 1, FAILURE, 20)]],
  ] as const) {
    it(`a frame ${what} is refused`, () => {
      const reading = reader();
      expect(() => sent.forEach((part) => void reading.take(part))).to.throw(BrokenFrames);
    });
  }

  it("any bytes are messages or refused, and what is kept of them is what arrived", () => {
    const seed = seedOf();
    for (let round = 0; round < 10 * ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const reading = reader();
      let given = 0;
      try {
        for (let i = 0; i < 20; i++) {
          const length = between(random, 0, 300);
          const head = [length, between(random, 0, 2), between(random, 2, 5), between(random, 0, 1000)];
          const damaged = random() < 0.5 ? frame(head[0]!, head[1]!, head[2]!, head[3]!) : bytes(random, 100);
          given += damaged.length;
          for (const message of reading.take(damaged)) given -= whole(message).length;
        }
      } catch (error) {
        expect(error, `SEED=${seed}, round ${round}`).to.be.instanceOf(BrokenFrames);
      }
      expect(given, `SEED=${seed}, round ${round}`).to.be.at.least(0);
    }
  });

  it("messages are joined one frame at a time, so that a long one does not hold the thread", () => {
    const frames = 3072;
    const work = joined(new Array(frames).fill(new Uint8Array(FRAME_BYTES)));
    let pauses = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) pauses++;
    expect(pauses).to.equal(frames);
    expect(step.value.length).to.equal(frames * FRAME_BYTES);
  });
});
