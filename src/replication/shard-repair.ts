// Keeps the shards of collections on as many servers as they should be on: places what is missing, and replaces servers
// that are lost or were emptied.
// The decision: every server that works checks this every two seconds, and changes a placement only if something is to
// be done. The server with the lowest number does it at once, the next one if it is still to be done a check later, and
// so on, so servers seldom come between each other. When they do, the record that came first takes effect.
import type { Collection } from "../core/collection/collection.ts";
import type { CollectionConfig } from "../core/config/types.ts";
import type { Database } from "../core/database/database.ts";
import { LogUnavailable } from "../errors/cluster.ts";
import type { Logger } from "../log/logger.ts";
import type { Clock } from "../scheduling/clock.ts";
import { runInSlices, type Sliced } from "../scheduling/slices.ts";
import type { Heard } from "../service/cluster.ts";
import {
  type KnownServers,
  lostShards,
  type RepairBasis,
  repairedPlacement,
} from "../service/placement-repair.ts";
import { loadsOf, sourcesOfMoves, summaryOf } from "../service/placement-summary.ts";
import { ServerAbsences } from "./server-absences.ts";

interface ShardRepairParts {
  readonly database: Database;
  /** Returns the table of the servers. @throws LogUnavailable */
  readonly nodes: () => Promise<readonly Heard[]>;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Logger, "info" | "warn">;
  /** The id of this server. */
  readonly server: string;
  /** The number of this server. */
  readonly peerId: number;
  /** See the setting `cluster.replace_after`. */
  readonly replaceAfterSeconds: number;
}

export class ShardRepair {
  readonly #parts: ShardRepairParts;
  readonly #absences: ServerAbsences;
  /** How many checks in a row had something to do, by the UUID of the collection. */
  #due = new Map<string, number>();
  /** The shards of which was told that they are lost. */
  #told = new Set<string>();
  #isChecking = false;

  constructor(parts: ShardRepairParts) {
    this.#parts = parts;
    this.#absences = new ServerAbsences(parts.server, parts.replaceAfterSeconds);
  }

  /** Whether a server did not work at the last checks. */
  isAway(server: string): boolean {
    return this.#absences.isAway(server);
  }

  /** Changes placements if this server has to. One check is made at a time. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#checkOnce();
    } catch (err) {
      // The log is away: a later check does it.
      if (!(err instanceof LogUnavailable))
        this.#parts.log.warn({ err }, "missing copies of shards could not be placed yet");
    } finally {
      this.#isChecking = false;
    }
  }

  async #checkOnce(): Promise<void> {
    const { database, nodes, clock, peerId } = this.#parts;
    const collections = database.ready ? database.collections().filter(hasPlacement) : [];
    if (collections.length === 0) return;
    const heard = await nodes();
    await runInSlices(summarized(collections));
    const servers = this.#absences.note(heard, loadsOf(database).keys(), clock.now());
    const { due, lost } = await runInSlices(this.#assess(collections, servers));
    this.#tell(lost);
    this.#due = new Map(due.map(({ uuid }) => [uuid, (this.#due.get(uuid) ?? 0) + 1]));
    const before = [...servers.living.values()].filter(({ peer }) => peer < peerId).length;
    for (const collection of due)
      if (this.#due.get(collection.uuid)! > before) await this.#repair(collection, servers);
  }

  /** Returns the collections of which something is to be done, and the shards that are lost. */
  *#assess(collections: readonly Collection[], servers: KnownServers): Sliced<Assessed> {
    const { database } = this.#parts;
    const basis = { servers, loads: loadsOf(database), drained: sourcesOfMoves(database) };
    const due: Collection[] = [];
    const lost: LostShard[] = [];
    for (const collection of collections) {
      yield;
      const { uuid, name, config } = collection;
      if (isWhole(config, servers)) continue;
      if (repaired(collection, config, basis) !== config) due.push(collection);
      for (const shard of lostShards(config.placement!, servers)) lost.push({ uuid, name, shard });
    }
    return { due, lost };
  }

  async #repair(collection: Collection, servers: KnownServers): Promise<void> {
    const { database, log } = this.#parts;
    const { name } = collection;
    let isChanged = false;
    try {
      await database.configure(name, (config) => {
        // The collection may have another name by now, and another one this name.
        const isSame = database.registered(name) === collection && config.placement !== undefined;
        const basis = { servers, loads: loadsOf(database), drained: sourcesOfMoves(database) };
        const changed = isSame ? repaired(collection, config, basis) : config;
        isChanged = changed !== config;
        return changed;
      });
      if (isChanged) log.info({ collection: name }, REPAIRED);
    } catch (err) {
      if (err instanceof LogUnavailable) throw err;
      log.warn({ err, collection: name }, "missing copies of shards could not be placed yet");
    }
  }

  /** Warns of each lost shard once. */
  #tell(lost: readonly LostShard[]): void {
    const keyOf = ({ uuid, shard }: LostShard) => `${uuid}/${shard}`;
    for (const one of lost)
      if (!this.#told.has(keyOf(one))) this.#parts.log.warn({ collection: one.name, shard: one.shard }, LOST);
    this.#told = new Set(lost.map(keyOf));
  }
}

/** A shard of which no server that can come back has all points. */
interface LostShard {
  readonly uuid: string;
  readonly name: string;
  readonly shard: number;
}

interface Assessed {
  readonly due: readonly Collection[];
  readonly lost: readonly LostShard[];
}

const REPAIRED = "other servers get shards of the collection, because servers are missing";
const LOST =
  "no server that has all points of the shard is left: its points are lost unless the data directory of one comes back";

function hasPlacement({ config, state, damage }: Collection): boolean {
  return config.placement !== undefined && state.kind === "ready" && !damage;
}

/** Counts what new placements have, so that the questions below are short. */
function* summarized(collections: readonly Collection[]): Sliced<void> {
  for (const { config } of collections) {
    if (config.placement) summaryOf(config.placement);
    yield;
  }
}

/** Whether all replicas that should be there are there, on servers that work. */
function isWhole({ params, placement }: CollectionConfig, { living }: KnownServers): boolean {
  const { loads, hasCopies, fewest } = summaryOf(placement!);
  if (hasCopies || fewest < (params.replication_factor ?? 1)) return false;
  for (const server of loads.keys()) if (!living.has(server)) return false;
  return true;
}

/** Returns the configuration with the repaired placement, which is the given one if nothing has to be done. */
function repaired(
  { configured }: Collection,
  config: CollectionConfig,
  basis: Pick<RepairBasis, "servers" | "loads" | "drained">,
): CollectionConfig {
  const factor = config.params.replication_factor ?? null;
  // No two changes are made from the same configuration.
  const placement = repairedPlacement(config.placement!, { ...basis, factor, attempt: String(configured) });
  return placement === config.placement ? config : { ...config, placement };
}
