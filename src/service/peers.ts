// Answers the other servers of the cluster about the shards that this one has.
// The decision: a shard is answered for only if all of its points are here and the placement says so, at the record
// that the caller has applied or a later one. A caller with an older placement is told that the shard is not here, and
// asks another server.

import type { Collection } from "../core/collection/collection.ts";
import { vectorsIn } from "../core/collection/live-vectors.ts";
import { partsOfPlace, replicaOn } from "../core/config/placement.ts";
import type { Database } from "../core/database/database.ts";
import { answerBytes } from "../core/sharding/bytes-part.ts";
import { encodedError } from "../core/sharding/wire/messages.ts";
import { shardsIn } from "../core/slots/shard-division.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { ShardUnavailable } from "../errors/sharding.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { inSlices } from "../scheduling/pause.ts";
import { runInSlices } from "../scheduling/slices.ts";
import type { PeerCall } from "../schema/peer-calls.ts";
import {
  type CopyProgress,
  decodeIds,
  decodePlaces,
  encodeExisting,
  encodeProgress,
  encodeVectors,
} from "./peer-points.ts";

/** Returns how far this server is with the copy of a shard, by the UUID of the collection. */
type OwnProgress = (collection: string, shard: number) => CopyProgress | null;

const PLACES_PER_SLICE = 2 ** 10;

export class PeersService {
  readonly #database: Database;
  readonly #progress: OwnProgress;

  constructor(database: Database, progress: OwnProgress) {
    this.#database = database;
    this.#progress = progress;
  }

  /** Answers a read by bytes; errors are answers, too. @param bytes the question, see core/sharding/wire */
  async read(call: PeerCall, bytes: Uint8Array, signal: CancelSignal): Promise<Uint8Array> {
    try {
      return await answerBytes(await this.#collectionOf(call), bytes, signal);
    } catch (error) {
      return runInSlices(encodedError(error));
    }
  }

  /** Tells which points exist; see RemotePoints. @throws ShardUnavailable, InvalidArgument */
  async existing(call: PeerCall, bytes: Uint8Array): Promise<Uint8Array> {
    const collection = await this.#collectionOf(call);
    const ids = decodeIds(bytes);
    const lastDelete = this.#member.lastDelete(collection.uuid);
    const existing = Uint8Array.from({ length: ids.length }, (_, i) =>
      collection.segments.find(ids, i) === null ? 0 : 1,
    );
    return encodeExisting(lastDelete, existing);
  }

  /**
   * Tells whether the record `atLeast`, which is about the shard, has taken effect: a byte, 1 or 0.
   * @throws ShardUnavailable, InvalidArgument
   */
  async effect(call: PeerCall): Promise<Uint8Array> {
    await this.#collectionOf(call);
    if (call.atLeast < 1)
      throw new InvalidArgument(`at_least: expected the LSN of a record, got ${call.atLeast}`);
    const tookEffect = await this.#database.replication.tookEffect(call.atLeast);
    if (tookEffect === null) throw new ShardUnavailable(call.shards, "the server has not decided the record");
    return Uint8Array.of(tookEffect ? 1 : 0);
  }

  /** Tells how many vectors the shards have that a place each names; see RemotePoints. */
  async vectors(bytes: Uint8Array): Promise<Uint8Array> {
    const places = decodePlaces(bytes);
    const counts: (number | null)[] = [];
    await inSlices(places.length, PLACES_PER_SLICE, (from, to) => {
      for (const place of places.slice(from, to)) {
        const { collection: uuid, shard } = partsOfPlace(place);
        const collection = this.#database.withUuid(uuid);
        counts.push(collection && shard in collection.segments.byShard ? vectorsIn(collection, shard) : null);
      }
    });
    return encodeVectors(counts);
  }

  progress({ collection, shards: [shard] }: PeerCall): Uint8Array {
    return encodeProgress(this.#progress(collection, shard!));
  }

  /** Sends a shard to a server that copies it. @throws ShardUnavailable */
  async shard(
    call: PeerCall,
    send: (message: Uint8Array) => Promise<void>,
    signal: CancelSignal,
  ): Promise<void> {
    const collection = await this.#collectionOf(call);
    const [shard] = call.shards;
    if (call.division !== collection.segments.shards)
      throw new ShardUnavailable(call.shards, "the shards have been split");
    const asked = { collection, shard: shard!, copier: call.caller };
    await this.#database.replication.sendShard(asked, send, signal);
  }

  /** Returns the collection when this server has applied what the caller has. @throws ShardUnavailable */
  async #collectionOf(call: PeerCall): Promise<Collection> {
    const { collection: uuid, shards, atLeast, limitMs } = call;
    const { applied } = this.#database.replication;
    if (!this.#database.ready) throw new ShardUnavailable(shards, "the server is starting");
    if (!(await applied.reach(atLeast, limitMs)))
      throw new ShardUnavailable(shards, `the server has applied ${applied.lsn} of ${atLeast} records`);
    const collection = this.#database.withUuid(uuid);
    if (!collection || collection.segments.shards % call.division !== 0)
      throw new ShardUnavailable(shards, "the server has not all points");
    const now = shardsIn(call, collection.segments.shards);
    const missing = now.filter((shard) => !this.#hasActive(collection, shard));
    if (missing.length > 0) throw new ShardUnavailable(missing, "the server has not all points");
    collection.ensureOperable();
    return collection;
  }

  #hasActive({ local, config }: Collection, shard: number): boolean {
    if (!local.has(shard)) return false;
    const { placement } = config;
    return placement === undefined || replicaOn(placement, shard, this.#member.server)?.copy === undefined;
  }

  get #member() {
    return this.#database.replication.member!;
  }
}
