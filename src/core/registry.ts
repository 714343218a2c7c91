// The collections there are, by name and by UUID, and what each kind of log record does to them.
// The decision: nothing here writes or waits for the log; `apply` is told what the log holds, live and at a restart
// alike. A name leads to one collection at a time; records name collections by UUID.
import type { Engine } from "../engine/engine.ts";
import { VectorDbError } from "../errors.ts";
import type { LogRecord } from "../storage/log.ts";
import { Collection, READY } from "./collection.ts";
import type { CreateCollection } from "./operation.ts";
import type { PayloadFiles } from "./payload/files.ts";
import { PageCache } from "./payload/page-cache.ts";
import { decodeOperation } from "./record.ts";
import type { SegmentSettings } from "./segment-settings.ts";

/** What all collections are made with. */
export interface RegistryParts {
  readonly engine: Engine;
  /** What holds for all segments instead of what the collections' configurations say. */
  readonly segments?: Partial<SegmentSettings>;
  /** Where payloads are read once they are saved; without, they stay in memory. */
  readonly payloadFiles?: PayloadFiles;
}

export class Registry {
  readonly #engine: Engine;
  readonly #settings: Partial<SegmentSettings>;
  readonly #onApplied: (collection: Collection) => void;
  readonly #pages: PageCache | undefined;
  readonly #byName = new Map<string, Collection>();
  readonly #byUuid = new Map<string, Collection>();

  /** @param onApplied called after every operation on points */
  constructor(
    { engine, segments = {}, payloadFiles }: RegistryParts,
    onApplied: (collection: Collection) => void,
  ) {
    this.#engine = engine;
    this.#settings = segments;
    this.#onApplied = onApplied;
    this.#pages = payloadFiles && new PageCache(payloadFiles, engine.memory);
  }

  get size(): number {
    return this.#byName.size;
  }

  get(name: string): Collection | undefined {
    return this.#byName.get(name);
  }

  all(): Collection[] {
    return [...this.#byName.values()];
  }

  /**
   * Does what the record says. Records must come in the order of the log; the collection is chosen before this returns,
   * so a later record may come before the promise is fulfilled.
   * @throws VectorDbError for a record that no version writes
   */
  apply({ lsn, type, body }: LogRecord): Promise<void> {
    const operation = decodeOperation(type, body);
    if (operation.kind === "create_collection") return this.#register(operation);
    const collection = this.#byUuid.get(operation.collection);
    if (!collection) {
      throw new VectorDbError(
        "INTERNAL",
        `log record ${lsn} is about collection ${operation.collection}, which is not there`,
      );
    }
    switch (operation.kind) {
      case "upsert_points":
      case "delete_points":
        return collection.apply(operation, lsn).then(() => this.#onApplied(collection));
      case "drop_collection":
        this.#byUuid.delete(collection.uuid);
        this.#byName.delete(collection.name);
        return collection.drop();
      case "mark_collection":
        collection.state = { kind: "marked", deletedUntil: operation.deletedUntil };
        return Promise.resolve();
      case "restore_collection":
        collection.state = READY;
        return Promise.resolve();
    }
  }

  async #register(operation: CreateCollection): Promise<void> {
    const collection = new Collection(operation, this.#engine, this.#settings, this.#pages);
    this.#byUuid.set(collection.uuid, collection);
    this.#byName.set(collection.name, collection);
  }
}
