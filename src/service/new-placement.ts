// Chooses the servers of a new collection.
// The decision: without a replication factor a collection is on every server, also on those that join later. With one,
// each shard is on as many servers as asked for, of those that are heard of, so that all have about as many shards; if
// there are too few servers, it is on all of them and shown as lacking replicas.
import { newPlacement, type Placement, type ServerLoad } from "../core/config/placement.ts";
import type { CollectionConfig } from "../core/config/types.ts";
import type { Database } from "../core/database/database.ts";
import { livingOf, type OwnNode } from "./cluster.ts";
import { loadsOf, sourcesOfMoves } from "./placement-summary.ts";

/** Returns the placement of a collection before it is created; undefined: every server. @throws LogUnavailable */
export async function placementFor(
  { shards = 1, params }: CollectionConfig,
  database: Database,
  own: OwnNode | null,
): Promise<Placement | undefined> {
  const { replication_factor: factor } = params;
  if (own === null || factor === undefined) return undefined;
  const heard = await own.nodes();
  const loads = loadsOf(database);
  const living = [...livingOf(heard).values()];
  const drained = sourcesOfMoves(database);
  const free = living.filter(({ server }) => !drained.has(server));
  const candidates = (free.length > 0 ? free : living).map(
    ({ server, peer }): ServerLoad => ({ server, peer, shards: loads.get(server) ?? 0 }),
  );
  return newPlacement(shards, factor, candidates);
}
