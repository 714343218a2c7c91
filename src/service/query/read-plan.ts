// Converts a request to its plan; limits, names and combinations are validated here, before any search.
// The decision: the limit on points applies where points are searched, because a step with prefetches only shows what
// they found.
import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { candidatesOf } from "../../core/config/search-params.ts";
import type { Database } from "../../core/database/database.ts";
import type { QueryByText } from "../../core/search/text/query-by-text.ts";
import { PackedIds } from "../../core/slots/point-id.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { InvalidQuery } from "../../errors/query.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { PointId } from "../../schema/leaf.ts";
import { MAX_HITS_PER_REQUEST, MAX_PREFETCH_DEPTH } from "../../schema/limits.ts";
import type { GivenParams } from "../../schema/query.ts";
import type { Prefetch, QueryBody } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import { filterOf } from "../common/filters.ts";
import { selectorOf } from "../common/record-reader.ts";
import { Explaining } from "./explain.ts";
import { expanded, hybridOf } from "./hybrid.ts";
import { isKind } from "./kind.ts";
import { limitOf } from "./limit.ts";
import { sourceOf } from "./lookup.ts";
import type { Corpus, Plan, Step, StepDraft } from "./plan.ts";
import { paramsOf } from "./read-params.ts";
import { readQuery } from "./read-query.ts";

const EMPTY: readonly never[] = [];

/** How the kind of request changes the reading of a query. */
export interface Reading {
  /** The field of the request that names the vector. */
  readonly where?: string;
  /** The number of points to find, if it is not `limit`. */
  readonly points?: number;
  /** The path of the query in the request, with a dot at its end; absent: the query is the request. */
  readonly path?: string;
  readonly signal?: CancelSignal;
}

/** @throws InvalidArgument, CollectionNotFound */
export function readPlan(
  database: Database,
  collection: Collection,
  body: QueryBody,
  rules: Rules,
  { where = "using", points, path = "", signal }: Reading = {},
): Plan<StepDraft> {
  const began = performance.now();
  const reader = new PlanReader(database, collection, rules, where);
  const offset = isSample(body) ? 0 : (body.offset ?? 0);
  const limit = points ?? limitOf(body.limit, rules);
  const entries = reader.entries(body, limit, offset);
  const asked = reader.expanded(body, entries, path);
  const root = reader.step(asked, entries, 0, path);
  const isMarked = body.with_highlights ?? false;
  if (isMarked && reader.textQueries.length === 0) {
    throw new InvalidArgument(
      `${path}with_highlights: the query has no text; ask by {"text": ...} or {"hybrid": ...}`,
    );
  }
  const withVector = body.with_vector ?? body.with_vectors ?? false;
  return {
    collection,
    root,
    offset,
    selector: selectorOf(collection, body.with_payload ?? rules.searchPayload, withVector),
    textQueries: isMarked ? reader.textQueries : EMPTY,
    givenFilter: body.filter ?? null,
    strict: rules.threshold === "strict",
    signal: signal,
    explaining: isExplained(body, rules)
      ? new Explaining(root.params, began, asked === body ? null : shownBody(asked))
      : null,
  };
}

/** Returns what stands in the body of a request. */
function shownBody(asked: Prefetch): Prefetch {
  const { collection_name: _, ...shown } = asked as Prefetch & { readonly collection_name?: string };
  return shown;
}

function isExplained({ params }: Pick<Prefetch, "params">, { explain }: Rules): boolean {
  return explain === "known" && params?.explain === true;
}

/** Tells whether the query is a sample. Every page is another sample, so its offset is ignored. */
function isSample({ query, prefetch }: QueryBody): boolean {
  return isKind(query, "sample") && listOf(prefetch).length === 0;
}

/** Returns the most points that a search may find: deleted ones are found until the engine has marked their slots. */
export const mostFound = ({ reads }: Collection): number => Math.max(reads.size, reads.slots);

class PlanReader {
  readonly #database: Database;
  readonly #collection: Collection;
  readonly #rules: Rules;
  readonly #where: string;
  /** The queries by text of all steps that were read. */
  readonly textQueries: QueryByText[] = [];

  /** @param where the field of the request that names the vector */
  constructor(database: Database, collection: Collection, rules: Rules, where: string) {
    this.#database = database;
    this.#collection = collection;
    this.#rules = rules;
    this.#where = where;
  }

