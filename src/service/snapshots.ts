// Use cases of snapshots: creating, listing, downloading and deleting them, and recovering a collection from one.
// The decision: a snapshot belongs to the name of its collection, so it can restore one that was dropped. Names of
// snapshots are made by the server, and those that a client sends are only compared with them.

import { counts, vectorsOf } from "../core/collection/live-vectors.ts";
import { completeConfig, type GivenConfig } from "../core/config/collection-config.ts";
import type { Database } from "../core/database/database.ts";
import { type UpsertPoints, writtenVectors } from "../core/record/operation.ts";
import { decodeOperation } from "../core/record/record.ts";
import type { Recovery } from "../core/snapshot/recover.ts";
import { recordBuffer, takeSnapshot } from "../core/snapshot/take.ts";
import { SnapshotNotFound } from "../errors/collections.ts";
import { CollectionDamaged, DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { ShardsElsewhere } from "../errors/placement.ts";
import { SnapshotCounts } from "../metrics/snapshots.ts";
import type { CollectionRequest } from "../schema/collection.ts";
import type {
  FileAnswer,
  RecoverByLocation,
  SnapshotDescription,
  SnapshotRequest,
} from "../schema/snapshot.ts";
import type { PayloadFiles } from "../storage/payload-files.ts";
import { FileChunks } from "./common/file-chunks.ts";
import type { VectorCap } from "./writes/vector-cap.ts";

interface StoredSnapshot {
  readonly name: string;
  readonly bytes: number;
  readonly head: {
    readonly created: string;
    readonly collection: string;
    readonly config: unknown;
    readonly points: number;
  } | null;
}

interface SnapshotRecord {
  readonly type: number;
  readonly body: Uint8Array;
}

/** Stored snapshots, in any kind of storage. */
interface SnapshotStore {
  begin(head: {
    readonly created: string;
    readonly by: string;
    readonly collection: string;
    readonly config: unknown;
    readonly points: number;
  }): Promise<string>;
  append(name: string, records: readonly SnapshotRecord[]): Promise<void>;
  finish(name: string, points: number): Promise<number>;
  abandon(name: string): Promise<void>;
  list(): Promise<StoredSnapshot[]>;
  find(name: string): Promise<StoredSnapshot | null>;
  remove(name: string): Promise<boolean>;
  open(name: string): Promise<number>;
  next(reader: number): Promise<SnapshotRecord[]>;
  close(reader: number): Promise<void>;
}

export interface SnapshotParts {
  /** Runs work with the store, which is open for as long as the work takes. */
  readonly use: <T>(work: (store: SnapshotStore) => Promise<T>) => Promise<T>;
  /** The files of the snapshots, by name. */
  readonly files: Pick<PayloadFiles, "read" | "close">;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class SnapshotsService {
  readonly #database: Database;
  readonly #parts: SnapshotParts;
  readonly #cap: VectorCap | null;
  readonly #counts: SnapshotCounts;
  /** The number of downloads in progress of each file. */
  readonly #downloads = new Map<string, number>();

  /** @param cap null: the number of vectors is not limited */
  constructor(
    database: Database,
    parts: SnapshotParts,
    cap: VectorCap | null = null,
    counts = new SnapshotCounts(),
  ) {
    this.#database = database;
    this.#parts = parts;
    this.#cap = cap;
    this.#counts = counts;
  }

  async create({ collection_name }: CollectionRequest): Promise<SnapshotDescription> {
    const collection = this.#database.collection(collection_name);
    if (collection.local.present.length < collection.segments.shards) throw new ShardsElsewhere();
    const { use, version, now } = this.#parts;
    const created = new Date(now()).toISOString();
    const make = async (store: SnapshotStore) => {
      let name: string | undefined;
      try {
        const points = await takeSnapshot(
          collection,
          {
            begin: async ({ points, config: { placement: _, ...config } }) => {
              const { name: collection_ } = collection;
              name = await store.begin({ created, by: version, collection: collection_, config, points });
            },
            write: (record) => store.append(name!, [record]),
          },
          recordBuffer(),
        );
        const size = await store.finish(name!, points);
        return { name: name!, creation_time: created, size, checksum: null };
      } catch (error) {
        if (name !== undefined) await store.abandon(name).catch(() => {});
        throw error;
      }
    };
    return this.#counts.count("creation", collection.name, () => use(make));
  }

  async list(request: CollectionRequest): Promise<SnapshotDescription[]> {
    const collection_name = this.#database.nameOf(request.collection_name);
    const all = await this.#parts.use((store) => store.list());
    const own = all.filter(({ head }) => head?.collection === collection_name);
    // A dropped collection still has its snapshots.
    if (own.length === 0) this.#database.collection(collection_name);
    return own.map(describe);
  }

  async download(request: SnapshotRequest): Promise<FileAnswer> {
    const { name, bytes } = await this.#parts.use((store) => this.#own(store, request));
    const chunks = await FileChunks.open(this.#parts.files, name, bytes, this.#beginDownload(name));
    return { name, bytes, chunks };
  }

  async delete(request: SnapshotRequest): Promise<true> {
    await this.#parts.use(async (store) => {
      await this.#own(store, request);
      await store.remove(request.snapshot_name);
    });
    return true;
  }

  /** Restores the collection to its state in the snapshot; later writes are lost. */
  recover(request: SnapshotRequest): Promise<true> {
    const { snapshot_name } = request;
    const collection_name = this.#database.nameOf(request.collection_name);
    const bringBack = async (store: SnapshotStore) => {
      const { head } = await this.#own(store, request);
      const { points } = head!;
      const config = completeConfig(head!.config as GivenConfig);
      await this.#ensureLicensed(store, request, points * config.vectors.length);
      return reading(store, snapshot_name, async (next) => {
        await this.#recover({ name: collection_name, config, points, next });
        return true as const;
      });
    };
    return this.#counts.count("recovery", collection_name, () => this.#parts.use(bringBack));
  }

  #recover(recovery: Recovery): Promise<void> {
    if (this.#cap === null) return this.#database.recover(recovery);
    return this.#cap.bringingBack((admit) => this.#database.recover({ ...recovery, admit }));
  }

  /**
   * Refuses, before anything is written, a recovery that would exceed the license.
   * @param most upper bound of the vectors in the snapshot
   */
  async #ensureLicensed(store: SnapshotStore, request: SnapshotRequest, most: number): Promise<void> {
    if (this.#cap === null) return;
    const old = this.#database.registered(request.collection_name);
    const gone = old && counts(old) ? vectorsOf(old) : 0;
    const release = await this.#cap.tryReserve(Math.max(0, most - gone));
    if (release !== null) return release();
    const vectors = await reading(store, request.snapshot_name, vectorsIn);
    await this.#cap.ensure(vectors - gone);
  }

  recoverByLocation({ collection_name, location }: RecoverByLocation): Promise<true> {
    if (/[/\\:]/.test(location)) {
      throw new InvalidArgument(
        `location: expected the name of a snapshot of this collection, got ${JSON.stringify(location.slice(0, 60))}; ` +
          "paths and addresses are never followed",
      );
    }
    return this.recover({ collection_name, snapshot_name: location });
  }

  async #own(
    store: SnapshotStore,
    { collection_name, snapshot_name }: SnapshotRequest,
  ): Promise<StoredSnapshot> {
    const found = await store.find(snapshot_name);
    if (found?.head?.collection !== this.#database.nameOf(collection_name)) {
      throw new SnapshotNotFound(snapshot_name);
    }
    return found;
  }

  /** Notes a download, and returns what ends it: the last one of a file closes it. */
  #beginDownload(name: string): () => void {
    this.#downloads.set(name, (this.#downloads.get(name) ?? 0) + 1);
    return () => {
      const left = this.#downloads.get(name)! - 1;
      if (left > 0) this.#downloads.set(name, left);
      else {
        this.#downloads.delete(name);
        this.#parts.files.close(name);
      }
    };
  }
}

/** Keeps the snapshot open for `work`, whose function returns the next records, and none after the last. */
async function reading<T>(
  store: SnapshotStore,
  name: string,
  work: (next: () => Promise<SnapshotRecord[]>) => Promise<T>,
): Promise<T> {
  const reader = await store.open(name);
  try {
    return await work(() => store.next(reader));
  } catch (error) {
    // The collection is unchanged; the snapshot is damaged.
    if (error instanceof DamagedFile)
      throw new CollectionDamaged(`snapshot ${name}: ${error.reason}`, { cause: error });
    throw error;
  } finally {
    await store.close(reader);
  }
}

async function vectorsIn(next: () => Promise<SnapshotRecord[]>): Promise<number> {
  let vectors = 0;
  for (let records = await next(); records.length > 0; records = await next()) {
    for (const { type, body } of records) {
      vectors += writtenVectors(decodeOperation(type, body) as UpsertPoints);
    }
  }
  return vectors;
}

function describe({ name, bytes, head }: StoredSnapshot): SnapshotDescription {
  return { name, creation_time: head?.created ?? null, size: bytes, checksum: null };
}
