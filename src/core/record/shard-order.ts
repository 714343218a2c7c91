// Puts the points of a write in the order of their shards.
// The decision: a record has the points of each shard together, so applying it takes one step for each shard, and the
// part of one shard can be sent to a server by itself. Points of one shard keep their order, since a batch may name an
// id twice.
import type { Sliced } from "../../scheduling/slices.ts";
import { type ShardCounts, shardOf } from "../slots/shard-of.ts";
import type { FieldDraft, PointDraft, UpsertDraft } from "./operation.ts";

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
  const { ids } = draft;
  const members: number[][] = Array.from({ length: shards }, () => []);
  for (let i = 0; i < ids.length; i++) {
    if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1) yield;
    members[shardOf(ids, i, shards)]!.push(i);
  }
  const counts = members.map(({ length }) => length);
  // A write of one point, or to one shard, is in order already.
  if (counts.some((count) => count === ids.length)) return { draft, slots: counts };
  return { draft: yield* reordered(draft, members.flat()), slots: counts };
}

/** @param order the points in their new order */
function* reordered(draft: UpsertDraft, order: readonly number[]): Sliced<UpsertDraft> {
  const { kind, collection, ids, fields, payloads } = draft;
  const sorted = ids.pick(order);
  yield;
  const newFields: FieldDraft[] = [];
  for (const field of fields) {
    newFields.push(fieldInOrder(field, order));
    yield;
  }
  return { kind, collection, ids: sorted, fields: newFields, payloads: order.map((at) => payloads[at]!) };
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
