// How long a promotion waits for the last records of the leader.
import { expect } from "chai";
import { SYSTEM_CLOCK } from "../../../src/assemble/assemble.ts";
import { AppliedLsn } from "../../../src/core/replication/applied.ts";
import type { Replication } from "../../../src/core/replication/replication.ts";
import { PromotionRefused } from "../../../src/errors/replication.ts";
import { Follower } from "../../../src/replication/follower.ts";

const LEADER = "http://127.0.0.1:1";
const DRAIN_MS = 50;

/** A follower that does not begin to copy: the test applies the records. */
function newFollower() {
  const applied = new AppliedLsn(SYSTEM_CLOCK);
  const follower = new Follower({
    address: { url: LEADER, token: null },
    replication: { applied } as Replication,
    clock: SYSTEM_CLOCK,
    randomUuid: () => "a-follower",
    log: { info: () => {}, warn: () => {} },
    drainMs: DRAIN_MS,
  });
  return { applied, follower };
}

describe("the last records of a leader", () => {
  it("the last records of a leader are waited for as long as some arrive", async () => {
    const { applied, follower } = newFollower();
    let lsn = 0;
    const timer = setInterval(() => applied.note(++lsn, Promise.resolve()), DRAIN_MS / 2);
    await follower.stopAt(8);
    clearInterval(timer);
    expect(applied.lsn).to.equal(8);
  });

  it("the last records of a leader are not given up: the promotion is refused when no more arrive", async () => {
    const { applied, follower } = newFollower();
    applied.startFrom(3);
    const refused = await follower.stopAt(8).catch((error) => error);
    expect(refused).to.be.instanceOf(PromotionRefused);
    expect(refused.message).to.equal(
      `${LEADER} refuses writes now and has records up to LSN 8, of which this follower has those up to LSN 3 and ` +
        "gets no more: end what hinders it, or stop that server, and promote again",
    );
  });
});
