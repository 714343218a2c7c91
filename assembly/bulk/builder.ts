// What one builder thread needs for itself: its item, the partitions that it divides, its leaf, and working memory.
// The decision: a thread allocates it when it first works. Everything that threads share is in the state (state.ts).
import { codeWidth } from "../codes/int8";
import { HEAD_BYTES } from "../distance/kernel";
import { allocate } from "../memory/arena";
import { dimension, linksPerLevel } from "../memory/layout";
import { Frame, MAX_FRAMES } from "./frame";
import { PANEL, panelBytes } from "./panel";
import {
  Bulk,
  LEAF_LEAST,
  LEAF_MOST,
  MOST_BRIDGES,
  MOST_COMPONENTS,
  MOST_LEADERS,
  Phase,
  UPPER_CANDIDATES,
} from "./state";

@unmanaged
export class Builder {
  /** Whether the thread has an item; its number, and the phase to which it belongs. */
  hasItem: bool = false;
  item: u32 = 0;
  phase: Phase = Phase.Group;
  /** Frames of the partitions below the first one, and how many are open. */
  frames: usize = 0;
  depth: u32 = 0;
  /** Packed leaders of the deepest of them. */
  leaders: usize = 0;
  /** Points of small clusters of the first partition, for a merged leaf. */
  pending: usize = 0;
  pendingSize: u32 = 0;
  /** The points of the leaf, how many, the progress with them; packed points and their distances. */
  leaf: usize = 0;
  leafSize: u32 = 0;
  leafStep: u32 = 0;
  leafNext: u32 = 0;
  panels: usize = 0;
  distances: usize = 0;
  /** For each point of the leaf, the distance within which points become its candidates. */
  limits: usize = 0;
  /**
   * The parents and the numbers of the components of its points; how many components there are; the distances of two of
   * them, and for each pair the nearest point of the later one.
   */
  parents: usize = 0;
  labels: usize = 0;
  components: u32 = 0;
  spans: usize = 0;
  points: usize = 0;
  /** Keys of one node: its candidates with links of level 1, and the chosen ones. */
  keys: usize = 0;
  chosen: usize = 0;
  /** Addresses of the codes of a panel; one packed panel, and its distances to leaders; one code as a query. */
  addresses: usize = 0;
  panel: usize = 0;
  row: usize = 0;
  prepared: usize = 0;
  /** Whether memory was missing. */
  isShort: bool = false;
}

/** Returns what the thread with this number has for itself, or null when there is no memory. */
export function builderOf(bulk: Bulk, worker: u32): Builder | null {
  const entryAddress = bulk.builders + ((<usize>worker) << 2);
  let address: usize = load<u32>(entryAddress);
  if (address == 0) {
    address = allocate(offsetof<Builder>());
    if (address == 0 || !allocateAreas(bulk, changetype<Builder>(address))) return null;
    store<u32>(entryAddress, <u32>address);
  }
  return changetype<Builder>(address);
}

function allocateAreas(bulk: Bulk, own: Builder): bool {
  const width = codeWidth(dimension());
  const panel: u64 = panelBytes(width);
  const leafCapacity: u64 = LEAF_MOST + 2 * LEAF_LEAST;
  const keys: u64 = max(
    <u64>max(bulk.baseCapacity, UPPER_CANDIDATES) + linksPerLevel() + MOST_BRIDGES,
    leafCapacity + 1,
  );
  own.frames = take(own, <u64>MAX_FRAMES * offsetof<Frame>());
  own.leaders = take(own, ((MOST_LEADERS + PANEL - 1) / PANEL) * panel);
  own.pending = take(own, 2 * LEAF_LEAST * 4);
  own.leaf = take(own, leafCapacity * 4);
  own.panels = take(own, (leafCapacity / PANEL) * panel);
  own.distances = take(own, leafCapacity * leafCapacity * 4);
  own.limits = take(own, leafCapacity * 4);
  own.parents = take(own, leafCapacity * 4);
  own.labels = take(own, leafCapacity * 4);
  own.spans = take(own, MOST_COMPONENTS * MOST_COMPONENTS * 4);
  own.points = take(own, MOST_COMPONENTS * MOST_COMPONENTS * 4);
  own.keys = take(own, keys * 8);
  own.chosen = take(own, keys * 8);
  own.addresses = take(own, PANEL * 4);
  own.panel = take(own, panel);
  own.row = take(own, <u64>(MOST_LEADERS + PANEL) * PANEL * 4);
  own.prepared = take(own, <u64>width * 2 + HEAD_BYTES);
  return !own.isShort;
}

function take(own: Builder, bytes: u64): usize {
  const address = allocate(bytes);
  if (address == 0) own.isShort = true;
  return address;
}
