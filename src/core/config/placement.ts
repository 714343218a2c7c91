// Where the shards of a collection are: the servers of the cluster that have each of them.
// The decision: it is a part of the configuration, so a record of the log sets it, every server knows it at the same
// place of the log, and a write that was made for another placement takes no effect. Servers are known by the ids of
// their data directories: one whose directory was emptied is another server.

/** The servers of each shard, by shard. */
export type Placement = readonly (readonly Replica[])[];

/** A server that has a shard, or is getting it. */
export interface Replica {
  /** The id of the server, see storage/membership.ts. */
  readonly server: string;
  /** The number by which clients name it. */
  readonly peer: number;
  /** Present: it has not all points yet. */
  readonly copy?: ReplicaCopy;
  /** Present: the shard comes from a split, and the server has not divided its segments yet. */
  readonly divides?: true;
}

export interface ReplicaCopy {
  /** The id of the server that the points are copied from. */
  readonly from: string;
  /** Whether that server gives up the shard when all points are copied. */
  readonly moves: boolean;
  /** Tells this attempt from those before it. */
  readonly attempt: string;
}

/** Returns what a server has of a shard, or is to have. */
export function replicaOn(placement: Placement, shard: number, server: string): Replica | undefined {
  return placement[shard]?.find((replica) => replica.server === server);
}

/** Returns the replicas of a shard that have all of its points. */
export function activeOf(placement: Placement, shard: number): readonly Replica[] {
  return placement[shard]?.filter(({ copy }) => copy === undefined) ?? [];
}

/** A server that may get shards, and the number of those that it has. */
export interface ServerLoad {
  readonly server: string;
  readonly peer: number;
  readonly shards: number;
}

/**
 * Places the shards of a new collection: each on as many servers as wanted, or on all, and as evenly as that is
 * possible.
 */
export function newPlacement(shards: number, factor: number, candidates: readonly ServerLoad[]): Placement {
  const loads = candidates.map(({ server, peer, shards: load }) => ({ server, peer, load }));
  return Array.from({ length: shards }, () => {
    // Sorting keeps the order of servers with the same load.
    const chosen = loads.sort((a, b) => a.load - b.load).slice(0, factor);
    return chosen.map((one) => {
      one.load++;
      return { server: one.server, peer: one.peer };
    });
  });
}

/** Returns a placement in which a server gets a shard, or begins to copy it again. */
export function withCopy(
  placement: Placement,
  shard: number,
  to: Pick<Replica, "server" | "peer">,
  copy: ReplicaCopy,
): Placement {
  const { server, peer } = to;
  return changed(placement, shard, (replicas) => [
    ...replicas.filter((replica) => replica.server !== server),
    { server, peer, copy },
  ]);
}

/**
 * Returns a placement in which a server has all points of a shard; the one that they were moved from has none.
 * @param attempt the one that has copied them: if another one has begun, the server has not all points
 */
export function withComplete(
  placement: Placement,
  shard: number,
  server: string,
  attempt: string,
): Placement {
  const copy = replicaOn(placement, shard, server)?.copy;
  if (copy?.attempt !== attempt) return placement;
  const source = copy.moves ? copy.from : null;
  return changed(placement, shard, (replicas) =>
    replicas
      .filter((replica) => replica.server !== source)
      .map((replica) => (replica.server === server ? { server, peer: replica.peer } : replica)),
  );
}

/** Returns a placement in which a server has the shard no more. Copies that others make of it there end as well. */
export function withoutReplica(placement: Placement, shard: number, server: string): Placement {
  return changed(placement, shard, (replicas) =>
    replicas.filter((replica) => replica.server !== server && replica.copy?.from !== server),
  );
}

/** Returns a placement in which each shard is two, on the same servers; see slots/shard-of.ts. */
export function splitPlacement(placement: Placement): Placement {
  return placement.flatMap((replicas) => {
    const part = replicas.map((replica): Replica => ({ ...replica, divides: true }));
    return [part, part];
  });
}

/** Whether a server has not divided its segments yet, after a split. */
export function isBeingDivided(placement: Placement): boolean {
  return placement.some((replicas) => replicas.some(({ divides }) => divides));
}

/** Returns a placement in which a server has divided its segments, or is not waited for. */
export function withDivided(placement: Placement, server: string): Placement {
  return placement.map((replicas) => {
    if (!replicas.some((replica) => replica.server === server && replica.divides)) return replicas;
    return replicas.map((replica) => (replica.server === server ? divided(replica) : replica));
  });
}

/** Returns a replica that is not waited for. */
export function divided({ divides: _, ...replica }: Replica): Replica {
  return replica;
}

function changed(
  placement: Placement,
  shard: number,
  change: (replicas: readonly Replica[]) => readonly Replica[],
): Placement {
  return placement.map((replicas, i) => (i === shard ? change(replicas) : replicas));
}

/** Returns the name of a shard in the log that the servers share. */
export function placeOf(collection: string, shard: number): string {
  return `${collection}/${shard}`;
}

/** Returns what `placeOf` has joined. */
export function partsOfPlace(place: string): { readonly collection: string; readonly shard: number } {
  const [collection = "", shard = ""] = place.split("/");
  return { collection, shard: Number(shard) };
}
