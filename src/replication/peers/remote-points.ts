// What a write asks other servers about points that this one does not have.
// The decision: every server with the shard gives the same answer once it has applied enough, so they are asked one
// after another until one answers.

import type { RemotePoints, ShardPlace } from "../../core/catalogue/commits.ts";
import { activeOf } from "../../core/config/placement.ts";
import type { Database } from "../../core/database/database.ts";
import type { PackedIds } from "../../core/slots/point-id.ts";
import { partsOf } from "../../core/slots/shard-division.ts";
import { ShardUnavailable } from "../../errors/sharding.ts";
import type { PeerCallName } from "../../schema/peer-calls.ts";
import { decodeExisting, encodeIds } from "../../service/peer-points.ts";
import type { PeerCalls } from "./client.ts";
import { RemoteVectors } from "./remote-vectors.ts";

const LIMIT_MS = 5_000;
const NOTHING = new Uint8Array(0);

export class PeersPoints implements RemotePoints {
  readonly #peers: PeerCalls;
  readonly #vectors: RemoteVectors;
  readonly #database: () => Database;

  constructor(peers: PeerCalls, database: () => Database) {
    this.#peers = peers;
    this.#vectors = new RemoteVectors(peers, database);
    this.#database = database;
  }

  async existing(at: ShardPlace, ids: PackedIds) {
    const { applied } = this.#database().replication;
    return decodeExisting(await this.#ask("existing", at, applied.lsn, encodeIds(ids)), ids.length);
  }

  async tookEffect(at: ShardPlace, lsn: number): Promise<boolean> {
    const [told] = await this.#ask("effect", at, lsn, NOTHING);
    return told === 1;
  }

  get vectors(): number {
    return this.#vectors.vectors;
  }

  learnVectors(): Promise<void> {
    return this.#vectors.learn();
  }

  async #ask(name: PeerCallName, at: ShardPlace, atLeast: number, body: Uint8Array): Promise<Uint8Array> {
    const { collection, shard, division } = at;
    const placement = this.#database().withUuid(collection)?.config.placement ?? [];
    const call = { name, collection, shards: [shard], division, atLeast, limitMs: LIMIT_MS };
    let why = "no server has it";
    // After a split, the servers that had the shard have what it was divided into.
    const [now] = partsOf(at, placement.length);
    const servers = activeOf(placement, now!).filter(({ server }) => server !== this.#peers.server);
    for (const { server } of servers.sort((a, b) => this.#rank(a.server) - this.#rank(b.server))) {
      try {
        return await this.#peers.ask(server, call, body, new AbortController().signal);
      } catch (error) {
        why = (error as Error).message;
      }
    }
    throw new ShardUnavailable([shard], why);
  }

  #rank(server: string): number {
    return this.#peers.isHeard(server) ? 0 : 1;
  }
}
