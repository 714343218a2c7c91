// Use cases about similarity search.
import type { Collection } from "../core/collection.ts";
import type { FieldConfig } from "../core/collection-config.ts";
import type { Database } from "../core/database.ts";
import type { Filter } from "../core/filter/filter.ts";
import { passes } from "../core/score.ts";
import type { Hit } from "../core/search.ts";
import { candidatesOf, DEFAULT_SEARCH, type SearchParams } from "../core/search-params.ts";
import { InvalidArgument } from "../errors.ts";
import { MAX_HITS_PER_REQUEST } from "../schema/limits.ts";
import type { GivenParams, ScoredPoint, Search, SearchBatch, SearchPoints } from "../schema/search.ts";
import { filterOf } from "./filters.ts";
import { AnswerBudget, readRecords, type Selector, selectorOf } from "./record-reader.ts";
import { groupsOf } from "./search-groups.ts";
import { checkDimension, fieldOf } from "./writes/fields.ts";

const DEFAULT_LIMIT = 10;
/** Groups of one batch under way: enough to keep every thread busy, few enough to leave room for other clients. */
const GROUPS_AT_A_TIME = 4;

export class SearchService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search({ collection_name, ...search }: SearchPoints): Promise<ScoredPoint[]> {
    const checked = plans(this.#database.collection(collection_name), [search]);
    const [answer] = await run(checked, new AnswerBudget());
    return answer!;
  }

  /** All searches are checked before the first one runs; the answers come in order. */
  async batch({ collection_name, searches }: SearchBatch): Promise<ScoredPoint[][]> {
    const checked = plans(this.#database.collection(collection_name), searches);
    const budget = new AnswerBudget();
    const answers: ScoredPoint[][] = new Array(checked.length);
    await eachInTurn(groupsOf(checked), GROUPS_AT_A_TIME, async (places) => {
      const group = places.map((place) => checked[place]!);
      (await run(group, budget)).forEach((answer, i) => {
        answers[places[i]!] = answer;
      });
    });
    return answers;
  }
}

/** @throws InvalidArgument when the searches of a request together look at too many points */
function plans(collection: Collection, searches: readonly Search[]): Plan[] {
  const checked = searches.map((search) => plan(collection, search));
  const hits = checked.reduce((sum, { candidates }) => sum + candidates, 0);
  if (hits <= MAX_HITS_PER_REQUEST) return checked;
  throw new InvalidArgument(
    `limit, offset and oversampling ask for ${hits} points, at most ${MAX_HITS_PER_REQUEST} in one request`,
  );
}

/** A search that has been checked against its collection. */
interface Plan {
  readonly collection: Collection;
  readonly field: FieldConfig;
  readonly query: Float32Array;
  /** The points to find, those that `offset` skips included; 0: it skips them all. */
  readonly k: number;
  /** The points to compare on the original vectors. */
  readonly candidates: number;
  readonly offset: number;
  readonly threshold: number | null;
  readonly params: SearchParams;
  readonly selector: Selector;
  readonly filter: Filter | null;
}

function plan(collection: Collection, search: Search): Plan {
  const { limit = DEFAULT_LIMIT, offset = 0, score_threshold = null, with_payload } = search;
  const { name, vector } =
    search.vector instanceof Float32Array ? { name: "", vector: search.vector } : search.vector;
  const field = fieldOf(collection, name);
  checkDimension(vector, field.size, "");
  const selector = selectorOf(
    collection,
    with_payload ?? true,
    search.with_vector ?? search.with_vectors ?? false,
  );
  const params = paramsOf(search.params ?? {});
  const k = offset < collection.points ? Math.min(limit + offset, collection.points) : 0;
  const candidates = candidatesOf(k, params.quantization.oversampling);
  return {
    collection,
    field,
    query: vector,
    k,
    candidates,
    offset,
    threshold: score_threshold,
    params,
    selector,
    filter: filterOf(search.filter),
  };
}

function paramsOf({ hnsw_ef, exact, indexed_only, quantization }: GivenParams): SearchParams {
  return {
    ef: hnsw_ef ?? DEFAULT_SEARCH.ef,
    exact: exact ?? DEFAULT_SEARCH.exact,
    indexedOnly: indexed_only ?? DEFAULT_SEARCH.indexedOnly,
    quantization: {
      ignore: quantization?.ignore ?? DEFAULT_SEARCH.quantization.ignore,
      rescore: quantization?.rescore ?? DEFAULT_SEARCH.quantization.rescore,
      oversampling: quantization?.oversampling ?? DEFAULT_SEARCH.quantization.oversampling,
    },
  };
}

/** @param group searches that may share a call (see search-groups.ts), or a single one */
function run(group: readonly Plan[], budget: AnswerBudget): Promise<ScoredPoint[][]> {
  // What is found stays readable until the records are put together.
  return group[0]!.collection.reading(async () => {
    const found = await hitsOf(group);
    return Promise.all(group.map((plan, i) => answerOf(plan, found[i]!, budget)));
  });
}

async function hitsOf(group: readonly Plan[]): Promise<Hit[][]> {
  const { collection, field, query, k, threshold, params, filter } = group[0]!;
  if (k === 0) return group.map(() => []);
  if (group.length === 1)
    return [await collection.reads.search(query, { field, k, threshold, params, filter })];
  const queries = group.map((plan) => plan.query);
  const found = await collection.reads.searchBatch(queries, { field, k, params });
  return found.map((hits, i) => {
    const { threshold } = group[i]!;
    return threshold === null ? hits : hits.filter(({ score }) => passes(field.distance, score, threshold));
  });
}

async function answerOf(
  { collection, offset, selector }: Plan,
  hits: readonly Hit[],
  budget: AnswerBudget,
): Promise<ScoredPoint[]> {
  const page = hits.slice(offset);
  const slots = page.map(({ slot }) => slot);
  const records = await readRecords(collection, slots, selector, budget);
  return page.map(({ slot, score }, i) => {
    const { id, ...rest } = records[i]!;
    return { id, version: collection.reads.version(slot), score, ...rest };
  });
}

/** Calls with every item, at most `width` under way; the first failure ends it. */
async function eachInTurn<T>(
  items: readonly T[],
  width: number,
  call: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await call(items[next++]!);
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  await Promise.all(lanes).finally(() => {
    next = items.length;
  });
}
