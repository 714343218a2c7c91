// Changes where the shards of a collection are: the requests of an operator, in Qdrant's shapes.
// The decision: a request changes the placement in the configuration and nothing else. The server that is to have a
// shard sees that when it applies the record, copies the points, and says in another record that it has them
// (replication/shard-copies.ts). So a request is answered when its record is applied by the server that got it, and not
// when the points are copied.
import {
  activeOf,
  isBeingDivided,
  type Placement,
  type Replica,
  replicaOn,
  splitPlacement,
  withCopy,
  withoutReplica,
} from "../core/config/placement.ts";
import type { CollectionConfig } from "../core/config/types.ts";
import type { Database } from "../core/database/database.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { ChangeTimedOut, NoSuchCopy, PlacementRefused, SplitInProgress } from "../errors/placement.ts";
import { inTime } from "../scheduling/in-time.ts";
import type { ChangeCollectionCluster, CopyKey, ShardCopy } from "../schema/cluster.ts";
import { MAX_SHARDS } from "../schema/limits.ts";
import type { Heard, OwnNode } from "./cluster.ts";

/** The state from which a change is made. */
interface Site {
  readonly name: string;
  readonly placement: Placement;
  readonly servers: readonly Heard[];
  /** A new text, by which attempts to copy a shard are told apart. */
  readonly attempt: string;
}

type Request = Omit<ChangeCollectionCluster, "collection_name" | "timeout">;
type Operations = Required<
  Pick<
    Request,
    | "move_shard"
    | "replicate_shard"
    | "abort_transfer"
    | "restart_transfer"
    | "drop_replica"
    | "start_resharding"
  >
>;
type Change<K extends keyof Operations> = (site: Site, request: Operations[K]) => Placement;

/** The changes that can be made, by their names. */
const CHANGES: { readonly [K in keyof Operations]: Change<K> } = {
  move_shard: (site, request) => copied(site, request, true),
  replicate_shard: (site, request) => copied(site, request, false),
  abort_transfer: (site, request) => {
    const { to } = copyOf(site, request);
    return withoutReplica(site.placement, request.shard_id, to.server);
  },
  restart_transfer: (site, request) => {
    const { to } = copyOf(site, request);
    return withCopy(site.placement, request.shard_id, to, { ...to.copy!, attempt: site.attempt });
  },
  drop_replica: (site, { shard_id, peer_id }) => {
    const replicas = shardOf(site, shard_id);
    serverOf(site, peer_id);
    const dropped = replicas.find(({ peer }) => peer === peer_id);
    if (!dropped) throw new PlacementRefused(`Peer ${peer_id} has no replica of shard ${shard_id}`);
    const left = activeOf(site.placement, shard_id).filter(({ peer }) => peer !== peer_id);
    if (left.length === 0) {
      const text = `Shard ${shard_id} must have at least one active replica after removing ${peer_id}`;
      throw new PlacementRefused(text);
    }
    return withoutReplica(site.placement, shard_id, dropped.server);
  },
  start_resharding: (site, request) => {
    const { direction, peer_id, shard_key } = request;
    if (direction !== "up") throw new PlacementRefused(`start_resharding ${direction} is not supported`);
    const [given] = Object.entries({ peer_id, shard_key }).filter(([, value]) => (value ?? null) !== null);
    if (given)
      throw new PlacementRefused(`${given[0]} is not supported: all shards are split, where they are`);
    const shards = 2 * site.placement.length;
    if (shards > MAX_SHARDS)
      throw new PlacementRefused(`${site.name} would have ${shards} shards; the most are ${MAX_SHARDS}`);
    for (const [shard, replicas] of site.placement.entries()) ensureNotCopied(replicas, shard);
    return splitPlacement(site.placement);
  },
};

export class ShardMoves {
  readonly #database: Database;
  readonly #own: OwnNode | null;

  /** @param own null: this server is in no cluster */
  constructor(database: Database, own: OwnNode | null) {
    this.#database = database;
    this.#own = own;
  }

  /**
   * Begins a change. Resolves when its record is applied here.
   * @param request its `timeout` is in seconds; absent: the change ends as other writes do
   * @throws CollectionNotFound, PlacementRefused, NoSuchCopy, LogUnavailable
   * @throws ChangeTimedOut after the timeout; the change may still be made
   */
  change(request: ChangeCollectionCluster): Promise<true> {
    const { timeout: seconds } = request;
    const changing = this.#change(request);
    if (seconds === undefined) return changing;
    const late = () => new ChangeTimedOut(request.collection_name, seconds);
    return inTime(changing, seconds * 1000, late);
  }

