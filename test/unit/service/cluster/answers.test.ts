// What a server of a cluster answers that lacks what others have written, and how it tells of the others.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { ConditionUnmet, untilMet } from "../../../../src/core/catalogue/commits.ts";
import { decodeEntry, encodeEntry } from "../../../../src/core/replication/entry.ts";
import { LogUnavailable, WriteConflict } from "../../../../src/errors/cluster.ts";
import { CollectionNotFound } from "../../../../src/errors/collections.ts";
import { InvalidArgument } from "../../../../src/errors/invalid-argument.ts";
import { ClusterService, type Heard } from "../../../../src/service/cluster.ts";
import { ReplicationService } from "../../../../src/service/replication.ts";
import { MAX_ENTRY_BYTES } from "../../../../src/storage/replicated-log.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { unnamed } from "../../core/fixtures.ts";
import { type Node, node } from "./fixtures.ts";

const SEED = 5;

describe("a server of a cluster", () => {
  let log: SimulatedLog;
  let first: Node;
  let second: Node;

  beforeEach(async () => {
    log = new SimulatedLog(SEED);
    first = await node(log);
    second = await node(log);
  });
  afterEach(() => Promise.all([first, second].map(({ database }) => database.close())));

  it("a server of a cluster learns what others have written when it is asked to, and says whether there was anything", async () => {
    const replication = new ReplicationService(second.database);
    expect(replication.isShared).to.equal(true);
    expect(await replication.learnsMore()).to.equal(false);
    second.handle.cutOff();
    await first.database.create("c", unnamed(1));
    expect(() => second.database.collection("c")).to.throw(CollectionNotFound);
    second.handle.join();
    expect(await replication.learnsMore()).to.equal(true);
    expect(second.database.collection("c").name).to.equal("c");
  });

  it("a server of a cluster that cannot reach the log has nothing more to learn", async () => {
    second.handle.cutOff();
    expect(await new ReplicationService(second.database).learnsMore()).to.equal(false);
  });

  it("a server of a cluster answers as of now for majority, quorum, all and numbers from 2 on", async () => {
    const replication = new ReplicationService(second.database);
    for (const consistency of ["majority", "quorum", "all", "2", "9999"]) {
      await first.database.create(`c${consistency}`, unnamed(1));
      await replication.agree(consistency);
      expect(second.database.collection(`c${consistency}`).name).to.equal(`c${consistency}`);
    }
  });

  it("a server of a cluster does not ask the log for a consistency of 1, and refuses other words", async () => {
    const replication = new ReplicationService(second.database);
    second.handle.cutOff();
    await replication.agree("1");
    const refused = await replication.agree("majority").catch((error: Error) => error);
    expect(refused).to.be.instanceOf(LogUnavailable);
    for (const wrong of ["0", "few", "", "-1", "10000", "2.5"]) {
      const error = await replication.agree(wrong).catch((error: Error) => error);
      expect(error, wrong).to.be.instanceOf(InvalidArgument);
    }
  });

  it("a server of a cluster refuses a record that is too long for the log, before it is sent", async () => {
    const { member } = first.database.replication;
    const body = new Uint8Array(MAX_ENTRY_BYTES);
    const before = log.lastSeq;
    const committing = member!.commit({ type: 16, body, place: null }, { state: "", points: null }, () => {});
    const error = await committing.catch((error: Error) => error);
    expect((error as Error).message).to.contain(`at most ${MAX_ENTRY_BYTES} bytes: split it`);
    expect(log.lastSeq).to.equal(before);
  });

  describe("which tells of the others", () => {
    const heard = (more: Partial<Heard>): Heard => ({
      ...{ peer_id: 2, name: "n2", uri: "http://n2:6573", version: "1", applied_lsn: 0 },
      ...{ silent_seconds: 0, problem: null, server: randomUUID(), ...more },
    });
    const serviceOf = (nodes: () => Promise<readonly Heard[]>) =>
      new ClusterService(first.database, {
        ...{ cluster: "demo", name: "n1", peerId: 1, warnings: [], nodes, forget: async () => {} },
        shards: { copy: null, isAway: () => false, progressOn: async () => null },
      });

    it("a server of a cluster shows others as active, behind, silent or with a problem", async () => {
      const all = [
        heard({ name: "n1", peer_id: 1, applied_lsn: 20_000 }),
        heard({ applied_lsn: 10_000 }),
        heard({ name: "n3", peer_id: 3, applied_lsn: 9_999 }),
        heard({ name: "n4", peer_id: 4, applied_lsn: 20_000, silent_seconds: 10.5 }),
        heard({ name: "n5", peer_id: 5, applied_lsn: 20_000, problem: "the disk is full" }),
      ];
      const status = await serviceOf(async () => all).status();
      if (status.status !== "enabled") throw new Error("expected a cluster");
      expect(status.nodes.map(({ state }) => state)).to.deep.equal([
        "Active",
        "Active",
        "Recovery",
        "Dead",
        "Dead",
      ]);
      expect(status.raft_info.commit).to.equal(20_000);
      expect(status.peers[2]).to.deep.equal({ uri: "http://n2:6573" });
      expect(status.consensus_thread_status.consensus_thread_status).to.equal("working");
    });

    it("a server of a cluster shows why it does not know the others", async () => {
      const away = async () => {
        throw new LogUnavailable("no answer");
      };
      const status = await serviceOf(away).status();
      if (status.status !== "enabled") throw new Error("expected a cluster");
      expect(status.consensus_thread_status).to.have.property("err").that.contains("no answer");
      expect(status.nodes).to.deep.equal([]);
    });

    it("a server of a cluster shows a collection as one shard of its own and one of each other server", async () => {
      await first.database.create("c", unnamed(1));
      const shown = await serviceOf(async () => [heard({ peer_id: 1 }), heard({})]).collection({
        collection_name: "c",
      });
      expect(shown).to.deep.equal({
        ...{ peer_id: 1, shard_count: 1, shard_transfers: [] },
        local_shards: [{ shard_id: 0, points_count: 0, state: "Active" }],
        remote_shards: [{ shard_id: 0, peer_id: 2, state: "Active" }],
      });
    });
  });
});

