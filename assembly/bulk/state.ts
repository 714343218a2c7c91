// The state of a bulk build that its builder threads share: parameters, lists of nodes, and candidates.
// The decision: a bulk build runs in a memory of its own, formatted as a segment whose rows are outside, with a copy of
// the codes. So the graph uses the columns, the selection of links and the repair that insertions use, and all that a
// build allocates disappears with its memory. The state is in the arena, so a build can stop after every small unit of
// work and continue in the next call. What a thread needs for itself is in builder.ts.
import { MAX_WORKERS } from "../abi";
import { codeWidth } from "../codes/int8";
import { allocate } from "../memory/arena";
import { bulk, count, dimension, efConstruct, linksPerLevel, setBulk } from "../memory/layout";
import { Frame } from "./frame";
import { Items } from "./items";
import { PANEL, panelBytes } from "./panel";

/** The most points of a leaf that is not merged from small ones. */
export const LEAF_MOST: u32 = 512;
/** Leaves with fewer points are merged. */
export const LEAF_LEAST: u32 = 64;
/** The most leaders of a partition. */
export const MOST_LEADERS: u32 = 1000;
/** A node has room for this number of candidates, unless M needs more. */
const LEAST_CANDIDATES: u32 = 64;
/**
 * The share of the room, in eighths, that candidates on level 0 may take. With more of them, lists of links are longer
 * and not better.
 */
const KEPT_EIGHTHS: u32 = 7;
/** Candidates of a node that connect components of leaves, besides its nearest. */
export const MOST_BRIDGES: u32 = 8;
/** How often the nodes of level 0 are divided at most. */
export const MOST_ROUNDS: u32 = 8;
/** Nodes whose true neighbours are measured, a multiple of `PANEL`, and how many neighbours of each. */
export const SAMPLED: u32 = 64;
export const NEIGHBOURS: u32 = 10;
/** Components of a leaf that are told apart. */
export const MOST_COMPONENTS: u32 = 256;
/** Candidates of a node on an upper level, as far as the memory of the candidates of level 0 has room for them. */
export const UPPER_CANDIDATES: u32 = 128;
/** Leaders of a point in the first partition: more, up to twice as many, if ef_construct is above the usual one. */
const FIRST_FANOUT: u32 = 5;
const USUAL_EF: u32 = 200;
const MOST_FANOUT: u32 = 10;

export enum Phase {
  /** Equal vectors are grouped, and the others become nodes. */
  Group,
  /** A basis for short codes of the nodes is found. */
  Basis,
  /** Nodes get short codes, with which they are divided. */
  Project,
  /** The nodes of a level get their nearest leaders. */
  Assign,
  /** They are distributed to the clusters of their leaders, which become parts. */
  Plan,
  /** The parts are divided into leaves, and the nearest of each leaf become candidates. */
  Divide,
  /** The true neighbours of a sample are measured, and the level is divided again if its candidates lack many. */
  Sample,
  /** Each node selects its links among its candidates. */
  Select,
  /** Links are collected at the nodes that they lead to. */
  Collect,
  /** Nodes link back to those that link to them. */
  LinkBack,
  /** Nodes are searched for in the graph. */
  Search,
  /** Those that were not found are linked. */
  Mend,
  Done,
  /** Partitions do not serve the data: the slots are to be inserted. */
  Rejected,
}

