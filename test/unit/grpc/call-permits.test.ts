// The limits of the calls of one connection: which calls run together, and which wait.
import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { asksForManyPoints, CallPermit, weightOf } from "../../../src/grpc/call-permits.ts";
import { MAX_SEARCH_THREADS } from "../../../src/schema/limits.ts";

class Call extends EventEmitter {
  closed = false;
  readonly session: object;

  constructor(session: object) {
    super();
    this.session = session;
  }

  cancel(): void {
    this.closed = true;
    this.emit("close");
  }
}

describe("calls of one connection", () => {
  const connection = {};
  const begun: number[] = [];
  beforeEach(() => begun.splice(0));

  function arrive(by: object = connection): { call: Call; permit: CallPermit } {
    const call = new Call(by);
    return { call, permit: new CallPermit(call) };
  }

  /** Takes a permit, or waits for it. */
  async function take(permit: CallPermit, weight: "light" | "heavy"): Promise<boolean> {
    return permit.take(weight);
  }

  it("calls of one connection run one after another if they are heavy, each when the client has read the response before", async () => {
    const calls = [arrive(), arrive(), arrive()];
    const taken = calls.map(({ permit }, i) => take(permit, "heavy").then(() => begun.push(i)));
    await setImmediate();
    expect(begun).to.deep.equal([0]);
    calls[0]!.permit.leaveWhenRead();
    await setImmediate();
    expect(begun, "it is being read").to.deep.equal([0]);
    calls[0]!.call.cancel();
    await setImmediate();
    expect(begun).to.deep.equal([0, 1]);
    for (const { call, permit } of calls.slice(1)) {
      permit.leaveWhenRead();
      call.cancel();
      await setImmediate();
    }
    expect(begun).to.deep.equal([0, 1, 2]);
    await Promise.all(taken);
  });

  it("calls of one connection never run if they are cancelled while they wait, and delay no others", async () => {
    const [first, second, third] = [arrive(), arrive(), arrive()];
    await take(first.permit, "heavy");
    const waiting = take(second.permit, "heavy").catch((thrown) => thrown);
    const next = take(third.permit, "heavy").then(() => begun.push(3));
    second.call.cancel();
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    second.permit.leaveWhenRead();
    expect(begun).to.deep.equal([]);
    first.permit.leave();
    await next;
    expect(begun).to.deep.equal([3]);
    third.permit.leave();
  });

  it("calls of one connection run concurrently with each other and with a heavy call if they are light", async () => {
    const heavy = arrive();
    await take(heavy.permit, "heavy");
    const light = Array.from({ length: MAX_SEARCH_THREADS + 1 }, () => arrive());
    const taken = light.map(({ permit }, i) => take(permit, "light").then(() => begun.push(i)));
    await setImmediate();
    expect(begun).to.have.length(MAX_SEARCH_THREADS);
    light[0]!.permit.leave();
    await Promise.all(taken);
    expect(begun).to.have.length(MAX_SEARCH_THREADS + 1);
    for (const { permit } of [heavy, ...light]) permit.leave();
  });

  it("calls of one connection release the memory of a second message behind an answered one", async () => {
    const [answered, next] = [arrive(), arrive()];
    answered.call.once("close", () => answered.permit.leaveUnlessBegun());
    answered.permit.begin();
    answered.permit.leaveWhenRead();
    await take(answered.permit, "heavy");
    const taken = take(next.permit, "heavy").then(() => begun.push(1));
    answered.call.cancel();
    await setImmediate();
    expect(begun).to.deep.equal([1]);
    await taken;
    next.permit.leave();
  });

  it("calls of one connection do not run if they end in the same turn as the call before them", async () => {
    const [first, second, next] = [arrive(), arrive(), arrive()];
    for (const { call, permit } of [first, second]) call.once("close", () => permit.leaveUnlessBegun());
    await take(first.permit, "heavy");
    const waiting = take(second.permit, "heavy").catch((thrown) => thrown);
    // When a connection breaks, all of its calls are closed before any of them emits an event.
    second.call.closed = true;
    first.call.cancel();
    second.call.cancel();
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    await take(next.permit, "heavy");
    next.permit.leave();
  });

  it("calls of one connection do not wait for calls of another connection", async () => {
    const [one, other] = [arrive(), arrive({})];
    await take(one.permit, "heavy");
    await take(other.permit, "heavy");
    one.permit.leave();
  });

  it("calls of one connection are heavy if their message is large, or if they request many points", () => {
    expect([weightOf(200_000), weightOf(300_000)]).to.deep.equal(["light", "heavy"]);
    expect(asksForManyPoints({ limit: 1_000 })).to.equal(false);
    expect(asksForManyPoints({ limit: 1_001 })).to.equal(true);
    expect(asksForManyPoints({ limit: 100, group_size: 11 })).to.equal(true);
    expect(asksForManyPoints({ ids: new Array(1_001).fill(1) })).to.equal(true);
    expect(asksForManyPoints({ searches: new Array(101).fill({ limit: 10 }) })).to.equal(true);
    expect(asksForManyPoints({ searches: new Array(100).fill({ limit: 10 }) })).to.equal(false);
  });
});
