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
import type { Heard } from "../service/cluster.ts";
import { loadsOf, sourcesOfMoves } from "../service/new-placement.ts";
import { type KnownServers, lostShards, repairedPlacement } from "../service/placement-repair.ts";
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
    const servers = this.#absences.note(heard, loadsOf(database).keys(), clock.now());
    const before = [...servers.living.values()].filter(({ peer }) => peer < peerId).length;
    this.#tellLost(collections, servers);
    const due = collections.filter((one) => this.#repaired(one, one.config, servers) !== one.config);
    this.#due = new Map(due.map(({ uuid }) => [uuid, (this.#due.get(uuid) ?? 0) + 1]));
    for (const collection of due)
      if (this.#due.get(collection.uuid)! > before) await this.#repair(collection, servers);
  }

  async #repair(collection: Collection, servers: KnownServers): Promise<void> {
    const { database, log } = this.#parts;
    const { name } = collection;
    // The collection may have another name by now, and another one this name.
    const isSame = () => database.registered(name) === collection;
    try {
      await database.configure(name, (config) =>
        isSame() ? this.#repaired(collection, config, servers) : config,
      );
      log.info(
        { collection: name },
        "other servers get shards of the collection, because servers are missing",
      );
    } catch (err) {
      if (err instanceof LogUnavailable) throw err;
      log.warn({ err, collection: name }, "missing copies of shards could not be placed yet");
    }
  }

  #repaired({ configured }: Collection, config: CollectionConfig, servers: KnownServers): CollectionConfig {
    const { database } = this.#parts;
    const before = config.placement!;
    const placement = repairedPlacement(before, {
      servers,
      factor: config.params.replication_factor ?? null,
      loads: loadsOf(database),
      drained: sourcesOfMoves(database),
      // No two changes are made from the same configuration.
      attempt: String(configured),
    });
    return placement === before ? config : { ...config, placement };
  }

  /** Warns of each shard once that no server can bring back. */
  #tellLost(collections: readonly Collection[], servers: KnownServers): void {
    const lost = collections.flatMap(({ uuid, name, config }) =>
      lostShards(config.placement!, servers).map((shard) => ({ key: `${uuid}/${shard}`, name, shard })),
    );
    for (const { key, name, shard } of lost)
      if (!this.#told.has(key)) this.#parts.log.warn({ collection: name, shard }, LOST);
    this.#told = new Set(lost.map(({ key }) => key));
  }
}

const LOST =
  "no server that has all points of the shard is left: its points are lost unless the data directory of one comes back";

function hasPlacement({ config, state, damage }: Collection): boolean {
  return config.placement !== undefined && state.kind === "ready" && !damage;
}