  async #change({ collection_name, timeout: _, ...request }: ChangeCollectionCluster): Promise<true> {
    const collection = this.#database.collection(collection_name);
    const [kind, ...others] = Object.keys(request) as (keyof Request)[];
    if (kind === undefined || others.length > 0) {
      const got = kind === undefined ? "none" : Object.keys(request).join(", ");
      throw new InvalidArgument(`expected one of ${Object.keys(CHANGES).join(", ")}, got ${got}`);
    }
    if (!isKnown(kind)) throw new PlacementRefused(`${kind} is not supported`);
    if (this.#own === null) throw new PlacementRefused("Distributed mode disabled");
    const servers = await this.#own.nodes();
    const make = CHANGES[kind] as Change<typeof kind>;
    await this.#database.configure(collection_name, (config) => {
      const before = config.placement ?? everywhere(config, servers);
      if (isBeingDivided(before)) throw new SplitInProgress(collection_name);
      // No two changes are made from the same configuration.
      const attempt = String(collection.configured);
      const site = { name: collection_name, placement: before, servers, attempt };
      const placement = make(site, request[kind]!);
      return { ...config, ...(placement.length > 1 && { shards: placement.length }), placement };
    });
    return true;
  }
}

function isKnown(kind: keyof Request): kind is keyof Operations {
  return Object.hasOwn(CHANGES, kind);
}

/** Returns the placement of a collection that every server has. */
function everywhere({ shards = 1 }: CollectionConfig, servers: readonly Heard[]): Placement {
  const replicas = servers.map(({ server, peer_id }) => ({ server, peer: peer_id }));
  return Array.from({ length: shards }, () => replicas);
}

/** Returns the replicas of a shard. @throws PlacementRefused if there is no such shard */
function shardOf({ name, placement }: Site, shard: number): readonly Replica[] {
  const replicas = placement[shard];
  if (!replicas) throw new PlacementRefused(`Shard ${shard} of ${name} does not exist`);
  return replicas;
}

/** @throws PlacementRefused if there is no such server */
function serverOf({ servers }: Site, peer: number): Heard {
  const server = servers.find(({ peer_id }) => peer_id === peer);
  if (!server) throw new PlacementRefused(`Peer ${peer} does not exist`);
  return server;
}

function copied(site: Site, request: ShardCopy, moves: boolean): Placement {
  const { shard_id, from_peer_id, to_peer_id } = request;
  const replicas = shardOf(site, shard_id);
  const to = serverOf(site, to_peer_id);
  serverOf(site, from_peer_id);
  const source = activeOf(site.placement, shard_id).find(({ peer }) => peer === from_peer_id);
  if (!source) throw new PlacementRefused(`Shard ${shard_id} is not active on peer ${from_peer_id}`);
  ensureNotCopied(replicas, shard_id);
  if (replicaOn(site.placement, shard_id, to.server))
    throw new PlacementRefused(`Shard ${shard_id} is already on peer ${to_peer_id}`);
  const copy = { from: source.server, moves, attempt: site.attempt };
  return withCopy(site.placement, shard_id, { server: to.server, peer: to.peer_id }, copy);
}

/** @throws PlacementRefused if the shard is being copied */
function ensureNotCopied(replicas: readonly Replica[], shard: number): void {
  const running = replicas.find(({ copy }) => copy !== undefined);
  if (!running) return;
  const from = replicas.find(({ server }) => server === running.copy!.from)?.peer;
  throw new PlacementRefused(`Shard ${shard} is already involved in transfer ${from} -> ${running.peer}`);
}

/** Returns a copy that is being made. @throws NoSuchCopy, PlacementRefused */
function copyOf(site: Site, { shard_id, from_peer_id, to_peer_id }: CopyKey): { readonly to: Replica } {
  const replicas = shardOf(site, shard_id);
  const to = replicas.find(({ peer, copy }) => peer === to_peer_id && copy !== undefined);
  const from = to && replicas.find(({ server }) => server === to.copy!.from);
  if (!to || from?.peer !== from_peer_id) throw new NoSuchCopy(from_peer_id, to_peer_id, site.name, shard_id);
  return { to };
}
