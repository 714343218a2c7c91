// The places of calls among those of their connection.
import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { asksForMuch, Place, weightOf } from "../../../src/grpc/connection-places.ts";
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

  /** A call that has come by a connection. */
  function arrive(by: object = connection): { call: Call; place: Place } {
    const call = new Call(by);
    return { call, place: new Place(call) };
  }

  it("that are heavy begin one after another, each when the response before was read", async () => {
    const calls = [arrive(), arrive(), arrive()];
    const taken = calls.map(({ place }, i) => place.take("heavy").then(() => begun.push(i)));
    await setImmediate();
    expect(begun).to.deep.equal([0]);
    calls[0]!.place.leaveWhenRead();
    await setImmediate();
    expect(begun, "it is being read").to.deep.equal([0]);
    calls[0]!.call.cancel();
    await setImmediate();
    expect(begun).to.deep.equal([0, 1]);
    for (const { call, place } of calls.slice(1)) {
      place.leaveWhenRead();
      call.cancel();
      await setImmediate();
    }
    expect(begun).to.deep.equal([0, 1, 2]);
    await Promise.all(taken);
  });

  it("that are cancelled while they wait are never begun, and delay no others", async () => {
    const [first, second, third] = [arrive(), arrive(), arrive()];
    await first.place.take("heavy");
    const waiting = second.place.take("heavy").catch((thrown) => thrown);
    const next = third.place.take("heavy").then(() => begun.push(3));
    second.call.cancel();
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    second.place.leaveWhenRead();
    expect(begun).to.deep.equal([]);
    first.place.leave();
    await next;
    expect(begun).to.deep.equal([3]);
    third.place.leave();
  });

  it("that are light run concurrently with each other and with a heavy one", async () => {
    const heavy = arrive();
    await heavy.place.take("heavy");
    const light = Array.from({ length: MAX_SEARCH_THREADS + 1 }, () => arrive());
    const taken = light.map(({ place }, i) => place.take("light").then(() => begun.push(i)));
    await setImmediate();
    expect(begun).to.have.length(MAX_SEARCH_THREADS);
    light[0]!.place.leave();
    await Promise.all(taken);
    expect(begun).to.have.length(MAX_SEARCH_THREADS + 1);
    for (const { place } of [heavy, ...light]) place.leave();
  });

  it("release the memory of a second message behind an answered one", async () => {
    const [answered, next] = [arrive(), arrive()];
    answered.call.once("close", () => answered.place.leaveUnlessBegun());
    answered.place.begin();
    answered.place.leaveWhenRead();
    await answered.place.take("heavy");
    const taken = next.place.take("heavy").then(() => begun.push(1));
    answered.call.cancel();
    await setImmediate();
    expect(begun).to.deep.equal([1]);
    await taken;
    next.place.leave();
  });

  it("that end in the same turn as the call before them take no place", async () => {
    const [first, second, next] = [arrive(), arrive(), arrive()];
    for (const { call, place } of [first, second]) call.once("close", () => place.leaveUnlessBegun());
    await first.place.take("heavy");
    const waiting = second.place.take("heavy").catch((thrown) => thrown);
    // As when a connection breaks: all of its calls are closed before anybody is told.
    second.call.closed = true;
    first.call.cancel();
    second.call.cancel();
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    await next.place.take("heavy");
    next.place.leave();
  });

  it("do not wait for those of another connection", async () => {
    const [one, other] = [arrive(), arrive({})];
    await one.place.take("heavy");
    await other.place.take("heavy");
    one.place.leave();
  });

  it("are heavy by the size of their message, or by how many points they ask for", () => {
    expect([weightOf(200_000), weightOf(300_000)]).to.deep.equal(["light", "heavy"]);
    expect(asksForMuch({ limit: 1_000 })).to.equal(false);
    expect(asksForMuch({ limit: 1_001 })).to.equal(true);
    expect(asksForMuch({ limit: 100, group_size: 11 })).to.equal(true);
    expect(asksForMuch({ ids: new Array(1_001).fill(1) })).to.equal(true);
    expect(asksForMuch({ searches: new Array(101).fill({ limit: 10 }) })).to.equal(true);
    expect(asksForMuch({ searches: new Array(100).fill({ limit: 10 }) })).to.equal(false);
  });
});