describe("a write whose condition is not met", () => {
  it("a write whose condition is not met is done again, and refused after 20 attempts", async () => {
    let attempts = 0;
    const unmet = async () => {
      attempts++;
      throw new ConditionUnmet();
    };
    expect(await untilMet(unmet).catch((error: Error) => error)).to.be.instanceOf(WriteConflict);
    expect(attempts).to.equal(20);
    expect(await untilMet(async () => "done")).to.equal("done");
    const other = new Error("another failure");
    expect(await untilMet(() => Promise.reject(other)).catch((error: Error) => error)).to.equal(other);
  });
});

describe("an entry of the log of a cluster", () => {
  const condition = { state: "bereit ü", points: { basis: 2 ** 40, existing: Uint8Array.of(1, 0, 1) } };

  it("an entry of the log of a cluster has its record and its condition after it was encoded", () => {
    for (const points of [null, condition.points, { basis: 0, existing: new Uint8Array(0) }]) {
      const given = {
        type: 17,
        body: Uint8Array.of(1, 2, 3, 4),
        condition: { state: condition.state, points },
      };
      expect(decodeEntry(encodeEntry(given))).to.deep.equal(given);
    }
  });

  it("an entry of the log of a cluster that is cut or of another version is refused", () => {
    const whole = encodeEntry({ type: 17, body: new Uint8Array(0), condition });
    for (let length = 0; length < whole.length; length++)
      expect(() => decodeEntry(whole.slice(0, length)), String(length)).to.throw("cannot be read");
    const newer = whole.slice();
    newer[0] = 2;
    expect(() => decodeEntry(newer)).to.throw("its version is 2");
  });
});
