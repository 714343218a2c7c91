// Metrics of the shards that some servers of a cluster have.
import { expect } from "chai";
import { metricsText } from "../../../../src/service/metrics.ts";
import { shardMetrics, type WatchedShards } from "../../../../src/service/shard-metrics.ts";
import { unnamed } from "../../core/fixtures.ts";
import { RepairSite } from "./repair-fixtures.ts";

describe("the metrics of shards", () => {
  let site: RepairSite;

  beforeEach(async () => {
    site = await RepairSite.of(3);
  });
  afterEach(() => site.close());

  const lines = (watched: WatchedShards = site.watched(0)) =>
    metricsText(shardMetrics(site.nodes[0]!.database, watched))
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));

  it("the metrics of shards count replicas that are active, away, copied and missing", async () => {
    await site.create(2, [0, 1], [0], [0, 2]);
    expect(lines()).to.deep.equal([
      'azimuth_shard_replicas{collection="c",state="active"} 5',
      'azimuth_shard_replicas{collection="c",state="away"} 0',
      'azimuth_shard_replicas{collection="c",state="copying"} 0',
      'azimuth_shard_replicas{collection="c",state="missing"} 1',
    ]);
    site.silence(1);
    await site.checkFor(20, 0, 2);
    expect(lines()).to.deep.equal([
      'azimuth_shard_replicas{collection="c",state="active"} 4',
      'azimuth_shard_replicas{collection="c",state="away"} 1',
      'azimuth_shard_replicas{collection="c",state="copying"} 1',
      'azimuth_shard_replicas{collection="c",state="missing"} 2',
    ]);
  });

  it("the metrics of shards tell the progress of a copy", () => {
    const copy = { collection: "c", shard: 1, copied: 30, points: 100 };
    expect(lines({ copy, isAway: () => false })).to.deep.equal([
      "azimuth_shard_copy_points 100",
      "azimuth_shard_copy_copied_points 30",
    ]);
  });

  it("the metrics of shards have no values on a server alone, and for collections that every server has", async () => {
    expect(metricsText(shardMetrics(site.nodes[0]!.database, null))).to.not.match(/^[^#]/m);
    await site.nodes[0]!.database.create("everywhere", unnamed(1));
    expect(lines()).to.deep.equal([]);
  });
});
