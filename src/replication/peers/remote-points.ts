// What a write asks other servers about points that this one does not have.
// The decision: every server with the shard gives the same answer once it has applied enough, so they are asked one
// after another until one answers.

import type { RemotePoints } from "../../core/catalogue/commits.ts";
import { activeOf, partsOfPlace } from "../../core/config/placement.ts";
import type { Database } from "../../core/database/database.ts";
import type { PackedIds } from "../../core/slots/point-id.ts";
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

  async existing(place: string, ids: PackedIds) {
    const { applied } = this.#database().replication;
    return decodeExisting(await this.#ask("existing", place, applied.lsn, encodeIds(ids)), ids.length);
  }

  async tookEffect(place: string, lsn: number): Promise<boolean> {
    const [told] = await this.#ask("effect", place, lsn, NOTHING);
    return told === 1;
  }

  get vectors(): number {
    return this.#vectors.vectors;
  }

  learnVectors(): Promise<void> {
    return this.#vectors.learn();
  }

  async #ask(name: PeerCallName, place: string, atLeast: number, body: Uint8Array): Promise<Uint8Array> {
    const { collection: uuid, shard } = partsOfPlace(place);
    const placement = this.#database().withUuid(uuid)?.config.placement ?? [];
    const call = { name, collection: uuid, shards: [shard], atLeast, limitMs: LIMIT_MS };
    let why = "no server has it";
    const servers = activeOf(placement, shard).filter(({ server }) => server !== this.#peers.server);
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
