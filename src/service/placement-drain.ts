// Decides how the placement of a collection changes when a server gives its shards to others.
// The decision: a shard is moved to another server if there is one, also if enough others have it, so a drained server
// leaves as many replicas behind as there were. It is given up without a move only if enough are left.
import type { Placement, Replica } from "../core/config/placement.ts";
import { type RepairBasis, targetFor } from "./placement-repair.ts";

/** Numbers of shards. */
export interface Drained {
  /** Shards that are moved to other servers. */
  moves: number;
  /** Shards that the server gives up, because enough others have them. */
  dropped: number;
  /** Shards that no other server can get. */
  staying: number;
}

type Replicas = readonly Replica[];

/** Returns the placement in which a server gives its shards to others, and adds what becomes of them to `counts`. */
export function drainedPlacement(
  placement: Placement,
  server: string,
  basis: RepairBasis,
  counts: Drained,
): Placement {
  return placement.map((replicas) => {
    const own = replicas.find((replica) => replica.server === server);
    if (own === undefined) return replicas;
    const moved =
      own.copy === undefined ? moving(replicas, own, basis) : copiedElsewhere(replicas, own, basis);
    if (moved !== null) {
      counts.moves++;
      return moved;
    }
    if (!isEnough(replicas, own, basis)) {
      counts.staying++;
      return replicas;
    }
    counts.dropped++;
    return without(replicas, own, basis);
  });
}

/** Returns the replicas with a move from a server that has all points; null: there is no server to move to. */
function moving(replicas: Replicas, { server }: Replica, basis: RepairBasis): Replicas | null {
  if (replicas.some(({ copy }) => copy?.from === server && copy.moves)) return replicas;
  const target = targetFor(replicas, basis);
  if (target === undefined) return null;
  return [...replicas, { ...target, copy: { from: server, moves: true, attempt: basis.attempt } }];
}

/** Returns the replicas with a copy that another server makes in place of the given one; null: there is none. */
function copiedElsewhere(replicas: Replicas, own: Replica, basis: RepairBasis): Replicas | null {
  const target = targetFor(replicas, basis);
  if (target === undefined) return null;
  const copy = { ...own.copy!, attempt: basis.attempt };
  return [...replicas.filter((replica) => replica !== own), { ...target, copy }];
}

/** Whether enough servers have all points without a replica. */
function isEnough(replicas: Replicas, own: Replica, { servers, factor }: RepairBasis): boolean {
  // The server that a shard is moved from keeps it if the move ends.
  if (own.copy?.moves) return true;
  const others = replicas.filter(
    (replica) => replica !== own && replica.copy === undefined && servers.living.has(replica.server),
  );
  return others.length >= (factor ?? 1);
}

/** Returns the replicas without one; copies that others make of it go on from another server. */
function without(replicas: Replicas, own: Replica, { servers, attempt }: RepairBasis): Replicas {
  const left = replicas.filter((replica) => replica !== own);
  const source = left.find(({ server, copy }) => copy === undefined && servers.living.has(server));
  return left.map((replica) => {
    if (replica.copy?.from !== own.server || source === undefined) return replica;
    return { ...replica, copy: { from: source.server, moves: false, attempt } };
  });
}
