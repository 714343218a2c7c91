// Reads a part of the graph from memory: a node and the nodes that its links lead to, hop by hop.
// The decision: breadth first, nearest first within a hop, until there are as many nodes as requested; then the links
// among these, as they are stored. Concurrent changes of the writer are seen or not, as by any walk.
import { STATS } from "./abi.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { measureSlots } from "./measure.ts";
import type { SearchedStore } from "./search.ts";

export interface ViewOptions {
  readonly level: number;
  /** The maximum distance from the node, in links. */
  readonly hops: number;
  /** The maximum number of nodes, that one included. */
  readonly limit: number;
}

export interface GraphView {
  /** The node of the slot: the slot itself, or the first slot with the same vector. */
  readonly node: number;
  readonly levels: number;
  /** For each node, `node` first: its slot, its highest level, hops from `node`, and its distance from the slot. */
  readonly slots: Uint32Array;
  readonly highest: Uint8Array;
  readonly hops: Uint8Array;
  readonly distances: Float32Array;
  /** Pairs of positions in these arrays: from, to. */
  readonly links: Uint32Array;
}

const NO_LINK = 0xffff_ffff;
/** Used in place of a level: the second list of level 0 in a graph for Dot. */
const PRODUCTS = 64;

/**
 * Returns the part of the graph around a slot.
 * @param vector the vector of the slot
 * @returns null if the slot is not in the graph
 */
export function viewGraph(
  store: SearchedStore,
  slot: number,
  vector: Float32Array,
  options: ViewOptions,
): GraphView | null {
  const { linear, spec } = store;
  const { exports } = linear;
  const levels = exports.stat(STATS.EntrySlot) === 0 ? 0 : exports.stat(STATS.EntryLevel) + 1;
  const node = levels === 0 ? NO_LINK : exports.nodeFor(slot) >>> 0;
  if (node === NO_LINK) return null;
  const { level } = options;
  const graph = new Links(linear, spec.m);
  const positions = new Map([[node, 0]]);
  const hops = [0];
  const distances = [measureSlots(store, vector, Uint32Array.of(node))[0]!];
  let frontier = [node];
  for (let hop = 1; hop <= options.hops && frontier.length > 0 && positions.size < options.limit; hop++) {
    const reached = [...new Set(frontier.flatMap((candidate) => graph.of(candidate, level)))];
    const added = Uint32Array.from(reached.filter((candidate) => !positions.has(candidate)));
    const measured = measureSlots(store, vector, added);
    const nearest = Array.from(added, (_, i) => i).sort((a, b) => measured[a]! - measured[b]!);
    frontier = nearest.slice(0, options.limit - positions.size).map((i) => {
      positions.set(added[i]!, positions.size);
      hops.push(hop);
      distances.push(measured[i]!);
      return added[i]!;
    });
  }
  const slots = Uint32Array.from(positions.keys());
  const links = Array.from(slots, (from, i) =>
    graph.of(from, level).flatMap((to) => (positions.has(to) ? [i, positions.get(to)!] : [])),
  );
  return {
    node,
    levels,
    slots,
    highest: Uint8Array.from(slots, (candidate) => exports.nodeLevel(candidate)),
    hops: Uint8Array.from(hops),
    distances: Float32Array.from(distances),
    links: Uint32Array.from(links.flat()),
  };
}

class Links {
  readonly #linear: LinearMemory;
  readonly #m: number;

  constructor(linear: LinearMemory, m: number) {
    this.#linear = linear;
    this.#m = m;
  }

  /** Returns the links of a node on a level, on level 0 of both lists; none if it does not have the level. */
  of(node: number, level: number): number[] {
    const lists = level === 0 ? [this.#list(node, 0), this.#list(node, PRODUCTS)] : [this.#list(node, level)];
    return [...new Set(lists.flat())];
  }

  #list(node: number, level: number): number[] {
    const { exports } = this.#linear;
    const address = exports.nodeLinks(node, level);
    if (address === 0) return [];
    const list = this.#linear.words(address, level === 0 || level === PRODUCTS ? 2 * this.#m : this.#m);
    const end = list.indexOf(0);
    const written = exports.stat(STATS.Indexed);
    return Array.from(end < 0 ? list : list.subarray(0, end), (link) => link - 1).filter(
      (to) => to < written,
    );
  }
}
