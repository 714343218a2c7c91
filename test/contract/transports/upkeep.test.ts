// Snapshots and maintenance over every transport, with equal results and errors.
import { expect } from "chai";
import { Contract, type Script } from "../../support/transports/contract.ts";
import { c, fillSample } from "../../support/transports/sample.ts";

describe("snapshots over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open({ checkpoints: true });
  });
  after(() => contract.close());

  it("snapshots over every transport are created, listed, recovered and deleted", async () => {
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        const { name } = await call("createSnapshot", c);
        const snapshot = { ...c, snapshot_name: name };
        await call("listSnapshots", c);
        await call("deletePoints", { ...c, points: [1, 2, 3] });
        await call("countPoints", c);
        await call("recoverSnapshot", snapshot);
        await call("countPoints", c);
        await call("deleteSnapshot", snapshot);
        await call("listSnapshots", c);
      },
      { generated: ["name", "creation_time", "checksum", "size", "operation_id"] },
    );
    expect(answers[2]).to.include.keys("name", "creation_time", "checksum", "size");
    expect([answers[5].count, answers[7].count]).to.deep.equal([21, 24]);
    expect(answers.at(-1)).to.deep.equal([]);
  });

  it("snapshots over every transport are refused with the same errors", async () => {
    const snapshot = { ...c, snapshot_name: "c-2026-01-01-00-00-00-00000000.snapshot" };
    const answers = await contract.same(async (call) => {
      await call("createSnapshot", c);
      await call("listSnapshots", c);
      await call("recoverSnapshot", snapshot);
      await fillSample(call, false);
      await call("recoverSnapshot", snapshot);
      await call("deleteSnapshot", snapshot);
    });
    expect(answers[0].message).to.equal("Collection not found: c");
    expect(answers.at(-1)).to.be.instanceOf(Error);
  });
});

describe("maintenance over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open({ checkpoints: true });
  });
  after(() => contract.close());

  it("maintenance over every transport is done for one collection on request", async () => {
    const generated = ["number", "segments", "last_operation_id"];
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        for (const operation of ["flushCollection", "optimizeCollection", "rebuildIndex"])
          await call(operation, c);
        await call("getCollectionStatus", c);
        for (const operation of [
          "flushCollection",
          "optimizeCollection",
          "rebuildIndex",
          "getCollectionStatus",
        ])
          await call(operation, { collection_name: "absent" });
      },
      { generated },
    );
    expect(answers.slice(2, 5)).to.deep.equal([true, true, true]);
    expect(answers[5].points_count).to.equal(24);
  });

  it("maintenance over every transport and in both dialects shows how far graphs are", async () => {
    const work = { done: 40, total: 100, rate: 12 };
    const shown = { vectors_done: 40, vectors_total: 100, vectors_per_second: 12, seconds_left: 5 };
    const script: Script = async (call, server) => {
      await call("createCollection", { ...c, vectors_config: { size: 4, distance: "Dot" } });
      const state = { indexed: 5, segments: 1, busy: true, reached: new Map() };
      server.database.collection(c.collection_name).indexState = async () => ({ ...state, work });
      const { status, indexing } = await call("getCollection", c);
      expect([status, indexing]).to.deep.equal(["yellow", shown]);
    };
    await contract.same(script);
    await contract.sameAsQdrant(script);
  });

  it("maintenance over every transport is done for the whole server on request", async () => {
    const figures = ["number", "lsn", "applied_lsn", "trimmed_bytes", "log_bytes", "file_bytes"];
    const generated = [...figures, "uptime_seconds", "log", "checkpoint", "memory"];
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        await call("takeCheckpoint");
        await call("deleteCollection", { ...c, undo_seconds: 100 });
        await call("purge");
        await call("getStatus");
        await call("getServerInfo");
      },
      { generated, left: ["addresses"] },
    );
    expect(answers.at(-2)).to.include({ state: "ok", collections_count: 0 });
    expect(answers.at(-1)).to.include({ title: "azimuth - vector database" });
  });

  it("maintenance over every transport includes the status of the server, as far as messages can contain it", async () => {
    const served = {
      uptime_seconds: "number",
      log: "object",
      checkpoint: "object",
      memory: "object",
      applied_lsn: "number",
    };
    const answers = await contract.same((call) => call("getStatus"), {
      generated: Object.keys(served),
      left: ["addresses"],
    });
    const { log, checkpoint, memory } = answers[0];
    expect(log).to.include.keys("first_lsn", "last_lsn", "bytes", "sync_ms");
    expect(checkpoint).to.include.keys("number", "lsn", "failures");
    expect(memory).to.include.keys("used_bytes", "limit_bytes");
  });
});
