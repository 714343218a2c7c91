// Use cases about collections: what the API's words mean in terms of the core.
import type { Collection } from "../core/collection.ts";
import type { Database } from "../core/database.ts";
import type { CollectionConfig, HnswConfig, VectorField } from "../core/operation.ts";
import { CollectionDeleted, CollectionNotFound, InvalidArgument } from "../errors.ts";
import type {
  CollectionInfo,
  CollectionList,
  CollectionRequest,
  CreateCollection,
  DeleteCollection,
  ListCollections,
  VectorParams,
} from "../schema/collection.ts";
import { MAX_COLLECTION_NAME_LENGTH, MAX_VECTOR_FIELDS, MAX_VECTOR_NAME_LENGTH } from "../schema/limits.ts";

/** decisions.md, "Points": what a collection gets when it says nothing. */
const HNSW_DEFAULTS: HnswConfig = { m: 16, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 };
const NAME_RULE = `1 to ${MAX_COLLECTION_NAME_LENGTH} characters, not "." or "..", none of < > : " / \\ | ? * and no control characters`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
const FORBIDDEN_IN_NAME = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;
/** Half of a surrogate pair cannot be written as UTF-8, so it would come back as another name. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const UNNAMED = "";

export class CollectionsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list({ include_deleted }: ListCollections): Promise<CollectionList> {
    const collections = this.#database.collections().flatMap(({ name, state }) => {
      if (state.kind === "ready") return [{ name }];
      if (!include_deleted || state.kind !== "marked") return [];
      return [{ name, deleted_until: new Date(state.deletedUntil).toISOString() }];
    });
    return { collections };
  }

  async info({ collection_name }: CollectionRequest): Promise<CollectionInfo> {
    const collection = this.#database.registered(collection_name);
    if (!collection) throw new CollectionNotFound(collection_name);
    if (collection.state.kind !== "ready") throw new CollectionDeleted(collection_name);
    return describe(collection);
  }

  async exists({ collection_name }: CollectionRequest): Promise<{ exists: boolean }> {
    return { exists: this.#database.registered(collection_name)?.state.kind === "ready" };
  }

  async create(request: CreateCollection): Promise<true> {
    checkName(request.collection_name);
    const vectors = request.vectors_config ?? request.vectors;
    if (vectors === undefined) throw new InvalidArgument("vectors_config is required");
    const config: CollectionConfig = {
      vectors: vectorFields(vectors as VectorParams | Record<string, VectorParams>),
      hnsw_config: hnswConfig(request.hnsw_config ?? {}),
    };
    await this.#database.create(request.collection_name, config);
    return true;
  }

  /** @returns false when there was no such collection, as the API wants it */
  async delete({ collection_name, undo_seconds, purge }: DeleteCollection): Promise<boolean> {
    const marked = this.#database.registered(collection_name)?.state.kind === "marked";
    if (marked && !purge) throw new CollectionDeleted(collection_name);
    if (undo_seconds !== undefined && !purge)
      return this.#database.mark(collection_name, undo_seconds * 1000);
    return this.#database.drop(collection_name);
  }

  async restore({ collection_name }: CollectionRequest): Promise<true> {
    await this.#database.restore(collection_name);
    return true;
  }
}

/** Only the parameters we know, each given or default. */
function hnswConfig(given: Partial<HnswConfig>): HnswConfig {
  const { m, ef_construct, ef_search, full_scan_threshold } = HNSW_DEFAULTS;
  return {
    m: given.m ?? m,
    ef_construct: given.ef_construct ?? ef_construct,
    ef_search: given.ef_search ?? ef_search,
    full_scan_threshold: given.full_scan_threshold ?? full_scan_threshold,
  };
}

function checkName(name: string): void {
  const length = [...name].length;
  const fits = length >= 1 && length <= MAX_COLLECTION_NAME_LENGTH;
  if (fits && name !== "." && name !== ".." && !FORBIDDEN_IN_NAME.test(name)) return;
  throw new InvalidArgument(
    `collection_name: expected ${NAME_RULE}, got ${JSON.stringify(name.slice(0, 300))}`,
  );
}

function vectorFields(vectors: VectorParams | Record<string, VectorParams>): VectorField[] {
  if (isVectorParams(vectors)) return [{ name: UNNAMED, size: vectors.size, distance: vectors.distance }];
  const names = Object.keys(vectors);
  if (names.length < 1 || names.length > MAX_VECTOR_FIELDS) {
    throw new InvalidArgument(
      `vectors_config: expected 1 to ${MAX_VECTOR_FIELDS} named vectors, got ${names.length}`,
    );
  }
  return names.map((name) => {
    if ([...name].length > MAX_VECTOR_NAME_LENGTH) {
      throw new InvalidArgument(
        `vectors_config: a vector name has at most ${MAX_VECTOR_NAME_LENGTH} characters`,
      );
    }
    if (LONE_SURROGATE.test(name)) {
      throw new InvalidArgument(
        `vectors_config: a vector name must be well-formed Unicode, got ${JSON.stringify(name)}`,
      );
    }
    const { size, distance } = vectors[name]!;
    return { name, size, distance };
  });
}

function isVectorParams(vectors: VectorParams | Record<string, VectorParams>): vectors is VectorParams {
  return typeof vectors.size === "number";
}

function describe(collection: Collection): CollectionInfo {
  const { config, damage, points } = collection;
  const [first] = config.vectors;
  const unnamed = config.vectors.length === 1 && first?.name === UNNAMED;
  const params = config.vectors.map(({ name, size, distance }) => [name, { size, distance }] as const);
  return {
    status: damage ? "red" : "green",
    optimizer_status: damage ? { error: damage.reason } : "ok",
    indexed_vectors_count: 0,
    points_count: points,
    segments_count: 1,
    config: {
      params: { vectors: unnamed ? params[0]![1] : Object.fromEntries(params) },
      hnsw_config: config.hnsw_config,
    },
    payload_schema: {},
    warnings: [
      {
        message:
          "every search compares all vectors exactly: hnsw_config is kept for the index of a later version",
      },
    ],
  };
}
