// Takes servers out of a cluster: moves their shards to others, and forgets them.
// The decision: a server is never taken the last replica with all points of a shard, also not by force. Draining is not
// a state of the server: it gets no shards while moves from it run, and is stopped when they are done. A server that
// runs is not removed, since it would report itself again: whether it runs is seen from its next report.
import type { Collection } from "../core/collection/collection.ts";
import { isBeingDivided, type Placement } from "../core/config/placement.ts";
import type { Database } from "../core/database/database.ts";
import { PlacementRefused, SplitInProgress } from "../errors/placement.ts";
import type { DrainPeer, DrainReport, RemovePeer } from "../schema/cluster.ts";
import { type Heard, livingOf, type OwnNode } from "./cluster.ts";
import { type Drained, drainedPlacement } from "./placement-drain.ts";
import { type RepairBasis, repairedPlacement, type Target } from "./placement-repair.ts";
import { loadsOf, sourcesOfMoves } from "./placement-summary.ts";

/** How many shards an error names. */
const NAMED = 10;
/** A server reports itself every two seconds; one that is silent for so long has ended. */
const ENDED_SECONDS = 6;
const POLL_SECONDS = 0.5;

/** Resolves after a number of milliseconds. */
type Wait = (ms: number) => Promise<void>;

export class ServerRemoval {
  readonly #database: Database;
  readonly #own: OwnNode | null;
  readonly #wait: Wait;

  /** @param own null: this server is in no cluster */
  constructor(database: Database, own: OwnNode | null, wait: Wait = delay) {
    this.#database = database;
    this.#own = own;
    this.#wait = wait;
  }

  /**
   * Forgets a server that has ended; it takes some seconds to see that of one that has ended just now. One that has
   * shards is refused, or, by force, gives up those that other servers have.
   * @throws PlacementRefused, LogUnavailable
   */
  async remove({ peer_id: peer, force = false }: RemovePeer): Promise<true> {
    const own = this.#ownNode();
    const heard = await own.nodes();
    const known = heard.filter(({ peer_id }) => peer_id === peer);
    const placed = this.#placedOn(peer);
    if (known.length === 0 && placed.length === 0) throw new PlacementRefused(`Peer ${peer} does not exist`);
    if (placed.length > 0 && !force)
      throw new PlacementRefused(`Cannot remove peer ${peer} as there are shards on it`);
    const living = livingOf(heard);
    for (const [server, target] of living) if (target.peer === peer) living.delete(server);
    ensureRemovable(
      placed.flatMap(({ name, config }) =>
        onlyOn(config.placement!, peer, living).map((shard) => `${name}:${shard}`),
      ),
      peer,
    );
    await this.#ensureEnded(own, known);
    for (const collection of placed) await this.#change(collection, peer, living);
    for (const { server } of known) await own.forget(server);
    return true;
  }

