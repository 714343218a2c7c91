// A client that changes where the shards of a collection are, at random, for tests of clusters with faults.
// The decision: it reads the placement from any server and asks any other, so most requests fit, and some are refused.
import { pick, type Random } from "./chance.ts";
import { ask, Refused } from "./cluster-requests.ts";
import { COLLECTION } from "./cluster-workload.ts";

interface Target {
  readonly name: string;
  readonly url: string;
}

interface ShardState {
  readonly shard_id: number;
  readonly peer_id: number;
  readonly state: string;
}

interface Layout {
  readonly replicas: readonly ShardState[];
  readonly transfers: readonly { readonly shard_id: number; readonly from: number; readonly to: number }[];
  /** The servers that have not divided a shard that was split. */
  readonly dividing: readonly number[];
}

/** The most shards that splits lead to, and how often one is begun. */
const MOST_SHARDS = 16;
const SPLIT_SHARE = 0.04;

const SPLIT = { start_resharding: { direction: "up" } };

function shardsIn(replicas: Layout["replicas"]): number {
  return new Set(replicas.map(({ shard_id }) => shard_id)).size;
}

export class ShardMover {
  readonly counts: Record<string, number> = {};
  readonly #targets: readonly Target[];
  readonly #random: Random;

  constructor(targets: readonly Target[], random: Random) {
    this.#targets = targets;
    this.#random = random;
  }

  /** Makes one change, which may be refused. @throws Refused for an answer that no client may get */
  async move(): Promise<void> {
    try {
      await this.#ask(this.#drawn(await this.layout(pick(this.#random, this.#targets))));
    } catch (error) {
      if (!(error instanceof Refused)) return this.#count("unanswered");
      if (![400, 404, 412, 503].includes(error.status)) throw error;
      this.#count("refused");
    }
  }

  /** Splits the shards if there are few. @returns whether that need not be tried again */
  async split(): Promise<boolean> {
    const { replicas, transfers } = await this.layout(pick(this.#random, this.#targets));
    if (shardsIn(replicas) >= MOST_SHARDS) return true;
    if (transfers.length > 0) return false;
    await this.#ask(SPLIT);
    return true;
  }

  async #ask(request: object): Promise<void> {
    const [name = ""] = Object.keys(request);
    await ask(pick(this.#random, this.#targets).url, "POST", `${COLLECTION}/cluster`, request);
    this.#count(name);
  }

  /** Returns the shards of a collection and the copies that are made of them, as one server knows them. */
  async layout({ url }: Target): Promise<Layout> {
    const { result } = await ask(url, "GET", `${COLLECTION}/cluster`);
    const {
      peer_id,
      local_shards,
      remote_shards,
      shard_transfers,
      resharding_operations = [],
    } = result as {
      peer_id: number;
      local_shards: Omit<ShardState, "peer_id">[];
      remote_shards: ShardState[];
      shard_transfers: Layout["transfers"];
      resharding_operations?: { readonly peer_id: number }[];
    };
    const own = local_shards.map((shard) => ({ ...shard, peer_id }));
    const dividing = resharding_operations.map((one) => one.peer_id);
    return { replicas: [...own, ...remote_shards], transfers: shard_transfers, dividing };
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  #drawn({ replicas, transfers }: Layout): object {
    if (shardsIn(replicas) < MOST_SHARDS && this.#random() < SPLIT_SHARE) return SPLIT;
    const { shard_id } = pick(this.#random, replicas);
    const peers = [...new Set(replicas.map(({ peer_id }) => peer_id))];
    const own = replicas.filter((replica) => replica.shard_id === shard_id).map(({ peer_id }) => peer_id);
    const running = transfers.find((transfer) => transfer.shard_id === shard_id);
    const free = peers.filter((peer) => !own.includes(peer));
    const kind = this.#random();
    if (running) {
      const key = { shard_id, from_peer_id: running.from, to_peer_id: running.to };
      return kind < 0.5 ? { abort_transfer: key } : { restart_transfer: key };
    }
    if (free.length === 0) return { drop_replica: { shard_id, peer_id: pick(this.#random, own) } };
    const copy = { shard_id, from_peer_id: pick(this.#random, own), to_peer_id: pick(this.#random, free) };
    if (own.length > 1 && kind < 0.15) return { drop_replica: { shard_id, peer_id: copy.from_peer_id } };
    return kind < 0.6 ? { move_shard: copy } : { replicate_shard: copy };
  }
}