@unmanaged
export class Bulk {
  phase: Phase = Phase.Group;
  /** The items of the phase, and for each thread the address of what it has for itself. */
  items: Items = changetype<Items>(0);
  builders: usize = 0;
  /** Whether a thread has ended for lack of memory: the build has failed. */
  hasFailed: bool = false;
  /** The level that is being built, and the highest. */
  level: u32 = 0;
  top: u32 = 0;
  entry: u32 = 0;
  /** The progress of a phase with one item, such as the next slot. */
  next: u32 = 0;
  /** Nodes in ascending order: all, those of level 1 and up, and those of the level; `nodes` is one of these lists. */
  all: usize = 0;
  allSize: u32 = 0;
  upper: usize = 0;
  upperSize: u32 = 0;
  onLevel: usize = 0;
  nodes: usize = 0;
  size: u32 = 0;
  /** The nodes of the level about in the order of their leaves: neighbours are near each other. */
  order: usize = 0;
  ordered: u32 = 0;
  /** The position of each slot in `upper`. */
  ranks: usize = 0;
  /**
   * For each slot, on upper levels for each rank, room for `candidateCapacity` keys of candidates, of which the nearest
   * `mostCandidates` are kept, sorted; and how many there are, for each slot as u16.
   */
  candidates: usize = 0;
  sizes: usize = 0;
  candidateCapacity: u32 = 0;
  mostCandidates: u32 = 0;
  /** For each slot `MOST_BRIDGES` keys of candidates that connect components; and how many there are, as u8. */
  bridges: usize = 0;
  bridgeSizes: usize = 0;
  /** `candidateCapacity` on level 0. */
  baseCapacity: u32 = 0;
  /** For each slot how many keys of links back follow its links in its candidates, as u16. */
  backs: usize = 0;
  /** The first partition of the level, its packed leaders, and the parts into which it is divided, see parts.ts. */
  root: Frame = changetype<Frame>(0);
  leaders: usize = 0;
  parts: usize = 0;
  partCount: u32 = 0;
  /** While parts are planned: the first of the small clusters that will be merged. */
  firstPending: u32 = 0;
  fanout: u32 = 0;
  /** How often the level was divided before; points of its leaves, and those of leaves with several components. */
  round: u32 = 0;
  offered: u64 = 0;
  connected: u64 = 0;
  /** Nodes of the sample, packed, too; keys of their true neighbours, and how many. */
  sample: usize = 0;
  samplePanels: usize = 0;
  trueKeys: usize = 0;
  trueSizes: usize = 0;
  /**
   * Projections of all slots and their components, 0: there are none; and whether divisions compare them
   * (projections.ts).
   */
  projections: usize = 0;
  projectionWidth: u32 = 0;
  usesProjections: bool = false;
  /**
   * The basis of the projections, packed when it is complete; its products with the sample; how often it was
   * multiplied; what each of its rows keeps of the tested nodes; one unpacked code.
   */
  basis: usize = 0;
  products: usize = 0;
  pass: u32 = 0;
  kept: usize = 0;
  unpacked: usize = 0;
  /** Whether a node was searched for and not found, and whether all nodes are searched for. */
  hasMissed: bool = false;
  searchesAll: bool = false;
  /** Whether memory was missing. */
  isShort: bool = false;
}

export function bulkState(): Bulk {
  return changetype<Bulk>(bulk());
}

/** Allocates the state of a build over all published slots. @returns false when there is no memory */
export function openBulk(): bool {
  const address = allocate(offsetof<Bulk>());
  if (address == 0) return false;
  const state = changetype<Bulk>(address);
  const slots: u64 = count();
  const m = linksPerLevel();
  const panel: u64 = panelBytes(codeWidth(dimension()));
  state.baseCapacity = max(LEAST_CANDIDATES, 4 * m);
  state.fanout = <u32>(
    min<u64>(max<u64>((<u64>FIRST_FANOUT * efConstruct()) / USUAL_EF, FIRST_FANOUT), MOST_FANOUT)
  );
  state.all = take(state, slots * 4);
  state.upper = take(state, slots * 4);
  state.onLevel = take(state, slots * 4);
  state.order = take(state, slots * 4);
  state.sizes = take(state, slots * 2);
  state.backs = take(state, slots * 2);
  state.ranks = take(state, slots * 4);
  state.candidates = take(state, slots * state.baseCapacity * 8);
  state.items = changetype<Items>(take(state, offsetof<Items>()));
  state.builders = take(state, MAX_WORKERS * 4);
  state.root = changetype<Frame>(take(state, offsetof<Frame>()));
  state.leaders = take(state, ((MOST_LEADERS + PANEL - 1) / PANEL) * panel);
  state.parts = take(state, MOST_LEADERS * 8);
  state.bridges = take(state, slots * MOST_BRIDGES * 8);
  state.bridgeSizes = take(state, slots);
  state.sample = take(state, SAMPLED * 4);
  state.samplePanels = take(state, (SAMPLED / PANEL) * panel);
  state.trueKeys = take(state, SAMPLED * NEIGHBOURS * 8);
  state.trueSizes = take(state, SAMPLED * 2);
  if (state.isShort) return false;
  state.items.count = 1;
  setBulk(address);
  return true;
}

/**
 * Returns the candidates that a node of the level may have. On upper levels there are more for fewer nodes: these
 * levels connect clusters, so the candidates have to reach beyond the cluster of a node.
 */
export function capacityOn(bulk: Bulk, level: u32): u32 {
  if (level == 0) return bulk.baseCapacity;
  const spare = (<u64>count() * bulk.baseCapacity) / max<u64>(bulk.upperSize, 1);
  return max(bulk.baseCapacity, <u32>min<u64>(spare, UPPER_CANDIDATES));
}

/** Returns how many of the candidates of a node of the level are kept. */
export function mostCandidatesOn(bulk: Bulk, level: u32): u32 {
  const capacity = capacityOn(bulk, level);
  return level == 0 ? (capacity * KEPT_EIGHTHS) >> 3 : capacity;
}

function take(state: Bulk, bytes: u64): usize {
  const address = allocate(bytes);
  if (address == 0) state.isShort = true;
  return address;
}
