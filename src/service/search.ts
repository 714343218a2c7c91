// Use cases about similarity search.
import type { Collection } from "../core/collection.ts";
import type { Database } from "../core/database.ts";
import type { VectorField } from "../core/operation.ts";
import { InvalidArgument } from "../errors.ts";
import { MAX_HITS_PER_REQUEST } from "../schema/limits.ts";
import type { ScoredPoint, Search, SearchBatch, SearchPoints } from "../schema/search.ts";
import { checkDimension, fieldOf } from "./points.ts";
import { AnswerBudget, readRecords, type Selector, selectorOf } from "./record-reader.ts";

const DEFAULT_LIMIT = 10;
/** Searches of one batch under way: enough to keep every thread busy, few enough to leave room for other clients. */
const SEARCHES_AT_A_TIME = 16;

export class SearchService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search({ collection_name, ...search }: SearchPoints): Promise<ScoredPoint[]> {
    const [only] = plans(this.#database.collection(collection_name), [search]);
    return read(only!, new AnswerBudget());
  }

  /** All searches are checked before the first one runs; the answers come in order. */
  async batch({ collection_name, searches }: SearchBatch): Promise<ScoredPoint[][]> {
    const checked = plans(this.#database.collection(collection_name), searches);
    const budget = new AnswerBudget();
    return mapInTurn(checked, SEARCHES_AT_A_TIME, (one) => read(one, budget));
  }
}

/** @throws InvalidArgument when the searches of a request together look at too many points */
function plans(collection: Collection, searches: readonly Search[]): Plan[] {
  const checked = searches.map((search) => plan(collection, search));
  const hits = checked.reduce(
    (sum, { limit, offset }) => sum + Math.min(limit + offset, collection.points),
    0,
  );
  if (hits <= MAX_HITS_PER_REQUEST) return checked;
  throw new InvalidArgument(
    `limit and offset ask for ${hits} points, at most ${MAX_HITS_PER_REQUEST} in one request`,
  );
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

/** What is found stays readable until the records are put together. */
function read(checked: Plan, budget: AnswerBudget): Promise<ScoredPoint[]> {
  return checked.collection.reading(() => run(checked, budget));
}

async function run(
  { collection, field, query, limit, offset, threshold, selector }: Plan,
  budget: AnswerBudget,
): Promise<ScoredPoint[]> {
  if (offset >= collection.points) return [];
  const k = Math.min(limit + offset, collection.points);
  const hits = await collection.search(field, query, k, threshold);
  const page = hits.slice(offset);
  const slots = page.map(({ slot }) => slot);
  const records = await readRecords(collection, slots, selector, budget);
  return page.map(({ slot, score }, i) => {
    const { id, ...rest } = records[i]!;
    return { id, version: collection.version(slot), score, ...rest };
  });
}

/** Like map, with at most `width` calls under way; the first failure ends it. */
async function mapInTurn<T, R>(
  items: readonly T[],
  width: number,
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await call(items[index]!);
    }
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  await Promise.all(lanes).finally(() => {
    next = items.length;
  });
  return results;
}
