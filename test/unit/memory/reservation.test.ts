// Reservations: bytes that are counted on an account, and released.
import { expect } from "chai";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";

describe("a reservation of memory", () => {
  const budgetOf = (bytes: number, memory = MemoryLimit.unlimited()) =>
    new RequestBudget(bytes, "things are under way", memory, 1);

  it("a reservation of memory grows, and releases all of its bytes once, however often it is released", () => {
    const memory = MemoryLimit.of(100);
    const reservation = memory.reservation();
    reservation.reserve(40);
    reservation.reserve(60);
    expect([reservation.bytes, memory.used]).to.deep.equal([100, 100]);
    reservation.release();
    reservation.release();
    expect([reservation.bytes, memory.used]).to.deep.equal([0, 0]);
    reservation.reserve(100);
    expect(memory.used).to.equal(100);
  });

  it("a reservation of memory releases a part of its bytes, and never more than it has", () => {
    const memory = MemoryLimit.of(100);
    const [one, other] = [memory.reservation(), memory.reservation()];
    one.reserve(40);
    other.reserve(40);
    one.release(30);
    expect([one.bytes, memory.used]).to.deep.equal([10, 50]);
    one.release(30);
    expect([one.bytes, memory.used]).to.deep.equal([0, 40]);
  });

  it("a reservation of memory reserves nothing when it is refused", () => {
    const memory = MemoryLimit.of(100);
    const reservation = memory.reservation();
    reservation.reserve(60);
    expect(() => reservation.reserve(41)).to.throw(OutOfMemory);
    expect([reservation.bytes, memory.used]).to.deep.equal([60, 60]);
  });

  it("a reservation of memory leaves the last sixteenth of the memory to requests if it is for data", () => {
    const memory = MemoryLimit.of(1600);
    memory.keepBack();
    expect(() => memory.reservation("lasting").reserve(1501)).to.throw(OutOfMemory);
    memory.reservation("lasting").reserve(1500);
    memory.reservation("passing").reserve(100);
  });

  it("a reservation of memory is counted on the memory of the process once for each copy if it is of a budget", () => {
    const memory = MemoryLimit.of(1000);
    const twice = new RequestBudget(100, "things are under way", memory).reservation();
    const once = budgetOf(100, memory).reservation();
    twice.reserve(100);
    expect(memory.used).to.equal(200);
    once.reserve(100);
    expect(memory.used).to.equal(300);
    twice.release();
    once.release();
    expect(memory.used).to.equal(0);
  });

  it("a reservation of memory waits for memory that another part of the process releases", async () => {
    const memory = MemoryLimit.of(100);
    const budget = budgetOf(80, memory);
    const small = budget.reservation();
    small.reserve(60);
    const elsewhere = memory.reservation();
    elsewhere.reserve(40);
    const large = budget.reservation();
    const waiting = large.waitFor(20);
    elsewhere.release();
    await waiting;
    expect(memory.used).to.equal(80);
  });

  it("a reservation of memory leaves the queue when its signal is aborted, so that those after it continue", async () => {
    const budget = budgetOf(100);
    const [first, left, next] = [budget.reservation(), budget.reservation(), budget.reservation()];
    await first.waitFor(60);
    const signal = { aborted: false };
    const leaving = left.waitFor(60, signal).catch((error: Error) => error);
    const waiting = next.waitFor(10);
    signal.aborted = true;
    await waiting;
    expect(await leaving).to.be.instanceOf(DeadlineExceeded);
    expect([left.bytes, next.bytes]).to.deep.equal([0, 10]);
  });

  it("a reservation of memory leaves the queue when its signal is aborted while others wait before it", async () => {
    const budget = budgetOf(100);
    const [first, second, left] = [budget.reservation(), budget.reservation(), budget.reservation()];
    await first.waitFor(60);
    const signal = { aborted: false };
    const waiting = second.waitFor(60);
    const leaving = left.waitFor(10, signal).catch((error: Error) => error);
    signal.aborted = true;
    expect(await leaving).to.be.instanceOf(DeadlineExceeded);
    first.release();
    await waiting;
  });

  it("a reservation of memory keeps nothing when it is released at the moment at which it gets what it waits for", async () => {
    const memory = MemoryLimit.unlimited();
    const budget = budgetOf(100, memory);
    const [first, second] = [budget.reservation(), budget.reservation()];
    await first.waitFor(100);
    const waiting = second.waitFor(100).catch((error: Error) => error);
    first.release();
    second.release();
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    expect(memory.used).to.equal(0);
    const started = first.waitFor(100).catch((error: Error) => error);
    first.release();
    expect(await started).to.be.instanceOf(DeadlineExceeded);
    expect(memory.used).to.equal(0);
    first.reserve(100);
  });

  it("a reservation of memory is refused at once when it waits for more than the process has", async () => {
    const budget = budgetOf(1000, MemoryLimit.of(100));
    expect(
      await budget
        .reservation()
        .waitFor(101)
        .catch((error: Error) => error),
    ).to.be.instanceOf(OutOfMemory);
    expect(() => budgetOf(100).reservation().reserve(101)).to.throw(TooManyRequests);
  });
});
