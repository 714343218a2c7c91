// Prunes a payload: keeps only some paths, or removes them.
// The decision: the paths become a tree, which is walked once together with the payload, so every path refers to the
// payload as it was before (`a[0]` and `a[1]` are two different items), and parts that no path enters are copied
// unchanged.
import { EVERY_ITEM, type JsonPath, type PathStep } from "../../core/filter/filter.ts";
import { arrayInSlices, itemsInSlices, membersInSlices, objectInSlices } from "../../json/raw-parts.ts";
import type { Sliced } from "../../scheduling/slices.ts";

/** Members and items that are entered in one slice. */
const PARTS_PER_YIELD = 256;

/** Paths, as a tree of their steps. */
export interface PathTree {
  /** True if a path ends here. */
  ends: boolean;
  readonly next: Map<PathStep, PathTree>;
}

export function pathTree(paths: readonly JsonPath[]): PathTree {
  const root = emptyTree();
  for (const { steps } of paths) {
    let tree = root;
    for (const step of steps) {
      let next = tree.next.get(step);
      if (!next) {
        next = emptyTree();
        tree.next.set(step, next);
      }
      tree = next;
    }
    tree.ends = true;
  }
  return root;
}

/**
 * "kept": the values at the paths stay, with the containers and scalars on the way. "dropped": all other values stay.
 */
export type Treatment = "kept" | "dropped";

/**
 * Returns the payload with the values at the paths kept, or removed; the same bytes if nothing changes. It works in
 * slices, because a payload may have 300,000 items.
 */
export function* prunedInSlices(
  payload: Uint8Array,
  paths: PathTree,
  treatment: Treatment,
): Sliced<Uint8Array> {
  return (yield* pruneValue(payload, [paths], treatment)) ?? payload;
}

/** @param trees the positions of the paths that lead into the value; @returns null if it is left out */
function* pruneValue(
  value: Uint8Array,
  trees: readonly PathTree[],
  treatment: Treatment,
): Sliced<Uint8Array | null> {
  if (trees.some(({ ends }) => ends)) return treatment === "kept" ? value : null;
  if (trees.length === 0) return treatment === "kept" ? null : value;
  return (yield* pruneObject(value, trees, treatment)) ?? (yield* pruneArray(value, trees, treatment));
}

function* pruneObject(
  value: Uint8Array,
  trees: readonly PathTree[],
  treatment: Treatment,
): Sliced<Uint8Array | null> {
  const members = yield* membersInSlices(value);
  if (!members) return null;
  let changed = false;
  let entered = 0;
  for (const [name, member] of members) {
    if (++entered % PARTS_PER_YIELD === 0) yield;
    const left = yield* pruneValue(member.value, treesAt(trees, [name]), treatment);
    if (left === null) members.delete(name);
    else if (left !== member.value) members.set(name, { key: member.key, value: left });
    changed ||= left !== member.value;
  }
  return changed ? yield* objectInSlices(members.values()) : value;
}

/**
 * Prunes the items of an array. A value that is neither object nor array stays where a path goes through it, as in
 * Qdrant.
 */
function* pruneArray(
  value: Uint8Array,
  trees: readonly PathTree[],
  treatment: Treatment,
): Sliced<Uint8Array | null> {
  const items = yield* itemsInSlices(value);
  if (!items) return value;
  const left: Uint8Array[] = [];
  let changed = false;
  for (const [index, item] of items.entries()) {
    if (index % PARTS_PER_YIELD === PARTS_PER_YIELD - 1) yield;
    const pruned = yield* pruneValue(item, treesAt(trees, [index, EVERY_ITEM]), treatment);
    if (pruned !== null) left.push(pruned);
    changed ||= pruned !== item;
  }
  return changed ? yield* arrayInSlices(left) : value;
}

function treesAt(trees: readonly PathTree[], steps: readonly PathStep[]): PathTree[] {
  return trees.flatMap(({ next }) => steps.flatMap((step) => next.get(step) ?? []));
}

function emptyTree(): PathTree {
  return { ends: false, next: new Map() };
}
