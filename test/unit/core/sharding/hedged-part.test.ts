// A part that two servers can answer: when the second is asked, and whose answer counts.
import { expect } from "chai";
import { HedgedPart } from "../../../../src/core/sharding/hedged-part.ts";
import type { AnswerOf, Method, PartCall, ReadPart } from "../../../../src/core/sharding/part.ts";
import { NoFieldIndex } from "../../../../src/errors/query.ts";
import { ShardUnavailable } from "../../../../src/errors/sharding.ts";
import type { CancelSignal } from "../../../../src/scheduling/cancel.ts";
import { TestClock } from "../fixtures.ts";
import { rejectionOf } from "./gathered-collection.ts";

const CALL: PartCall<"count"> = { method: "count", inWrite: false, arguments: { filter: null, exact: true } };

/** A part whose calls the test answers. */
class HandPart implements ReadPart {
  readonly shards = [4];
  readonly division = 8;
  readonly calls: { answer: (count: number) => void; fail: (error: Error) => void; signal: CancelSignal }[] =
    [];

  ask<M extends Method>(_: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    return new Promise((resolve, reject) => {
      const answer = (count: number) => resolve({ count } as unknown as AnswerOf<M>);
      this.calls.push({ answer, fail: reject, signal });
    });
  }
}

describe("a part that two servers can answer", () => {
  let clock: TestClock;
  let first: HandPart;
  let second: HandPart;
  let part: HedgedPart;

  beforeEach(() => {
    clock = new TestClock();
    [first, second] = [new HandPart(), new HandPart()];
    part = new HedgedPart(first, second, clock);
  });

  /** Lets the first server answer a number of calls, each after a time. */
  async function answered(...times: readonly number[]): Promise<void> {
    for (const ms of times) {
      const asked = part.ask(CALL, undefined);
      clock.advance(ms);
      first.calls.at(-1)!.answer(1);
      await asked;
    }
  }

  it("the second server is not asked while the first answers in time", async () => {
    const asked = part.ask(CALL, undefined);
    clock.advance(part.delayMs - 1);
    first.calls[0]!.answer(1);
    expect(await asked).to.deep.equal({ count: 1 });
    clock.advance(10_000);
    expect(second.calls).to.have.length(0);
  });

  it("the second server is asked after the delay, and its answer counts if it comes first", async () => {
    const asked = part.ask(CALL, undefined);
    clock.advance(part.delayMs);
    second.calls[0]!.answer(2);
    expect(await asked).to.deep.equal({ count: 2 });
    expect(first.calls[0]!.signal!.aborted).to.equal(true);
  });

  it("the answer of the first server counts if it comes before that of the second, which is cancelled", async () => {
    const asked = part.ask(CALL, undefined);
    clock.advance(part.delayMs);
    first.calls[0]!.answer(1);
    expect(await asked).to.deep.equal({ count: 1 });
    expect(second.calls[0]!.signal!.aborted).to.equal(true);
  });

  it("the delay is what 95 of 100 of the latest answers took", async () => {
    await answered(...Array.from({ length: 100 }, (_, i) => i + 1));
    expect(part.delayMs).to.equal(95);
    await answered(...new Array<number>(100).fill(7));
    expect(part.delayMs).to.equal(7);
  });

  it("the delay is never below 5 ms", async () => {
    await answered(...new Array<number>(50).fill(0));
    expect(part.delayMs).to.equal(5);
  });

  it("an answer of the first server that comes too late is among those by which the delay is chosen", async () => {
    await answered(...new Array<number>(9).fill(6));
    const asked = part.ask(CALL, undefined);
    clock.advance(70);
    second.calls[0]!.answer(2);
    await asked;
    clock.advance(30);
    first.calls.at(-1)!.answer(1);
    await Promise.resolve();
    await Promise.resolve();
    expect(part.delayMs).to.equal(100);
  });

  it("the second server is asked at once if the first is unavailable", async () => {
    const asked = part.ask(CALL, undefined);
    first.calls[0]!.fail(new ShardUnavailable([4], "it does not answer"));
    await new Promise(setImmediate);
    second.calls[0]!.answer(2);
    expect(await asked).to.deep.equal({ count: 2 });
  });

  it("a part is unavailable if both servers are", async () => {
    const asked = rejectionOf(() => part.ask(CALL, undefined));
    for (const { calls } of [first, second]) {
      calls[0]!.fail(new ShardUnavailable([4], "it does not answer"));
      await new Promise(setImmediate);
    }
    expect(await asked).to.be.instanceOf(ShardUnavailable);
  });

  it("another error of the first server is the answer, and the second is not asked", async () => {
    const asked = rejectionOf(() => part.ask(CALL, undefined));
    first.calls[0]!.fail(new NoFieldIndex("facet", "a"));
    expect(await asked).to.be.instanceOf(NoFieldIndex);
    clock.advance(10_000);
    expect(second.calls).to.have.length(0);
  });

  it("the servers are told when the caller gives up", async () => {
    const signal = { aborted: false };
    const asked = part.ask(CALL, signal);
    clock.advance(part.delayMs);
    signal.aborted = true;
    expect(first.calls[0]!.signal!.aborted).to.equal(true);
    expect(second.calls[0]!.signal!.aborted).to.equal(true);
    first.calls[0]!.answer(1);
    await asked;
  });
});