  /** Waits until a server must have reported itself again. @param known its row @throws PlacementRefused if it has */
  async #ensureEnded({ peerId, nodes }: OwnNode, known: readonly Heard[]): Promise<void> {
    for (const { peer_id: peer, silent_seconds } of known) {
      const refusal = `Cannot remove peer ${peer}: it runs, and would be back after two seconds; stop it first`;
      if (peer === peerId) throw new PlacementRefused(refusal);
      let silence = silent_seconds;
      while (silence < ENDED_SECONDS) {
        await this.#wait(POLL_SECONDS * 1000);
        const now = (await nodes()).find(({ peer_id }) => peer_id === peer)?.silent_seconds ?? ENDED_SECONDS;
        if (now < silence + POLL_SECONDS / 2) throw new PlacementRefused(refusal);
        silence = now;
      }
    }
  }

  /**
   * Begins to move all shards of a server to others.
   * @throws PlacementRefused, LogUnavailable
   */
  async drain({ peer_id: peer }: DrainPeer): Promise<DrainReport> {
    const own = this.#ownNode();
    const heard = await own.nodes();
    const living = livingOf(heard);
    const target = [...living.values()].find((one) => one.peer === peer);
    if (target === undefined && heard.some(({ peer_id }) => peer_id === peer))
      throw new PlacementRefused(
        `Peer ${peer} does not work, so nothing can be moved from it: remove it by force`,
      );
    if (target === undefined) throw new PlacementRefused(`Peer ${peer} does not exist`);
    const collections = this.#placedOn(peer);
    for (const { name, config } of collections)
      if (isBeingDivided(config.placement!)) throw new SplitInProgress(name);
    const total = { moves: 0, dropped: 0, staying: 0 };
    for (const collection of collections) {
      const counts = await this.#drain(collection, target.server, living);
      for (const key of ["moves", "dropped", "staying"] as const) total[key] += counts[key];
    }
    return total;
  }

  async #drain(
    collection: Collection,
    server: string,
    living: ReadonlyMap<string, Target>,
  ): Promise<Drained> {
    let counts: Drained = { moves: 0, dropped: 0, staying: 0 };
    await this.#database.configure(collection.name, (config) => {
      // It is called again if another server has changed the placement meanwhile.
      counts = { moves: 0, dropped: 0, staying: 0 };
      const { placement } = config;
      if (placement === undefined) return config;
      if (isBeingDivided(placement)) throw new SplitInProgress(collection.name);
      const basis = this.#basis(collection, living, [server]);
      const factor = config.params.replication_factor ?? null;
      const drained = drainedPlacement(placement, server, { ...basis, factor }, counts);
      return drained.every((replicas, shard) => replicas === placement[shard])
        ? config
        : { ...config, placement: drained };
    });
    return counts;
  }

  /** Takes all shards of a collection from a server. */
  async #change(collection: Collection, peer: number, living: ReadonlyMap<string, Target>): Promise<void> {
    await this.#database.configure(collection.name, (config) => {
      const { placement } = config;
      if (placement === undefined) return config;
      const only = onlyOn(placement, peer, living).map((shard) => `${collection.name}:${shard}`);
      ensureRemovable(only, peer);
      const ids = placement.flat().filter((replica) => replica.peer === peer);
      // It is as lost as can be, and one other replica is enough.
      const basis = {
        ...this.#basis(
          collection,
          living,
          ids.map(({ server }) => server),
        ),
        factor: 1,
      };
      return { ...config, placement: repairedPlacement(placement, basis) };
    });
  }

  #basis(
    { configured }: Collection,
    living: ReadonlyMap<string, Target>,
    gone: readonly string[],
  ): Omit<RepairBasis, "factor"> {
    const isGone = (server: string) => gone.includes(server);
    return {
      servers: { living, isLost: isGone, isAway: isGone, successorOf: () => undefined },
      loads: loadsOf(this.#database),
      drained: new Set([...sourcesOfMoves(this.#database), ...gone]),
      attempt: String(configured),
    };
  }

  /** Returns the collections that a server has shards of. */
  #placedOn(peer: number): Collection[] {
    return this.#database.collections().filter(({ config, state }) => {
      const replicas = config.placement?.flat() ?? [];
      return state.kind === "ready" && replicas.some((replica) => replica.peer === peer);
    });
  }

  #ownNode(): OwnNode {
    if (this.#own === null) throw new PlacementRefused("Distributed mode disabled");
    return this.#own;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns the shards that a server has, and of which no other one that works has all points. */
function onlyOn(placement: Placement, peer: number, living: ReadonlyMap<string, Target>): number[] {
  return [...placement.keys()].filter((shard) => {
    const replicas = placement[shard]!;
    const isOn = replicas.some((replica) => replica.peer === peer);
    return isOn && !replicas.some(({ server, copy }) => copy === undefined && living.has(server));
  });
}

function ensureRemovable(shards: readonly string[], peer: number): void {
  if (shards.length === 0) return;
  const more = shards.length > NAMED ? ` and ${shards.length - NAMED} more` : "";
  throw new PlacementRefused(
    `Cannot remove peer ${peer}: no other server that works has all points of ${shards.slice(0, NAMED).join(", ")}${more}`,
  );
}
