// Deletions of points that can be undone, over every transport, with equal results and errors.
import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";
import { c, fillSample } from "../../support/transports/sample.ts";

const GENERATED = ["deletion", "deleted_at", "deleted_until"];

describe("deletions over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open({ checkpoints: true });
  });
  after(() => contract.close());

  it("deletions over every transport are listed and restored", async () => {
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        await call("scrollPoints", { ...c, with_vectors: true });
        const { deletion } = await call("deletePoints", { ...c, points: [1, 2, 3], undo_seconds: 60 });
        await call("listDeletions", c);
        await call("upsertPoints", { ...c, points: [{ id: 2, vector: {} }] });
        await call("restorePoints", { ...c, deletion });
        await call("deletePoints", { ...c, points: [2] });
        await call("listDeletions", c);
      },
      { generated: GENERATED },
    );
    expect(answers.at(-3)).to.deep.equal({ restored: 2, existing: 1 });
    expect(answers.at(-1).deletions).to.deep.equal([]);
  });

  it("deletions over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await call("listDeletions", c);
      await call("restorePoints", { ...c, deletion: "x" });
      await fillSample(call, false);
      await call("restorePoints", { ...c, deletion: "x" });
      await call("restorePoints", { ...c, deletion: "x".repeat(65) });
      await call("deletePoints", { ...c, points: [1], undo_seconds: 0 });
      await call("deletePoints", { ...c, points: [1], undo_seconds: 86_401 });
      await call("countPoints", c);
    });
    expect(answers[0].message).to.equal("Collection not found: c");
    expect(answers.at(-1).count).to.equal(24);
  });

  it("deletions over every transport in the words of Qdrant are for good", async () => {
    const answers = await contract.sameAsQdrant(
      async (call) => {
        await fillSample(call, false);
        await call("deletePoints", { ...c, points: [1], wait: true, undo_seconds: 60 });
      },
      { generated: ["status"] },
    );
    expect(answers.at(-1)).to.not.have.property("deletion");
  });
});
