// The cluster screen of the console. The answers of a cluster are given by the test, in the types of the schema; those
// of a server alone come from a real one.
import { expect } from "chai";
import type { Route } from "playwright-core";
import type { ClusterNode, ClusterStatus, CollectionCluster } from "../../src/schema/cluster.ts";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const node = (peer_id: number, more: Partial<ClusterNode> = {}): ClusterNode => ({
  ...{ peer_id, name: `n${peer_id}`, uri: `http://n${peer_id}:6573`, version: "1.0.0" },
  ...{ applied_lsn: 90, silent_seconds: 0.5, state: "Active", problem: null },
  ...more,
});

const STATUS: ClusterStatus = {
  ...{ status: "enabled", name: "trio", node: "n1", peer_id: 1, peers: {}, message_send_failures: {} },
  raft_info: {
    ...{ term: 1, commit: 90, pending_operations: 0, leader: null, role: "Follower", is_voter: true },
  },
  consensus_thread_status: { consensus_thread_status: "working", last_update: "2026-11-28T00:00:00.000Z" },
  nodes: [node(1), node(2, { applied_lsn: 48 }), node(3, { state: "Dead", silent_seconds: 75 })],
};

const SHARDS: CollectionCluster = {
  ...{ peer_id: 1, shard_count: 2 },
  local_shards: [{ shard_id: 0, points_count: 1_200, state: "Active" }],
  remote_shards: [
    { shard_id: 0, peer_id: 2, state: "Partial" },
    { shard_id: 1, peer_id: 3, state: "Dead" },
  ],
  shard_transfers: [
    {
      ...{ shard_id: 0, from: 1, to: 2, sync: false, method: "stream_records" },
      comment: "Transferring records (300/1200)",
    },
  ],
};

describe("the cluster screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  async function openCluster(options = {}, shards: CollectionCluster = SHARDS) {
    await server.call("PUT", "/collections/films", { vectors_config: { size: 1, distance: "Dot" } });
    const sent: unknown[] = [];
    const visit = await browser.visit(server.uiUrl, { fresh: true, ...options });
    const answer = (result: unknown) => (route: Route) => {
      const { method, body } = { method: route.request().method(), body: route.request().postDataJSON() };
      if (method === "POST") sent.push(body);
      return route.fulfill({ json: { result: method === "POST" ? true : result } });
    };
    await visit.page.route("**/api/proxy/cluster", answer(STATUS));
    await visit.page.route("**/api/proxy/collections/films/cluster", answer(shards));
    await visit.page.getByRole("link", { name: "Cluster" }).click();
    await visit.page.getByRole("heading", { name: "films" }).waitFor();
    return { ...visit, sent };
  }

  it("the cluster screen says that a server is in no cluster, and how to try one", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/cluster`);
    await page.getByText("This server is in no cluster").waitFor();
    await page.getByText("azimuth cluster demo --nodes 3 --shards 4").waitFor();
  });

  it("the cluster screen shows servers with their states, lags and numbers of shards", async () => {
    const { page } = await openCluster();
    const rows = await page.getByRole("region", { name: "Servers" }).getByRole("row").allInnerTexts();
    const texts = rows.slice(1).map((row) => row.split(/\s*\t\s*/));
    expect(texts).to.deep.equal([
      ["n1 this server", "Active", "http://n1:6573", "1.0.0", "1", "0", "just now"],
      ["n2", "Active", "http://n2:6573", "1.0.0", "1", "42", "just now"],
      ["n3", "Dead", "http://n3:6573", "1.0.0", "1", "0", "1 min 15 s ago"],
    ]);
  });

  it("the cluster screen shows where the shards of a collection are, and how far a move is", async () => {
    const { page } = await openCluster();
    const shards = page.getByRole("region", { name: "Shards of films" });
    const rows = await shards.getByRole("row").allInnerTexts();
    expect(rows.slice(1).map((row) => row.trim().split(/\s*\t\s*/))).to.deep.equal([
      ["0", "1,200", "Active", "Copying", "–"],
      ["1", "–", "–", "–", "Dead"],
    ]);
    await shards.getByText("Shard 0 moves from n1 to n2").waitFor();
    await shards.getByText("300 of 1,200 points").waitFor();
  });

  it("the cluster screen moves, copies and removes replicas, and aborts a copy", async () => {
    const { page, sent } = await openCluster();
    const change = async (shard: number, kind: string, button: string) => {
      await page.getByRole("button", { name: `Change shard ${shard}` }).click();
      await page.getByRole("radio", { name: kind, exact: true }).check();
      if (kind !== "Remove")
        await page.getByLabel("To", { exact: true }).selectOption({ label: shard === 0 ? "n3" : "n2" });
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await change(1, "Move", "Move shard");
    await change(0, "Copy", "Copy shard");
    await change(0, "Remove", "Remove shard");
    await page.getByRole("button", { name: "Abort" }).click();
    await page.getByText("The copy of shard 0 ends").waitFor();
    expect(sent).to.deep.equal([
      { move_shard: { shard_id: 1, from_peer_id: 3, to_peer_id: 2 } },
      { replicate_shard: { shard_id: 0, from_peer_id: 1, to_peer_id: 3 } },
      { drop_replica: { shard_id: 0, peer_id: 1 } },
      { abort_transfer: { shard_id: 0, from_peer_id: 1, to_peer_id: 2 } },
    ]);
  });

  it("the cluster screen splits the shards of a collection, after it has said what that means", async () => {
    const { page, sent } = await openCluster({}, { ...SHARDS, shard_transfers: [] });
    await page.getByRole("button", { name: "Split", exact: true }).click();
    await page.getByText("Each of its 2 shards becomes two").waitFor();
    await page.getByRole("button", { name: "Split shards" }).click();
    await page.getByText("films has 4 shards").waitFor();
    expect(sent).to.deep.equal([{ start_resharding: { direction: "up" } }]);
  });

  it("the cluster screen names the servers that still divide shards, and offers no other split meanwhile", async () => {
    const of = (peer_id: number) => ({ direction: "up" as const, shard_id: 0, peer_id, shard_key: null });
    const { page } = await openCluster(
      {},
      { ...SHARDS, shard_transfers: [], resharding_operations: [of(1), of(1), of(3)] },
    );
    await page.getByText("Being divided on n1, n3").waitFor();
    expect(await page.getByRole("button", { name: "Split" }).count()).to.equal(0);
  });

  it("the cluster screen offers no split while a shard is copied", async () => {
    const { page } = await openCluster();
    expect(await page.getByRole("button", { name: "Split" }).count()).to.equal(0);
  });

  itWeekly("the cluster screen is accessible, light and dark", async () => {
    const { page } = await openCluster();
    await expectAccessible(page);
  });
});
