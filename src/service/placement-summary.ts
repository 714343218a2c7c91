// What is asked of placements again and again: which servers they name, how often, and whether anything is missing.
// The decision: a placement never changes, so it is counted once, when it is asked for first. A check of thousands of
// collections then costs some lookups for each, and not a walk over all of their shards.

import type { Collection } from "../core/collection/collection.ts";
import type { Placement } from "../core/config/placement.ts";
import type { Database } from "../core/database/database.ts";

interface PlacementSummary {
  /** The number of shards on each server, by its id. */
  readonly loads: ReadonlyMap<string, number>;
  /** The servers from which shards are moved. */
  readonly movedFrom: readonly string[];
  readonly hasCopies: boolean;
  /** The replicas of the shard that has the fewest. */
  readonly fewest: number;
}

const SUMMARIES = new WeakMap<Placement, PlacementSummary>();

export function summaryOf(placement: Placement): PlacementSummary {
  const known = SUMMARIES.get(placement);
  if (known !== undefined) return known;
  const replicas = placement.flat();
  const loads = new Map<string, number>();
  for (const { server } of replicas) loads.set(server, (loads.get(server) ?? 0) + 1);
  const summary = {
    loads,
    movedFrom: replicas.flatMap(({ copy }) => (copy?.moves ? [copy.from] : [])),
    hasCopies: replicas.some(({ copy }) => copy !== undefined),
    fewest: Math.min(...placement.map(({ length }) => length)),
  };
  SUMMARIES.set(placement, summary);
  return summary;
}

/** Returns the number of shards on each server. */
export function loadsOf(database: Database): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { loads } of summariesIn(database))
    for (const [server, shards] of loads) sums.set(server, (sums.get(server) ?? 0) + shards);
  return sums;
}

/** Returns the ids of the servers from which shards are being moved. */
export function sourcesOfMoves(database: Database): Set<string> {
  return new Set(summariesIn(database).flatMap(({ movedFrom }) => movedFrom));
}

function summariesIn(database: Database): PlacementSummary[] {
  const placementOf = ({ config }: Collection) => config.placement;
  return database
    .collections()
    .map(placementOf)
    .filter((placement) => placement !== undefined)
    .map(summaryOf);
}
