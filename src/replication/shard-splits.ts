// Tells the cluster when this server has divided the segments of a collection whose shards were split.
// The decision: it is told when a checkpoint has the divided segments, so that a server which starts again does not have
// the ones from before. Until every server has told it, both parts of a shard stay on the same servers, and no server is
// asked for one of them alone.
import type { Collection } from "../core/collection/collection.ts";
import { withDivided } from "../core/config/placement.ts";
import type { Database } from "../core/database/database.ts";
import { isUndivided } from "../core/segment/undivided.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";

export class ShardSplits {
  readonly #database: Database;
  readonly #log: Pick<Logger, "info">;

  constructor(database: Database, log: Pick<Logger, "info">) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Tells it of the next collection whose segments are divided here.
   * @returns whether there was one
   * @throws what prevents it now; it is tried again
   */
  async finishNext(): Promise<boolean> {
    const collection = this.#database.placed().find((one) => this.#isDue(one));
    if (collection === undefined) return false;
    const { name, configured } = collection;
    await this.#database.checkpoint();
    if ((collection.saved?.covered ?? 0) < configured || collection.unsavable)
      throw new VectorDbError("INTERNAL", "no checkpoint could be taken of the segments that were divided");
    await this.#database.configure(name, (config) => {
      const isSame = this.#database.registered(name) === collection && config.placement !== undefined;
      return isSame ? { ...config, placement: withDivided(config.placement, this.#server) } : config;
    });
    this.#log.info({ collection: name }, "this server has divided the shards");
    return true;
  }

  #isDue({ config, segments, state, damage }: Collection): boolean {
    if (state.kind !== "ready" || damage) return false;
    const isAwaited = config.placement!.some((replicas) =>
      replicas.some(({ server, divides }) => divides && server === this.#server),
    );
    return isAwaited && !segments.all.some((segment) => isUndivided(segment, segments));
  }

  get #server(): string {
    return this.#database.replication.member!.server;
  }
}
