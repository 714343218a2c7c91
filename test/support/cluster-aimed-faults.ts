// Faults of servers at the moment when they copy a shard, or divide shards that were split.
// The decision: whom to kill is read from the answer of a server, so a fault is aimed as well as an operator could; if
// nothing is copied or divided for a while, any server is killed.
import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "./chance.ts";
import type { ShardMover } from "./cluster-moves.ts";
import { ask } from "./cluster-requests.ts";
import type { ClusterServers } from "./cluster-servers.ts";

const WAIT_MS = 3_000;
const POLL_MS = 10;
const MAX_PAUSE_MS = 1_000;

export async function aimedFaults({ all }: Pick<ClusterServers, "all">, mover: ShardMover, random: Random) {
  const byPeer = new Map<number, ClusterServers["all"][number]>();
  for (const server of all) {
    const { result } = await ask(server.url, "GET", "/cluster");
    byPeer.set((result as { peer_id: number }).peer_id, server);
  }
  type Layout = Awaited<ReturnType<ShardMover["layout"]>>;
  const killed = async (chosen: (layout: Layout) => readonly number[]) => {
    const end = performance.now() + WAIT_MS;
    let peers: readonly number[] = [];
    while (peers.length === 0 && performance.now() < end) {
      peers = await mover.layout(pick(random, all)).then(chosen, () => []);
      if (peers.length === 0) await sleep(POLL_MS);
    }
    const server = peers.length === 0 ? undefined : byPeer.get(pick(random, peers));
    await (server ?? pick(random, all)).restart(random() * MAX_PAUSE_MS, false);
  };
  return [
    {
      name: "source of a copy killed",
      run: () => killed(({ transfers }) => transfers.map(({ from }) => from)),
    },
    { name: "target of a copy killed", run: () => killed(({ transfers }) => transfers.map(({ to }) => to)) },
    {
      name: "server killed that divides",
      run: async () => {
        const end = performance.now() + WAIT_MS;
        while (performance.now() < end && !(await mover.split().catch(() => false))) await sleep(POLL_MS);
        await killed(({ dividing }) => dividing);
      },
    },
  ];
}
