// Use cases of whoever looks at a collection as a whole, rather than for something in it: the local UI above all.
import type { Database } from "../core/database.ts";
import { parsePath } from "../core/filter/path.ts";
import { pause } from "../core/pause.ts";
import { distanceOf } from "../core/score.ts";
import { OutOfMemory } from "../errors.ts";
import type { Wanted } from "../schema/caller.ts";
import type { ProjectionRequest } from "../schema/projection.ts";
import { filterOf } from "./filters.ts";
import { projectionBytes } from "./projection-bytes.ts";
import { headerOf, idTexts, valueTexts } from "./projection-header.ts";
import { allOf, havingVector } from "./query/filters.ts";
import { ensureWanted } from "./query/wanted.ts";
import { fieldOf } from "./writes/fields.ts";

const DEFAULT_POINTS = 50_000;
/** Numbers that are changed before others have the thread. */
const SLICE = 2 ** 18;

export class ExplorationService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns see projection-bytes.ts */
  async projection(request: ProjectionRequest, wanted?: Wanted): Promise<Uint8Array> {
    const began = performance.now();
    const collection = this.#database.collection(request.collection_name);
    const field = fieldOf(collection, request.vector ?? "");
    const filter = allOf(filterOf(request.filter), havingVector(field.name))!;
    const path = typeof request.with_values === "string" ? parsePath(request.with_values) : null;
    const onSlice = () => ensureWanted(wanted);
    const { memory } = this.#database;
    let held = 0;
    const claim = (bytes: number) => {
      if (!memory.take(bytes, "passing")) throw new OutOfMemory();
      held += bytes;
    };
    const { limit, neighbors } = request;
    const query = { field, filter, limit: limit ?? DEFAULT_POINTS, neighbours: neighbors ?? 0 };
    try {
      return await collection.reading(async () => {
        const map = await collection.reads.map({ ...query, onSlice, claim });
        const read = performance.now();
        const ids = await idTexts(collection, map.slots);
        const values = path && (await valueTexts(collection, map.slots, path, onSlice));
        await eachSlice(map.distances, (distance) => distanceOf(field.distance, distance));
        const { points, projection, neighbours } = map.timesMs;
        const ended = performance.now();
        const times = { points, projection, neighbors: neighbours, read: ended - read, total: ended - began };
        const figures = {
          count: map.slots.length,
          total: map.total,
          dimension: field.size,
          neighbors: query.neighbours,
          neighbors_share: map.share,
          variance: map.variance,
          time_ms: rounded(times),
        };
        const header = headerOf(figures, ids, values);
        return projectionBytes(header, [map.coordinates, map.places, map.distances]);
      });
    } finally {
      memory.give(held);
    }
  }
}

/** Replaces every number. */
async function eachSlice(numbers: Float32Array, change: (value: number) => number): Promise<void> {
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = change(numbers[i]!);
    if (i % SLICE === 0) await pause();
  }
}

function rounded<T extends Record<string, number>>(times: T): T {
  return Object.fromEntries(
    Object.entries(times).map(([name, value]) => [name, Math.round(value * 100) / 100]),
  ) as T;
}
