// Waiting for work that may be cancelled and has no steps.
import { expect } from "chai";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { unlessCancelled } from "../../../src/scheduling/cancel.ts";

const never = () => new Promise<never>(() => {});

describe("unlessCancelled", () => {
  it("passes on the result of work, and its error", async () => {
    const signal = { aborted: false };
    expect(await unlessCancelled(Promise.resolve(7), signal)).to.equal(7);
    const error = new Error("it fails");
    expect(await unlessCancelled(Promise.reject(error), signal).catch((caught) => caught)).to.equal(error);
  });

  it("ends each wait by its own signal", async () => {
    const [one, other] = [{ aborted: false }, { aborted: false }];
    let isOver = false;
    const waits = unlessCancelled(never(), one).catch((error) => error);
    void unlessCancelled(never(), other).catch(() => {
      isOver = true;
    });
    one.aborted = true;
    expect(await waits).to.be.instanceOf(DeadlineExceeded);
    expect(isOver).to.equal(false);
    other.aborted = true;
    expect(await unlessCancelled(never(), other).catch((error) => error)).to.be.instanceOf(DeadlineExceeded);
    expect(isOver).to.equal(true);
  });
});
