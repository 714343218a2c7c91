// Decides how the placement of a collection changes when servers are lost, dead or emptied.
// The decision: it is a function of the placement and of what is known of the servers, without a clock and without the
// log. So a server whose proposal came second decides again on the newer placement, and then nothing is left to do. The
// last replica with all points of a shard is never removed, and a shard is copied once at a time.
import {
  divided,
  isBeingDivided,
  type Placement,
  type Replica,
  type ReplicaCopy,
} from "../core/config/placement.ts";

/** The servers of a cluster, as far as they are known. */
export interface KnownServers {
  /** The servers that work, by their ids: they can get shards and be copied from. */
  readonly living: ReadonlyMap<string, Target>;
  /** Whether a server has been silent for so long that its replicas are replaced. */
  isLost(server: string): boolean;
  /** Whether a server does not work now, or has an empty data directory and thereby another id. */
  isAway(server: string): boolean;
  /** Returns the working server that has the name of a replica's server and another id; undefined: there is none. */
  successorOf(replica: Replica): Target | undefined;
}

/** A server that can get a shard. */
export type Target = Pick<Replica, "server" | "peer">;

/** The facts from which a placement is repaired. */
export interface RepairBasis {
  readonly servers: KnownServers;
  /** The replicas that each shard should have; null: any number, so none is added. */
  readonly factor: number | null;
  /** The number of shards on each server, to which the new ones are added. */
  readonly loads: Map<string, number>;
  /** Servers from which shards are moved: they get none. */
  readonly drained: ReadonlySet<string>;
  /** A new text, by which attempts to copy a shard are told apart. */
  readonly attempt: string;
}

type Replicas = readonly Replica[];
type Step = (replicas: Replicas, basis: RepairBasis) => Replicas;

/** The changes of the replicas of each shard, in their order. */
const STEPS: readonly Step[] = [withoutEmptied, withLivingSources, withoutLost, withMissing];

/** The changes until all servers have divided what was split: both parts of a shard stay on the same servers. */
const STEPS_OF_SPLIT: readonly Step[] = [withoutLost, withoutWaiting];

/** Returns the repaired placement, which is the given one if nothing has to be done. */
export function repairedPlacement(placement: Placement, basis: RepairBasis): Placement {
  const steps = isBeingDivided(placement) ? STEPS_OF_SPLIT : STEPS;
  const repaired = placement.map((replicas) => {
    const changed = steps.reduce((now, step) => step(now, basis), replicas);
    return areSame(changed, replicas) ? replicas : changed;
  });
  return areSame(repaired, placement) ? placement : repaired;
}

/** Returns the shards that cannot be repaired: all servers that have all of their points are lost, or were emptied. */
export function lostShards(placement: Placement, servers: KnownServers): number[] {
  const isGone = (replica: Replica) =>
    servers.isLost(replica.server) || servers.successorOf(replica) !== undefined;
  return [...placement.keys()].filter((shard) => placement[shard]!.filter(isActive).every(isGone));
}

/** Returns the server with the fewest shards that may get one, and counts it; undefined: there is none. */
export function targetFor(
  replicas: Replicas,
  { servers, loads, drained }: Pick<RepairBasis, "servers" | "loads" | "drained">,
): Target | undefined {
  const has = new Set(replicas.map(({ server }) => server));
  const free = [...servers.living.values()].filter(({ server }) => !has.has(server) && !drained.has(server));
  const loadOf = ({ server }: Target) => loads.get(server) ?? 0;
  // Sorting keeps the order of servers with the same load.
  const [target] = free.sort((a, b) => loadOf(a) - loadOf(b));
  if (target !== undefined) loads.set(target.server, loadOf(target) + 1);
  return target;
}

/** Gives copies whose source is dead, or has not all points any more, another one. */
function withLivingSources(replicas: Replicas, { servers, attempt }: RepairBasis): Replicas {
  return replicas.map((replica) => {
    const { copy } = replica;
    if (copy === undefined || isSource(replicas, copy, servers)) return replica;
    const source = sourceIn(replicas, servers);
    // The new source keeps the shard, whatever the former one should do.
    return source ? { ...replica, copy: { from: source.server, moves: false, attempt } } : replica;
  });
}

function isSource(replicas: Replicas, { from }: ReplicaCopy, servers: KnownServers): boolean {
  return replicas.some(({ server, copy }) => server === from && copy === undefined) && !servers.isAway(from);
}

/** Replaces the former id of a server with an emptied data directory by its new one, as a copy. */
function withoutEmptied(replicas: Replicas, { servers, attempt }: RepairBasis): Replicas {
  return replicas.reduce((now: Replicas, replica) => {
    const successor = servers.successorOf(replica);
    if (successor === undefined) return now;
    const others = now.filter((one) => one !== replica);
    if (others.some(({ server }) => server === successor.server)) return others.some(isActive) ? others : now;
    const source = sourceIn(others, servers);
    if (source === undefined) return now;
    return [...others, { ...successor, copy: { from: source.server, moves: false, attempt } }];
  }, replicas);
}

/** Removes replicas of lost servers that were replaced, and those that had not all points yet. */
function withoutLost(replicas: Replicas, { servers, factor }: RepairBasis): Replicas {
  const active = replicas.filter((replica) => isActive(replica) && !servers.isLost(replica.server));
  const areReplaced = factor !== null && active.length >= factor && sourceIn(active, servers) !== undefined;
  return replicas.filter((replica) => !servers.isLost(replica.server) || (isActive(replica) && !areReplaced));
}

/** Does not wait any more for servers that are lost, or were emptied, to divide the shard. */
function withoutWaiting(replicas: Replicas, { servers }: RepairBasis): Replicas {
  return replicas.map((replica) => {
    const isGone = servers.isLost(replica.server) || servers.successorOf(replica) !== undefined;
    return replica.divides && isGone ? divided(replica) : replica;
  });
}

/** Begins a copy if there are too few replicas. */
function withMissing(replicas: Replicas, basis: RepairBasis): Replicas {
  const { servers, factor, attempt } = basis;
  const kept = replicas.filter(({ server }) => !servers.isLost(server));
  const source = sourceIn(kept, servers);
  if (factor === null || kept.length >= factor || source === undefined || !kept.every(isActive))
    return replicas;
  const target = targetFor(replicas, basis);
  if (target === undefined) return replicas;
  return [...replicas, { ...target, copy: { from: source.server, moves: false, attempt } }];
}

function isActive({ copy }: Replica): boolean {
  return copy === undefined;
}

/** Returns a replica with all points on a server that works. */
function sourceIn(replicas: Replicas, { living }: KnownServers): Replica | undefined {
  return replicas.find((replica) => isActive(replica) && living.has(replica.server));
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
