// What is left of a payload when only some paths are kept, or all but some.
// The decision: the paths become a tree that is walked once beside the payload, so every path means the payload as it
// was before (`a[0]` and `a[1]` are two different items), and parts that no path enters are spliced as they are.
import { EVERY_ITEM, type JsonPath, type PathStep } from "../../core/filter/filter.ts";
import { arrayOf, itemsOf, membersOf, objectOf } from "../../json/raw-parts.ts";

/** Paths by their first steps. */
export interface PathTree {
  /** Whether a path ends here. */
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

/** "kept": what the paths lead to, with the containers and scalars on the way. "dropped": everything else. */
export type Treatment = "kept" | "dropped";

/** The payload with what `paths` lead to kept, or dropped; the same bytes when that changes nothing. */
export function pruned(payload: Uint8Array, paths: PathTree, treatment: Treatment): Uint8Array {
  return pruneValue(payload, [paths], treatment) ?? payload;
}

/** @param trees where the paths are that lead into the value; @returns null when it is to be left out */
function pruneValue(value: Uint8Array, trees: readonly PathTree[], treatment: Treatment): Uint8Array | null {
  if (trees.some(({ ends }) => ends)) return treatment === "kept" ? value : null;
  if (trees.length === 0) return treatment === "kept" ? null : value;
  return pruneObject(value, trees, treatment) ?? pruneArray(value, trees, treatment);
}

function pruneObject(value: Uint8Array, trees: readonly PathTree[], treatment: Treatment): Uint8Array | null {
  const members = membersOf(value);
  if (!members) return null;
  let changed = false;
  for (const [name, member] of members) {
    const left = pruneValue(member.value, treesAt(trees, [name]), treatment);
    if (left === null) members.delete(name);
    else if (left !== member.value) members.set(name, { key: member.key, value: left });
    changed ||= left !== member.value;
  }
  return changed ? objectOf(members.values()) : value;
}

/** What is neither object nor array stays as it is where a path goes through it, as with Qdrant: nothing tells it from the end. */
function pruneArray(value: Uint8Array, trees: readonly PathTree[], treatment: Treatment): Uint8Array | null {
  const items = itemsOf(value);
  if (!items) return value;
  const left = items.map((item, index) => pruneValue(item, treesAt(trees, [index, EVERY_ITEM]), treatment));
  if (left.every((item, index) => item === items[index])) return value;
  return arrayOf(left.filter((item) => item !== null));
}

function treesAt(trees: readonly PathTree[], steps: readonly PathStep[]): PathTree[] {
  return trees.flatMap(({ next }) => steps.flatMap((step) => next.get(step) ?? []));
}

function emptyTree(): PathTree {
  return { ends: false, next: new Map() };
}
