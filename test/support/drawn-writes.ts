// Random writes of points, of every kind, and their effect on a model: a map of points.
// The decision: there are so few ids that writes concern the same points, and so few values that filters match.
import { readRaw } from "../../src/json/raw.ts";
import type { RawJson } from "../../src/schema/leaf.ts";
import type { Write } from "../../src/schema/point-write.ts";
import { between, pick, type Random } from "./chance.ts";
import { type Members, mergedAt, type Step, spelt, UNCHANGED, type Value, without } from "./payload-model.ts";

const IDS = 12;
/** The vector sizes by name. */
export const SIZES: Record<string, number> = { "": 2, b: 3 };

export interface Point {
  readonly payload: Members;
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

export type Model = Map<number, Point>;

/** A write, its effect on the model, and the ids that must exist. */
export interface Drawn {
  readonly write: Write;
  readonly needs: readonly number[];
  readonly apply: (model: Model) => void;
}

const raw = (payload: Members): RawJson => readRaw(Buffer.from(JSON.stringify(payload)), 0);

function value(random: Random, depth: number): Value {
  const kind = random();
  if (depth > 0 && kind < 0.2) return members(random, depth - 1);
  if (depth > 0 && kind < 0.7) {
    return Array.from({ length: between(random, 1, 3) }, () => value(random, depth - 1));
  }
  return pick<Value>(random, [null, true, 0, 1, 2, -1.5, "text", 'quo"te', "\ud83d"]);
}

const KEYS = ["a", "n", "__proto__", "a.b", 'q"'];

function members(random: Random, depth = 3): Members {
  const drawn = Array.from({ length: between(random, 0, 4) }, () => [
    pick(random, KEYS),
    value(random, depth),
  ]);
  return Object.fromEntries(drawn);
}

/** Returns a random path. Quotes in keys are left to unit tests, so that the notation is simple. */
function path(random: Random): Step[] {
  const steps: Step[] = [pick(random, KEYS.slice(0, 4))];
  while (random() < 0.6) steps.push(pick<Step>(random, ["a", "n", null, 0, 1]));
  return steps;
}

const ids = (random: Random, most = 2) =>
  Array.from({ length: between(random, 0, most) }, () => between(random, 1, IDS));

function vectors(random: Random): Record<string, number[]> {
  const names = ["", "b"].filter(() => random() < 0.6);
  return Object.fromEntries(
    names.map((name) => [name, Array.from({ length: SIZES[name]! }, () => between(random, -9, 9))]),
  );
}

const packed = (given: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(given).map(([name, numbers]) => [name, Float32Array.from(numbers)]));

/** Returns a random filter and its meaning. */
function filter(random: Random): { json: object; matches: (point: Point, id: number) => boolean } {
  const wanted = pick(random, [0, 1, 2]);
  if (random() < 0.3)
    return { json: { must: [{ has_id: [wanted, 5] }] }, matches: (_, id) => [wanted, 5].includes(id) };
  const matches = ({ payload }: Point) => [payload.n].flat().includes(wanted);
  return { json: { must: [{ key: "n", match: { value: wanted } }] }, matches };
}

/** Returns a random selection by ids or by filter. */
function selection(random: Random) {
  if (random() < 0.6) {
    const points = ids(random);
    // A repeated id counts once.
    return { json: { points }, needs: points, of: (_: Model) => [...new Set(points)] };
  }
  const { json, matches } = filter(random);
  const of = (model: Model) => [...model].filter(([id, point]) => matches(point, id)).map(([id]) => id);
  return { json: { filter: json }, needs: [], of };
}

function changing(random: Random, change: (payload: Members) => Members) {
  const { json, needs, of } = selection(random);
  const apply = (model: Model) => {
    for (const id of of(model)) model.set(id, { ...model.get(id)!, payload: change(model.get(id)!.payload) });
  };
  return { json, needs, apply };
}

const DRAW: readonly ((random: Random) => Drawn)[] = [
  (random) => {
    const update_mode = pick(random, ["upsert", "upsert", "insert_only", "update_only"] as const);
    const condition = random() < 0.3 ? filter(random) : null;
    const points = ids(random, 2 * IDS).map((id) => ({
      id,
      payload: members(random),
      vectors: vectors(random),
    }));
    const apply = (model: Model) => {
      const before = new Map(model);
      for (const { id, ...point } of points) {
        const old = before.get(id);
        const wanted = old
          ? update_mode !== "insert_only" && (condition?.matches(old, id) ?? true)
          : update_mode !== "update_only";
        if (wanted) model.set(id, point);
      }
    };
    const rows = points.map((one) => ({
      id: one.id,
      vector: packed(one.vectors),
      payload: raw(one.payload),
    }));
    return {
      write: { upsert: { points: rows, update_mode, update_filter: condition?.json ?? null } },
      needs: [],
      apply,
    };
  },
  (random) => {
    const { json, of } = selection(random);
    const apply = (model: Model) => {
      for (const id of of(model)) model.delete(id);
    };
    return { write: { delete: json }, needs: [], apply };
  },
  (random) => {
    const source = members(random);
    const at = random() < 0.7 ? path(random) : [];
    const { json, ...rest } = changing(random, (payload) => {
      const merged = mergedAt(payload, at, source);
      return merged === UNCHANGED ? payload : (merged as Members);
    });
    return {
      write: { set_payload: { payload: raw(source), key: at.length ? spelt(at) : null, ...json } },
      ...rest,
    };
  },
  (random) => {
    const source = members(random);
    const { json, ...rest } = changing(random, () => source);
    return { write: { overwrite_payload: { payload: raw(source), ...json } }, ...rest };
  },
  (random) => {
    const paths = Array.from({ length: between(random, 0, 3) }, () => path(random));
    // Items of an array are never removed.
    const meant = paths.filter((steps) => typeof steps.at(-1) !== "number");
    const { json, ...rest } = changing(random, (payload) => without(payload, meant) as Members);
    return { write: { delete_payload: { keys: paths.map(spelt), ...json } }, ...rest };
  },
  (random) => {
    const { json, ...rest } = changing(random, () => ({}));
    return { write: { clear_payload: json }, ...rest };
  },
  (random) => {
    const condition = random() < 0.3 ? filter(random) : null;
    const given = [between(random, 1, IDS), ...ids(random)].map((id) => ({ id, vectors: vectors(random) }));
    const points = given.map((one) =>
      Object.keys(one.vectors).length ? one : { ...one, vectors: { "": [0, 1] } },
    );
    const apply = (model: Model) => {
      const before = new Map(model);
      for (const { id, vectors: changed } of points) {
        const point = model.get(id)!;
        if (condition && !condition.matches(before.get(id)!, id)) continue;
        model.set(id, { ...point, vectors: { ...point.vectors, ...changed } });
      }
    };
    const rows = points.map((one) => ({ id: one.id, vector: packed(one.vectors) }));
    const write = { update_vectors: { points: rows, update_filter: condition?.json ?? null } };
    return { write, needs: points.map(({ id }) => id), apply };
  },
  (random) => {
    const { json, needs, of } = selection(random);
    const names = pick(random, [[""], ["b"], ["", "b"]]);
    const apply = (model: Model) => {
      for (const id of of(model)) {
        const point = model.get(id)!;
        const left = Object.entries(point.vectors).filter(([name]) => !names.includes(name));
        model.set(id, { ...point, vectors: Object.fromEntries(left) });
      }
    };
    return { write: { delete_vectors: { vector: names, ...json } }, needs, apply };
  },
];

/** Frequent kinds appear several times, because changes of payloads are the most complex. */
export const WEIGHTED = [0, 0, 1, 2, 2, 2, 2, 2, 3, 4, 4, 5, 6, 7].map((place) => DRAW[place]!);

/** Returns the model after the writes, or null when one of them needs a missing point. */
export function after(model: Model, drawn: readonly Drawn[]): Model | null {
  const next = new Map(model);
  for (const { needs, apply } of drawn) {
    if (needs.some((id) => !next.has(id))) return null;
    apply(next);
  }
  return next;
}

export function vectorsOf(model: Model): number {
  return [...model.values()].reduce((sum, { vectors }) => sum + Object.keys(vectors).length, 0);
}
