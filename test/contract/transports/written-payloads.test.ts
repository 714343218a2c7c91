// Changes of payloads by set, overwrite and delete, with equal results over every transport and in both dialects.
import { expect } from "chai";
import { type Call, Contract, type Script } from "../../support/transports/contract.ts";
import { c } from "../../support/transports/sample.ts";

/** Creates a collection whose only point has this payload. */
async function begin(call: Call, payload: object): Promise<void> {
  await call("createCollection", { ...c, vectors_config: { size: 2, distance: "Dot" } });
  await call("upsertPoints", { ...c, points: [{ id: 1, vector: [1, 0], payload }], wait: true });
}

const point = { ...c, points: [1], wait: true };

describe("a changed payload", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  /** Runs the script, and returns the payload of the point afterwards. */
  async function left(payload: object, script: Script): Promise<unknown> {
    const whole: Script = async (call, server) => {
      await begin(call, payload);
      await script(call, server);
      await call("retrievePoints", { ...c, ids: [1], with_payload: true });
    };
    const native = (await contract.same(whole)).at(-1);
    const theirs = (await contract.sameAsQdrant(whole, { left: ["status"] })).at(-1);
    const [one, other] = [native, theirs].map((points) => JSON.parse(JSON.stringify(points[0].payload)));
    expect(other).to.deep.equal(one);
    return one;
  }

  it("a changed payload loses a key that is set to null", async () => {
    const after = await left({ a: 1, b: { c: 1, d: 2 }, e: 3 }, async (call) => {
      await call("setPayload", { ...point, payload: { a: null, x: null } });
      await call("setPayload", { ...point, payload: { c: null }, key: "b" });
      await call("batchUpdate", {
        ...c,
        operations: [{ set_payload: { payload: { e: null }, points: [1] } }],
        wait: true,
      });
    });
    expect(after).to.deep.equal({ b: { d: 2 } });
  });

  it("a changed payload keeps a null that a point, a whole payload, or a nested value is written with", async () => {
    const after = await left({ a: null }, async (call) => {
      await call("setPayload", { ...point, payload: { b: { c: null } } });
    });
    expect(after).to.deep.equal({ a: null, b: { c: null } });
    const over = await left({ a: 1 }, async (call) => {
      await call("overwritePayload", { ...point, payload: { a: null } });
    });
    expect(over).to.deep.equal({ a: null });
  });

  it("a changed payload keeps an item of an array when a deletion names its index, however often the deletion is sent", async () => {
    const after = await left(
      { nums: [1, 2, 3], arr: [{ k: 1 }, { k: 2, l: 3 }], all: [1, 2] },
      async (call) => {
        for (let times = 0; times < 2; times++) {
          await call("deletePayload", { ...point, keys: ["nums[0]", "arr[1].k", "all[]"] });
        }
        await call("batchUpdate", {
          ...c,
          operations: [{ delete_payload: { keys: ["nums[1]"], points: [1] } }],
          wait: true,
        });
      },
    );
    expect(after).to.deep.equal({ nums: [1, 2, 3], arr: [{ k: 1 }, { l: 3 }], all: [] });
  });

  it("a changed payload gets an empty array where a path leads through a missing array", async () => {
    const after = await left({ a: [], b: 5 }, async (call) => {
      await call("setPayload", { ...point, payload: { x: 1 }, key: "a.b[0]" });
      await call("setPayload", { ...point, payload: { x: 1 }, key: "b[1].c" });
    });
    expect(after).to.deep.equal({ a: { b: [] }, b: [] });
  });
});
