// Use cases about similarity search.
import type { Collection } from "../core/collection.ts";
import type { Database } from "../core/database.ts";
import type { VectorField } from "../core/operation.ts";
import type { ScoredPoint, Search, SearchBatch, SearchPoints } from "../schema/search.ts";
import { checkDimension, fieldOf } from "./points.ts";
import { readRecords, type Selector, selectorOf } from "./record-reader.ts";

const DEFAULT_LIMIT = 10;

export class SearchService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search({ collection_name, ...search }: SearchPoints): Promise<ScoredPoint[]> {
    return run(plan(this.#database.collection(collection_name), search));
  }

  /** All searches are checked before the first one runs; the answers come in order. */
  async batch({ collection_name, searches }: SearchBatch): Promise<ScoredPoint[][]> {
    const collection = this.#database.collection(collection_name);
    return Promise.all(searches.map((search) => plan(collection, search)).map(run));
  }
}

/** A search that has been checked against its collection. */
interface Plan {
  readonly collection: Collection;
  readonly field: VectorField;
  readonly query: Float32Array;
  readonly limit: number;
  readonly offset: number;
  readonly threshold: number | null;
  readonly selector: Selector;
}

function plan(collection: Collection, search: Search): Plan {
  const { limit = DEFAULT_LIMIT, offset = 0, score_threshold = null, with_payload = true } = search;
  const { name, vector } =
    search.vector instanceof Float32Array ? { name: "", vector: search.vector } : search.vector;
  const field = fieldOf(collection, name);
  checkDimension(vector, field.size, "");
  const selector = selectorOf(collection, with_payload, search.with_vector ?? search.with_vectors ?? false);
  return { collection, field, query: vector, limit, offset, threshold: score_threshold, selector };
}

async function run({
  collection,
  field,
  query,
  limit,
  offset,
  threshold,
  selector,
}: Plan): Promise<ScoredPoint[]> {
  const hits = await collection.search(field, query, limit + offset, threshold);
  const page = hits.slice(offset);
  const slots = page.map(({ slot }) => slot);
  const records = await readRecords(collection, slots, selector);
  return page.map(({ slot, score }, i) => {
    const { id, ...rest } = records[i]!;
    return { id, version: collection.version(slot), score, ...rest };
  });
}
