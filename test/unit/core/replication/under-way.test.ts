// What a condition on points waits for while writes are under way.
import { expect } from "chai";
import { UnderWay } from "../../../../src/core/replication/under-way.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { integer, withSeed } from "../../engine/fixtures.ts";

const C = "00000000-0000-4000-8000-00000000000c";
const D = "00000000-0000-4000-8000-00000000000d";
const UUID = "00000000-0000-4000-8000-000000000001";
const MANY = 4097;

const of = (collection: string, ids: readonly PointId[]) => ({ collection, ids: PackedIds.pack(ids) });
const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

function deferred() {
  let end: (error?: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { promise, end: (error?: Error) => end(error) };
}

/** Returns whether a promise has settled after a turn of the event loop. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  const pending = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), pending]);
}

describe("a condition on points", () => {
  it("a condition on points waits for the write of one of them that is under way, and for no other", async () => {
    const underWay = new UnderWay();
    const write = deferred();
    underWay.note(of(C, [1, 2, UUID]), write.promise);
    for (const ids of [[2], [7, UUID]]) expect(await isSettled(underWay.settled(of(C, ids)))).to.equal(false);
    expect(await isSettled(underWay.settled(of(C, [3, 4])))).to.equal(true);
    expect(await isSettled(underWay.settled(of(D, [1])))).to.equal(true);
    const waiting = underWay.settled(of(C, [2]));
    write.end();
    expect(await isSettled(waiting)).to.equal(true);
    expect(await isSettled(underWay.settled(of(C, [2])))).to.equal(true);
  });

  it("a condition on points waits for the last of the writes under way that change one of them", async () => {
    const underWay = new UnderWay();
    const [first, second, third] = [deferred(), deferred(), deferred()];
    underWay.note(of(C, [1]), first.promise);
    underWay.note(of(C, [2]), second.promise);
    underWay.note(of(C, [3]), third.promise);
    const waiting = underWay.settled(of(C, [1, 2]));
    first.end();
    expect(await isSettled(waiting)).to.equal(false);
    second.end();
    expect(await isSettled(waiting)).to.equal(true);
  });

  it("a condition on points waits for a write of very many points, and one on very many points for any write", async () => {
    const underWay = new UnderWay();
    const [large, small] = [deferred(), deferred()];
    underWay.note(of(C, upTo(MANY)), large.promise);
    expect(await isSettled(underWay.settled(of(C, [MANY + 1])))).to.equal(false);
    underWay.note(of(C, [MANY + 2]), small.promise);
    large.end();
    expect(await isSettled(underWay.settled(of(C, [MANY + 1])))).to.equal(true);
    const waiting = underWay.settled(of(C, upTo(MANY)));
    expect(await isSettled(waiting)).to.equal(false);
    small.end();
    expect(await isSettled(waiting)).to.equal(true);
  });

  it("a condition on points is refused when the write that it waits for does not get into the log", async () => {
    const underWay = new UnderWay();
    const write = deferred();
    underWay.note(of(C, [1]), write.promise);
    const waiting = underWay.settled(of(C, [1])).catch((error: Error) => error.message);
    write.end(new Error("the disk is full"));
    expect(await waiting).to.equal("the disk is full");
    expect(await isSettled(underWay.settled(of(C, [1])))).to.equal(true);
  });

  it("a condition on points waits exactly while one of the writes under way changes one of its points", () =>
    withSeed(async (random) => {
      const underWay = new UnderWay();
      const running: { ids: number[]; end: () => void }[] = [];
      for (let turn = 0; turn < 300; turn++) {
        const ids = Array.from({ length: integer(random, 1, 3) }, () => integer(random, 0, 20));
        if (random() < 0.5) {
          const { promise, end } = deferred();
          underWay.note(of(C, ids), promise);
          running.push({ ids, end });
        } else if (random() < 0.6) {
          running.shift()?.end();
          await Promise.resolve();
        } else {
          const isBusy = running.some((write) => write.ids.some((id) => ids.includes(id)));
          expect(await isSettled(underWay.settled(of(C, ids))), `turn ${turn}`).to.equal(!isBusy);
        }
      }
    }));
});
