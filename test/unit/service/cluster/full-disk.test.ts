// A server of a cluster whose disk is full, beside one whose disk is not.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { freshDir, unnamed } from "../../core/fixtures.ts";
import { QuotaFs } from "../../storage/quota-fs.ts";
import { allCaughtUp, json, type Node, node } from "./fixtures.ts";

const SEED = 4;
const HOUR_MS = 3_600_000;
const SEGMENT_BYTES = 256 * 1024;

describe("a server of a cluster whose disk is full", () => {
  let full: Node;
  let other: Node;
  let fs: QuotaFs;

  beforeEach(async () => {
    const log = new SimulatedLog(SEED);
    const dir = freshDir();
    fs = new QuotaFs(dir, 64 * 2 ** 20);
    other = await node(log);
    full = await node(log, dir, undefined, {
      fs,
      log: { segmentBytes: SEGMENT_BYTES, reserveBytes: 64 * 1024, intervalMs: 5 },
    });
    await other.database.create("c", unnamed(1));
    await other.database.create("marked", unnamed(1));
    await other.database.mark("marked", HOUR_MS);
    await allCaughtUp([full, other]);
  });
  afterEach(() => Promise.all([full, other].map(({ database }) => database.close())));

  const upsert = (id: number, bytes = 100_000) => {
    const point = { id, vector: Float32Array.of(id), payload: json({ text: "x".repeat(bytes) }) };
    return other.points.upsert({ collection_name: "c", points: [point] }, NATIVE_RULES);
  };

  it("a server of a cluster whose disk is full lets the others go on and keeps what can be restored", async () => {
    const free = fs.fill();
    const { member } = full.database.replication;
    for (let id = 1; id <= 10; id++) await upsert(id);
    await until(() => member!.problem !== null);
    expect(member!.problem).to.match(/disk|space/);
    expect(other.database.collection("c").points).to.equal(10);
    free();
    await allCaughtUp([full, other]);
    expect(full.database.collection("c").points).to.equal(10);
    // Changes of a server are made one after another, so it has made all by then that it had begun.
    expect(await full.database.drop("none")).to.equal(false);
    await allCaughtUp([full, other]);
    await other.database.restore("marked");
    await allCaughtUp([full, other]);
    for (const { database } of [full, other]) expect(database.collection("marked").name).to.equal("marked");
  });

  it("a server of a cluster whose disk is full says so and tries again, though no other record comes", async () => {
    const free = fs.fill();
    await upsert(1, SEGMENT_BYTES);
    await until(() => full.database.replication.member!.problem !== null);
    free();
    await until(() => full.database.collection("c").points === 1);
  });
});
