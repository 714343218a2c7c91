// The time limit of a search: which searches it cancels, and which error the client gets.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { isSearch, withinTime } from "../../../src/api/time-limit.ts";
import { SearchOverloaded, SearchTimedOut } from "../../../src/errors/query.ts";
import type { CancelSignal } from "../../../src/scheduling/cancel.ts";
import type { AdmittedCaller } from "../../../src/schema/caller.ts";
import { until } from "../../support/until.ts";

describe("the time limit of a search", () => {
  function askerWith(signal?: CancelSignal): AdmittedCaller {
    const caller = { surface: "rest", address: "", isLocal: true, credentials: [], setupCode: null } as const;
    return { caller: { ...caller, waiting: signal }, by: null, signal };
  }

  /** Work that ends only when its cancel signal is set. */
  const untilAborted = async ({ signal }: AdmittedCaller) => {
    await until(() => signal!.aborted);
    return "told";
  };

  it("the time limit of a search cancels a search that takes too long, with an error that says what to do", async () => {
    let ended: Promise<string> | undefined;
    const outcome = withinTime(5, askerWith(), (admitted) => {
      ended = untilAborted(admitted);
      return ended;
    });
    const error = await Promise.resolve(outcome).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error).to.be.instanceOf(SearchTimedOut);
    expect(error!.message).to.contain("longer than the 0.005 s").and.contain("--search-timeout");
    expect(await ended).to.equal("told");
  });

  it("the time limit of a search reports an overloaded server if other requests were running beside the search", async () => {
    const ends = [1, 2].map(() => withinTime(20, askerWith(), untilAborted) as Promise<unknown>);
    for (const { reason } of (await Promise.allSettled(ends)) as PromiseRejectedResult[]) {
      expect(reason).to.be.instanceOf(SearchOverloaded);
      expect(reason.message).to.contain("longer than the 0.02 s").and.contain("try again");
    }
    const [alone] = await Promise.allSettled([withinTime(20, askerWith(), untilAborted)]);
    expect(alone).to.have.property("reason").that.is.instanceOf(SearchTimedOut);
  });

  it("the time limit of a search lets a search end when its client disconnects", async () => {
    const client = new AbortController();
    const outcome = withinTime(60_000, askerWith(client.signal), untilAborted);
    client.abort();
    expect(await outcome).to.equal("told");
  });

  it("the time limit of a search has passed at once for a client that disconnected before the search began", async () => {
    const outcome = withinTime(60_000, askerWith(AbortSignal.abort()), async ({ signal }) => signal!.aborted);
    expect(await outcome).to.equal(true);
  });

  it("the time limit of a search does not affect a search that ends in time or fails by itself", async () => {
    expect(await withinTime(60_000, askerWith(), async () => 1)).to.equal(1);
    const failing = withinTime(60_000, askerWith(), async () => Promise.reject(new Error("own")));
    expect(await failing.catch((error: Error) => error.message)).to.equal("own");
  });

  it("the time limit of a search is unlimited with the setting 0", async () => {
    expect(await withinTime(0, askerWith(), async ({ signal }) => signal)).to.equal(undefined);
  });

  it("the time limit of a search applies to reads of many points, and to no write", () => {
    const ids = OPERATIONS.filter(isSearch).map(({ id }) => id);
    expect(ids).to.include.members(["searchPoints", "queryPoints", "scrollPoints", "countPoints"]);
    for (const { id, permission, lasting } of OPERATIONS.filter(({ id }) => ids.includes(id)))
      expect([permission, lasting], id).to.deep.equal(["read", false]);
  });
});
