// Use cases of collections: they translate requests of the API to operations of the core.
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import {
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
  InvalidName,
} from "../errors/collections.ts";
import { type CancelSignal, nextStep } from "../scheduling/cancel.ts";
import type {
  CollectionInfo,
  CollectionList,
  CollectionOverview,
  CollectionRequest,
  CreateCollection,
  DeleteCollection,
  ListCollections,
  ListedCollection,
  UpdateCollection,
} from "../schema/collection.ts";
import { MAX_COLLECTION_NAME_LENGTH } from "../schema/limits.ts";
import type { Rules } from "../schema/rules.ts";
import type { OwnNode } from "./cluster.ts";
import { configOf } from "./collection-config.ts";
import { describe, figuresOf } from "./collection-info.ts";
import { patched } from "./collection-patch.ts";
import { denseFields } from "./collection-warnings.ts";
import { placementFor } from "./new-placement.ts";
import type { VectorCap } from "./writes/vector-cap.ts";

/** Collections whose figures are asked for at the same time. */
const FIGURES_AT_A_TIME = 16;
const NAME_RULE = `1 to ${MAX_COLLECTION_NAME_LENGTH} characters, not "." or "..", none of < > : " / \\ | ? * and no control characters`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
const FORBIDDEN_IN_NAME = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

export class CollectionsService {
  readonly #database: Database;
  readonly #cap: VectorCap | null;
  readonly #own: OwnNode | null;

  /** @param cap null: the number of vectors is not limited @param own null: this server is in no cluster */
  constructor(database: Database, cap: VectorCap | null = null, own: OwnNode | null = null) {
    this.#database = database;
    this.#cap = cap;
    this.#own = own;
  }

  async list({ include_deleted }: ListCollections): Promise<CollectionList> {
    const collections = this.#database.collections().flatMap(({ name, state }) => {
      if (state.kind === "ready") return [{ name }];
      if (!include_deleted || state.kind !== "marked") return [];
      return [{ name, deleted_until: new Date(state.deletedUntil).toISOString() }];
    });
    return { collections };
  }

  /** Lists the collections with their figures; those that can be restored have none. */
  async overview(signal: CancelSignal): Promise<CollectionOverview> {
    const collections: ListedCollection[] = [];
    const all = this.#database.collections();
    for (let first = 0; first < all.length; first += FIGURES_AT_A_TIME) {
      // One pause for all: of concurrent ones that end together, each would begin a slice of its own.
      await nextStep(signal);
      const some = await Promise.all(all.slice(first, first + FIGURES_AT_A_TIME).map(overviewOf));
      collections.push(...some.filter((listed) => listed !== null));
    }
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

  /** Creates a collection. Returns false if it exists and the request has `if_not_exists`. */
  async create(request: CreateCollection, rules: Rules): Promise<boolean> {
    const { collection_name: name, if_not_exists: mayExist } = request;
    checkName(name);
    try {
      // This is checked before the configuration: clients take "it exists" as success, and may send options that are
      // unknown here.
      if (this.#isReady(name)) throw new CollectionAlreadyExists(name);
      const config = configOf(request, rules);
      const placement = await placementFor(config, this.#database, this.#own);
      await this.#database.create(name, placement ? { ...config, placement } : config);
      return true;
    } catch (error) {
      if (mayExist && error instanceof CollectionAlreadyExists) return false;
      throw error;
    }
  }

  /** Tells whether a collection of this name can be used. An alias is no collection. */
  #isReady(name: string): boolean {
    const found = this.#database.registered(name);
    return found?.name === name && found.state.kind === "ready";
  }

  async update(request: UpdateCollection, rules: Rules): Promise<true> {
    await this.#database.configure(request.collection_name, (config) => patched(config, request, rules));
    return true;
  }

  /** @returns false if there is no such collection, as the API specifies */
  async delete({ collection_name, undo_seconds, purge }: DeleteCollection): Promise<boolean> {
    const found = this.#database.registered(collection_name);
    // An alias is no collection; it is deleted by another operation.
    if (found?.name !== collection_name) return false;
    if (found.state.kind === "marked" && !purge) throw new CollectionDeleted(collection_name);
    if (undo_seconds !== undefined && !purge)
      return this.#database.mark(collection_name, undo_seconds * 1000);
    return this.#database.drop(collection_name);
  }

  async restore({ collection_name }: CollectionRequest): Promise<true> {
    const database = this.#database;
    if (this.#cap === null) await database.restore(collection_name);
    else await this.#cap.bringingBack((admit) => database.restore(collection_name, admit));
    return true;
  }
}

/** Returns null if the collection neither can be used nor restored. */
async function overviewOf(collection: Collection): Promise<ListedCollection | null> {
  const { name, state, config } = collection;
  if (state.kind === "marked") return { name, deleted_until: new Date(state.deletedUntil).toISOString() };
  if (state.kind !== "ready") return null;
  const vectors = denseFields(config.vectors).map((field) => ({
    name: field.name,
    size: field.size,
    distance: field.distance,
  }));
  return { name, figures: { ...(await figuresOf(collection)), vectors } };
}

/** @param field the field that the name is given in */
export function checkName(name: string, field = "collection_name"): void {
  const length = [...name].length;
  const fits = length >= 1 && length <= MAX_COLLECTION_NAME_LENGTH;
  if (fits && name !== "." && name !== ".." && !FORBIDDEN_IN_NAME.test(name)) return;
  const message = `${field}: expected ${NAME_RULE}, got ${JSON.stringify(name.slice(0, 300))}`;
  throw new InvalidName(message, { field, name, character: FORBIDDEN_IN_NAME.exec(name)?.[0] });
}