  /** @param path the path of the step in the request, with a dot at its end */
  step(given: Prefetch, limit: number, depth: number, path: string): StepDraft {
    if (depth > MAX_PREFETCH_DEPTH) {
      throw new InvalidArgument(`prefetch: expected at most ${MAX_PREFETCH_DEPTH} levels of prefetches`);
    }
    if (depth > 0 && isExplained(given, this.#rules)) {
      throw new InvalidArgument("prefetch.params.explain: a prefetch cannot be explained; ask it by itself");
    }
    const prefetches = listOf(given.prefetch).map((below, i) =>
      this.expanded(below, this.available(limitOf(below.limit, this.#rules)), `${path}prefetch[${i}].`),
    );
    checkCombination(given, prefetches.length);
    const using = given.using ?? "";
    const [database, collection, rules] = [this.#database, this.#collection, this.#rules];
    // Each member by its name: Node 20 adds members behind a spread one by one, which takes longer than the search.
    const site = {
      collection,
      rules,
      path,
      using,
      key: given.using ?? null,
      source: sourceOf(given, { database, collection, rules, path }),
      prefetches: prefetches.length,
      limit,
      where: this.#where,
    };
    const query = readQuery(given.query, site);
    if (query.kind === "text") this.textQueries.push(query.text);
    return {
      query,
      prefetch: prefetches.map((below, i) => {
        const belowPath = `${path}${Array.isArray(given.prefetch) ? `prefetch[${i}]` : "prefetch"}.`;
        return this.step(below, this.available(limitOf(below.limit, this.#rules)), depth + 1, belowPath);
      }),
      filter: filterOf(given.filter),
      params: paramsOf(given.params ?? {}, {
        field: fieldOf(query),
        rules: this.#rules,
        isShown: depth === 0,
        isAbove: prefetches.length > 0,
        path: `${path}params`,
      }),
      idf:
        query.kind === "text"
          ? corpusOf(given.params?.idf)
          : this.#idf(given.params?.idf, fieldOf(query), using),
      threshold: thresholdOf(given.score_threshold),
      limit,
      excluded: this.#ownExamples(query),
    };
  }

  /**
   * Returns a step without the shorthand for two searches; the same step if it has none.
   * @param limit the points that it finds
   */
  expanded<S extends Prefetch>(given: S, limit: number, path: string): S | Prefetch {
    const hybrid = hybridOf(given);
    if (hybrid === null) return given;
    const { step, idle } = expanded(given, hybrid, { collection: this.#collection, limit, path });
    if (idle) this.step(idle, limit, 1, `${path}query.hybrid.`);
    return step;
  }

  /** Returns the most entries to find. In an order by a field a point has one entry for each of its values. */
  entries({ query }: Prefetch, limit: number, offset: number): number {
    if (isKind(query, "order_by")) return limit + offset;
    return offset < mostFound(this.#collection) ? this.available(limit + offset) : 0;
  }

  available(points: number): number {
    return Math.min(points, mostFound(this.#collection));
  }

  /** Returns the ids of this collection that the query refers to, in the spelling of responses. */
  #ownExamples(query: StepDraft["query"]): readonly PointId[] {
    const isOwn = query.kind === "unresolved" && query.source.collection === this.#collection;
    return isOwn ? spelled(query.ids) : EMPTY;
  }

  /** @throws InvalidArgument if the statistics are asked for a vector that they do not weigh */
  #idf(given: GivenParams["idf"], field: FieldConfig | null, using: string): Corpus | null {
    const usesIdf = field?.sparse?.modifier === "idf";
    if (given !== undefined && given !== null && !usesIdf) {
      const rule = "search param `idf` requires a sparse vector with the `idf` modifier";
      const text = `Validation failed: ${rule}, which vector "${using}" is not`;
      throw new InvalidVector("params.idf", text);
    }
    if (!usesIdf) return null;
    return corpusOf(given) ?? { filter: null };
  }
}

/** Returns the points that the request wants to be counted; null: it names none. */
function corpusOf(given: GivenParams["idf"]): Corpus | null {
  return typeof given === "object" && given?.corpus
    ? { filter: filterOf(given.corpus, "params.idf.corpus") }
    : null;
}

function spelled(ids: readonly PointId[]): PointId[] {
  const packed = PackedIds.pack(ids);
  return ids.map((_, i) => packed.at(i));
}

function listOf(prefetch: Prefetch["prefetch"]): readonly Prefetch[] {
  if (!prefetch) return EMPTY;
  return Array.isArray(prefetch) ? prefetch : [prefetch];
}

/** Rounds a threshold to f32 as scores are, so a score that was shown passes when it is used as the threshold. */
function thresholdOf(given: number | null | undefined): number | null {
  return given === null || given === undefined ? null : Math.fround(given);
}

/** @throws InvalidQuery */
function checkCombination({ query, score_threshold, using }: Prefetch, prefetches: number): void {
  const threshold = score_threshold ?? null;
  if (query === undefined || query === null) {
    if (prefetches > 0) throw new InvalidQuery({ kind: "prefetch_without_query" });
    if (threshold !== null) throw new InvalidQuery({ kind: "threshold_without_query" });
    return;
  }
  if (isKind(query, "order_by") && threshold !== null) {
    throw new InvalidQuery({ kind: "threshold_with_order_by" });
  }
  const isFusion = isKind(query, "fusion") || isKind(query, "rrf");
  if (isFusion && using) throw new InvalidQuery({ kind: "fusion_with_using" });
  if (prefetches > 0) return;
  if (isFusion) throw new InvalidQuery({ kind: "without_prefetch", query: "fusion" });
  if (isKind(query, "formula")) throw new InvalidQuery({ kind: "without_prefetch", query: "formula" });
}

function fieldOf(query: StepDraft["query"]): FieldConfig | null {
  return "field" in query ? query.field : null;
}

/** @throws InvalidArgument if the searches of a request together find too many points */
export function checkHits(plans: readonly Pick<Plan, "root" | "collection">[]): void {
  const hits = plans.reduce(
    (sum, { root, collection }) => sum + (isListing(root) ? 0 : hitsOf(root, collection.reads.size)),
    0,
  );
  if (hits <= MAX_HITS_PER_REQUEST) return;
  throw new InvalidArgument(
    `limit, offset and oversampling ask for ${hits} points, at most ${MAX_HITS_PER_REQUEST} in one request`,
  );
}

/** Tells whether a step only lists points, which the size of the response limits. */
function isListing({ query, prefetch }: Step): boolean {
  return (query.kind === "by_id" || query.kind === "order_by") && prefetch.length === 0;
}

/**
 * Returns the number of points that the searches of a step find, with those of the steps below it.
 * @param points the points of the collection
 */
export function hitsOf({ query, prefetch, limit, params }: Step, points: number): number {
  if (prefetch.length > 0) return prefetch.reduce((sum, below) => sum + hitsOf(below, points), 0);
  const most = Math.min(limit, points);
  const found = query.kind === "diverse" ? Math.max(query.candidates, most) : most;
  return candidatesOf(found, params.sparse?.oversampling ?? params.quantization.oversampling);
}
