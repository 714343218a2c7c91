// Use cases that look at the points as a whole: the values of a field, and how near points are to each other.
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import { parsePath } from "../core/filter/path.ts";
import { scoreOf } from "../core/search/score.ts";
import { compareIds, PackedIds } from "../core/slots/point-id.ts";
import type { PointRef } from "../core/slots/point-ref.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { Facet } from "../schema/facet.ts";
import type { PointId } from "../schema/leaf.ts";
import { MAX_HITS_PER_REQUEST } from "../schema/limits.ts";
import type { Matrix, MatrixOffsets, MatrixPairs } from "../schema/matrix.ts";
import type { Rules } from "../schema/rules.ts";
import { filterOf } from "./common/filters.ts";
import { allOf, havingVector } from "./query/filters.ts";
import { limitOf } from "./query/limit.ts";
import { nearestAmong } from "./query/matrix.ts";
import { fieldOf } from "./writes/fields.ts";

const DEFAULT_SAMPLE = 10;
const DEFAULT_NEIGHBOURS = 3;

/** A point of a sample and its nearest neighbours in it, by their positions. */
interface Sampled {
  readonly ids: readonly PointId[];
  readonly rows: readonly (readonly { readonly position: number; readonly score: number }[])[];
}

export class InsightsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async facet({ collection_name, key, filter, limit }: Facet, rules: Rules, signal?: CancelSignal) {
    const collection = this.#database.collection(collection_name);
    const path = parsePath(key).text;
    const hits = await collection.reads.while(signal).facet({
      path,
      filter: filterOf(filter),
      limit: limitOf(limit, rules),
    });
    return { hits };
  }

  async pairs(request: Matrix, rules: Rules, signal?: CancelSignal): Promise<MatrixPairs> {
    const { ids, rows } = await this.#sampled(request, rules, signal);
    const pairs = rows.flatMap((row, i) =>
      row.map(({ position, score }) => ({ a: ids[i]!, b: ids[position]!, score })),
    );
    return { pairs };
  }

  async offsets(request: Matrix, rules: Rules, signal?: CancelSignal): Promise<MatrixOffsets> {
    const { ids, rows } = await this.#sampled(request, rules, signal);
    return {
      offsets_row: rows.flatMap((row, i) => row.map(() => i)),
      offsets_col: rows.flatMap((row) => row.map(({ position }) => position)),
      scores: rows.flatMap((row) => row.map(({ score }) => score)),
      ids: [...ids],
    };
  }

  async #sampled(
    { collection_name, using, sample, limit, filter }: Matrix,
    rules: Rules,
    signal: CancelSignal,
  ): Promise<Sampled> {
    const collection = this.#database.collection(collection_name);
    const field = fieldOf(collection, using ?? "", "using");
    const count = Math.min(sample ?? DEFAULT_SAMPLE, collection.points);
    const neighbours = Math.min(limitOf(limit, rules, DEFAULT_NEIGHBOURS), Math.max(0, count - 1));
    if (count * neighbours > MAX_HITS_PER_REQUEST) {
      throw new InvalidArgument(
        `sample and limit ask for ${count * neighbours} pairs, at most ${MAX_HITS_PER_REQUEST} in one request`,
      );
    }
    const drawnFrom = allOf(filterOf(filter), havingVector(field.name));
    return collection.reading(async () => {
      const drawn = byId(collection, await collection.reads.while(signal).sample(drawnFrom, count));
      if (drawn.length < 2) return { ids: [], rows: [] };
      const nearest = await nearestAmong({ collection, signal }, field, drawn, neighbours);
      const rows = nearest.map((row) =>
        row.map(({ position, distance }) => ({ position, score: scoreOf(field.distance, distance) })),
      );
      return { ids: drawn.map((slot) => collection.reads.idOf(slot)), rows };
    });
  }
}

function byId({ reads }: Collection, slots: readonly PointRef[]): PointRef[] {
  const ids = PackedIds.pack(slots.map((slot) => reads.idOf(slot)));
  const order = slots.map((_, i) => i).sort((a, b) => compareIds(ids, a, ids, b));
  return order.map((i) => slots[i]!);
}
