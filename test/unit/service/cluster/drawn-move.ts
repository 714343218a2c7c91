// A drawn change of where the shards of a collection are, most of which fit the placement.
import type { Placement, Replica } from "../../../../src/core/config/placement.ts";
import type { ChangeCollectionCluster } from "../../../../src/schema/cluster.ts";
import { between, pick, type Random } from "../../../support/chance.ts";

/** The most shards that splits lead to. */
const MOST_SHARDS = 16;

/** @param placement undefined: every server has everything. @returns null: a copy that runs goes on */
export function drawnMove(
  random: Random,
  placement: Placement | undefined,
  shards: number,
  peers: readonly number[],
): Omit<ChangeCollectionCluster, "collection_name"> | null {
  const number = placement?.length ?? shards;
  if (number < MOST_SHARDS && random() < 0.05) return { start_resharding: { direction: "up" } };
  const shard_id = between(random, 0, number - 1);
  const replicas: readonly Replica[] = placement?.[shard_id] ?? peers.map((peer) => ({ peer, server: "" }));
  const running = replicas.find(({ copy }) => copy !== undefined);
  const kind = random();
  if (running) {
    const from_peer_id = replicas.find(({ server }) => server === running.copy?.from)?.peer ?? running.peer;
    const key = { shard_id, from_peer_id, to_peer_id: running.peer };
    if (kind < 0.3) return { abort_transfer: key };
    return kind < 0.6 ? { restart_transfer: key } : null;
  }
  const own = replicas.map(({ peer }) => peer);
  const free = peers.filter((peer) => !own.includes(peer));
  const from_peer_id = pick(random, own);
  if (free.length === 0 || (kind < 0.2 && own.length > 1))
    return { drop_replica: { shard_id, peer_id: from_peer_id } };
  const copy = { shard_id, from_peer_id, to_peer_id: pick(random, free) };
  return kind < 0.6 ? { move_shard: copy } : { replicate_shard: copy };
}
