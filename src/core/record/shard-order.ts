// Puts the points of a write in the order of their shards.
// The decision: a record has the points of each shard together, so applying it takes one step for each shard, and the
// part of one shard can be sent to a server by itself. Points of one shard keep their order, since a batch may name an
// id twice.
import type { Sliced } from "../../scheduling/slices.ts";
import { type ShardCounts, shardOf } from "../slots/shard-of.ts";
import type { FieldDraft, PointDraft, PointOperation } from "./operation.ts";

/** Points that are sorted between two yields. */
const POINTS_PER_YIELD = 2 ** 12;

/** A write whose points are in the order of their shards, and how many new slots it takes in each. */
export interface ShardedDraft {
  readonly draft: PointDraft;
  readonly slots: ShardCounts;
}

/**
 * Returns the write with its points in the order of their shards. Only an upsert is sorted: the others take no slots.
 * @param slots the new slots that the write takes, if the collection has one shard
 */
export function* inShardOrder(draft: PointDraft, slots: number, shards: number): Sliced<ShardedDraft> {
  if (shards === 1 || draft.kind !== "upsert_points") return { draft, slots: shards === 1 ? [slots] : [] };
  const members = yield* membersOf(draft, shards);
  const counts = members.map(({ length }) => length);
  // A write of one point, or to one shard, is in order already.
  if (counts.some((count) => count === draft.ids.length)) return { draft, slots: counts };
  return { draft: yield* reordered(draft, members.flat()), slots: counts };
}

/** Returns the write divided by the shards of its points; without points, as one of the first shard. */
export function* byShard(draft: PointDraft, shards: number): Sliced<{ shard: number; draft: PointDraft }[]> {
  const members = yield* membersOf(draft, shards);
  const parts: { shard: number; draft: PointDraft }[] = [];
  for (const [shard, points] of members.entries()) {
    if (points.length === 0) continue;
    parts.push({
      shard,
      draft: points.length === draft.ids.length ? draft : yield* reordered(draft, points),
    });
  }
  return parts.length === 0 ? [{ shard: 0, draft }] : parts;
}

/** Returns the points of each shard. */
function* membersOf({ ids }: PointDraft, shards: number): Sliced<number[][]> {
  const members: number[][] = Array.from({ length: shards }, () => []);
  for (let i = 0; i < ids.length; i++) {
    if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1) yield;
    members[shardOf(ids, i, shards)]!.push(i);
  }
  return members;
}

/**
 * Returns the shard of all points of an operation; null: they may be in several.
 * @param isDivided whether records of the collection have points of one shard only
 */
export function shardOfOperation({ ids }: PointOperation, shards: number, isDivided: boolean): number | null {
  if (shards === 1 || ids.length === 0) return 0;
  return isDivided || ids.length === 1 ? shardOf(ids, 0, shards) : null;
}

/** @param order the points in their new order, some of them or all */
function* reordered(draft: PointDraft, order: readonly number[]): Sliced<PointDraft> {
  const { collection } = draft;
  const sorted = draft.ids.pick(order);
  yield;
  if (draft.kind === "delete_points") return { kind: draft.kind, collection, ids: sorted };
  const payloads = order.map((at) => draft.payloads[at]!);
  if (draft.kind === "set_payloads") return { kind: draft.kind, collection, ids: sorted, payloads };
  const { kind, fields } = draft;
  const newFields: FieldDraft[] = [];
  for (const field of fields) {
    const moved = fieldInOrder(field, order);
    if (moved.rows.length > 0) newFields.push(moved);
    yield;
  }
  return { kind, collection, ids: sorted, fields: newFields, payloads };
}

function fieldInOrder({ name, dimension, rows, vectors }: FieldDraft, order: readonly number[]): FieldDraft {
  const rowOf = new Map(rows.map((point, row) => [point, row]));
  const sorted = { name, dimension, rows: [] as number[], vectors: [] as FieldDraft["vectors"] };
  order.forEach((point, at) => {
    const row = rowOf.get(point);
    if (row === undefined) return;
    sorted.rows.push(at);
    sorted.vectors.push(vectors[row]!);
  });
  return sorted;
}
