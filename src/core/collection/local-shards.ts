// Which shards of a collection have all of their points on this server.
// The decision: the configuration says which shards a server is to have. One is present when its points have been
// copied, and only then operations are applied to it. A server alone, and a collection that every server of the cluster
// has, have all shards present.
import { ShardUnavailable } from "../../errors/sharding.ts";
import { type Placement, replicaOn } from "../config/placement.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { PointOperation } from "../record/operation.ts";
import { shardOfOperation } from "../record/shard-order.ts";
import type { Segments } from "../segment/segments.ts";
import { isUndivided } from "../segment/undivided.ts";
import { type DividedShard, partsOf, type SomeShards, shardsIn } from "../slots/shard-division.ts";
import type { CollectionParts } from "./collection-parts.ts";

type ServedCollection = { readonly local: LocalShards; readonly segments: Pick<Segments, "all" | "shards"> };

export class LocalShards {
  #shards: number;
  readonly #server: string | null;
  #placement: Placement | null;
  #present: Set<number>;
  /** The shards in the last checkpoint. */
  #saved: ReadonlySet<number>;

  constructor(
    { shards = 1, placement }: Pick<CollectionConfig, "shards" | "placement">,
    { server = null, savedShards: saved }: Pick<CollectionParts, "server" | "savedShards"> = {},
  ) {
    this.#shards = shards;
    this.#server = server;
    this.#placement = placement ?? null;
    const all = Array.from({ length: shards }, (_, shard) => shard);
    this.#present = new Set(
      all.filter((shard) => this.isAssigned(shard) && (saved?.includes(shard) ?? true)),
    );
    this.#saved = new Set(saved ?? all);
  }

  /** Whether all shards are on every server. */
  get areEverywhere(): boolean {
    return this.#server === null || this.#placement === null;
  }

  /** Returns the shard of all points of an operation; null: they may be in several, which are all present. */
  shardOf(operation: PointOperation): number | null {
    return shardOfOperation(operation, this.#shards, !this.areEverywhere);
  }

  /** Whether the server has all points of a shard. */
  has(shard: number): boolean {
    return this.#present.has(shard);
  }

  /** Whether the server has a shard into which this one was divided, or the shard itself. */
  hasPartOf(shard: DividedShard): boolean {
    return partsOf(shard, this.#shards).some((part) => this.#present.has(part));
  }

  /** @throws ShardUnavailable if one of the shards is not here with all of its points */
  ensureHas(shards: readonly number[]): void {
    const missing = shards.filter((shard) => !this.#present.has(shard));
    if (missing.length > 0) throw new ShardUnavailable(missing, "this server has not all of their points");
  }

  /** Notes the shards that a checkpoint has; they may have been split since. */
  noteSaved(saved: SomeShards): void {
    this.#saved = new Set(shardsIn(saved, this.#shards));
  }

  /** Whether the last checkpoint has a shard. */
  isSaved(shard: number): boolean {
    return this.#saved.has(shard);
  }

  /** The shards whose points are all here, ascending. */
  get present(): readonly number[] {
    return [...this.#present].sort((a, b) => a - b);
  }

  /** Whether the server has the shard, or is to have it. */
  isAssigned(shard: number): boolean {
    if (this.#server === null || this.#placement === null) return true;
    return replicaOn(this.#placement, shard, this.#server) !== undefined;
  }

  /** Notes that all points of a shard are here now. */
  noteComplete(shard: number): void {
    this.#present.add(shard);
  }

  /**
   * Takes over a new number of shards and a new placement.
   * @param segments those of the collection, which are divided as well
   * @returns the shards whose points have to be removed here
   */
  place(
    { shards = 1, placement }: Pick<CollectionConfig, "shards" | "placement">,
    segments: Pick<Segments, "split">,
  ): number[] {
    const before = shards === this.#shards ? this.#placement : null;
    if (shards !== this.#shards) {
      this.#divide(shards);
      segments.split(shards);
    }
    this.#placement = placement ?? null;
    const gone = this.present.filter((shard) => !this.isAssigned(shard) || this.#isBegunAgain(before, shard));
    for (const shard of gone) this.#present.delete(shard);
    return gone;
  }

  /** Takes over a new number of shards: those whose points are here were divided here. */
  #divide(division: number): void {
    const now = (shards: ReadonlySet<number>) =>
      new Set(shardsIn({ shards: [...shards], division: this.#shards }, division));
    [this.#present, this.#saved] = [now(this.#present), now(this.#saved)];
    this.#shards = division;
  }

  #isBegunAgain(before: Placement | null, shard: number): boolean {
    if (this.#server === null || this.#placement === null) return false;
    const copy = replicaOn(this.#placement, shard, this.#server)?.copy;
    const earlier = before === null ? undefined : replicaOn(before, shard, this.#server)?.copy;
    return copy !== undefined && copy.attempt !== earlier?.attempt;
  }
}

/**
 * Checks that a read of some shards gets all of their points here, and no others.
 * @throws ShardUnavailable
 */
export function ensureServes({ local, segments }: ServedCollection, asked: SomeShards): void {
  if (segments.shards % asked.division !== 0)
    throw new ShardUnavailable(asked.shards, "this server has the shards of another division");
  const shards = shardsIn(asked, segments.shards);
  local.ensureHas(shards);
  for (const segment of segments.all) {
    if (!isUndivided(segment, segments)) continue;
    const here = partsOf(segment, segments.shards).filter((shard) => local.has(shard));
    const isAsked = here.map((shard) => shards.includes(shard));
    if (isAsked.includes(true) && isAsked.includes(false))
      throw new ShardUnavailable(shards, "this server has not divided all of their points yet");
  }
}
