// The state of a bulk build: its parameters, its lists of nodes, and the areas that its phases share.
// The decision: a bulk build runs in a memory of its own, formatted as a segment whose rows are outside, with a copy of
// the codes. So the graph uses the columns, the selection of links and the repair that insertions use, and all that a
// build allocates disappears with its memory. The state is in the arena, so a build can stop after every small unit of
// work and continue in the next call.
import { codeWidth } from "../codes/int8";
import { allocate } from "../memory/arena";
import { bulk, count, dimension, efConstruct, linksPerLevel, setBulk } from "../memory/layout";
import { Frame, MAX_FRAMES } from "./frame";
import { PANEL, panelBytes } from "./panel";

/** The most points of a leaf that is not merged from small ones. */
export const LEAF_MOST: u32 = 512;
/** Leaves with fewer points are merged. */
export const LEAF_LEAST: u32 = 64;
/** The most leaders of a partition. */
export const MOST_LEADERS: u32 = 1000;
/** Candidates of a node, unless M needs more. */
const LEAST_CANDIDATES: u32 = 64;
/** The number of leaders to which a point is assigned, for the ef_construct below; it grows with ef_construct. */
const FIRST_FANOUT: u32 = 10;
const USUAL_EF: u32 = 200;
const MOST_FANOUT: u32 = 16;

export enum Phase {
  /** Equal vectors are grouped, and the others become nodes. */
  Group,
  /** The nodes of a level are divided into leaves, and the nearest of each leaf become candidates. */
  Divide,
  /** Each node selects its links among its candidates. */
  Select,
  /** Links are collected at the nodes that they lead to. */
  Collect,
  /** Nodes link back to those that link to them. */
  LinkBack,
  Done,
}

@unmanaged
export class Bulk {
  phase: Phase = Phase.Group;
  /** The level that is being built, and the highest. */
  level: u32 = 0;
  top: u32 = 0;
  entry: u32 = 0;
  /** The next item of the phase. */
  next: u32 = 0;
  /** Nodes in ascending order: all, those of level 1 and up, and those of the level; `nodes` is one of these lists. */
  all: usize = 0;
  allSize: u32 = 0;
  upper: usize = 0;
  upperSize: u32 = 0;
  onLevel: usize = 0;
  nodes: usize = 0;
  size: u32 = 0;
  /** The nodes of the level in the order of their leaves. */
  order: usize = 0;
  ordered: u32 = 0;
  /** For each slot `room` keys of candidates, sorted; and how many there are, as u16. */
  candidates: usize = 0;
  sizes: usize = 0;
  room: u32 = 0;
  /** For each slot how many keys of links back follow its links in its candidates, as u16. */
  backs: usize = 0;
  /** Keys of one node: its candidates with links of level 1, and the chosen ones. */
  keys: usize = 0;
  chosen: usize = 0;
  /** Frames of the partition, and how many are open. */
  frames: usize = 0;
  depth: u32 = 0;
  fanout: u32 = 0;
  /** Packed leaders, and distances of one panel of points to them. */
  leaders: usize = 0;
  /** The points of the leaf, how many, the progress with them; packed points and their distances. */
  leaf: usize = 0;
  leafSize: u32 = 0;
  leafStep: u32 = 0;
  leafNext: u32 = 0;
  panels: usize = 0;
  distances: usize = 0;
  /** One packed panel, and its distances to leaders. */
  panel: usize = 0;
  row: usize = 0;
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
  const leafRoom: u64 = LEAF_MOST + 2 * LEAF_LEAST;
  state.room = max(LEAST_CANDIDATES, 4 * m);
  state.fanout = min(max((FIRST_FANOUT * efConstruct() + USUAL_EF / 2) / USUAL_EF, 2), MOST_FANOUT);
  state.all = take(state, slots * 4);
  state.upper = take(state, slots * 4);
  state.onLevel = take(state, slots * 4);
  state.order = take(state, slots * 4);
  state.sizes = take(state, slots * 2);
  state.backs = take(state, slots * 2);
  state.candidates = take(state, slots * state.room * 8);
  state.keys = take(state, <u64>(state.room + m) * 8);
  state.chosen = take(state, <u64>(state.room + m) * 8);
  state.frames = take(state, <u64>MAX_FRAMES * offsetof<Frame>());
  state.leaders = take(state, ((MOST_LEADERS + PANEL - 1) / PANEL) * panel);
  state.leaf = take(state, leafRoom * 4);
  state.panels = take(state, (leafRoom / PANEL) * panel);
  state.distances = take(state, leafRoom * leafRoom * 4);
  state.panel = take(state, panel);
  state.row = take(state, <u64>(MOST_LEADERS + PANEL) * PANEL * 4);
  setBulk(address);
  return !state.isShort;
}

function take(state: Bulk, bytes: u64): usize {
  const address = allocate(bytes);
  if (address == 0) state.isShort = true;
  return address;
}
