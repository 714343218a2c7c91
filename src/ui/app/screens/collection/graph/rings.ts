// Computes where the nodes of a neighbourhood are drawn: each hop has a ring around the point at the centre.
// The decision: only the order on a ring is chosen. A node is in the direction of the nodes that lead to it, so links
// cross little; a full ring has several rows.
import type { Neighbourhood } from "./load.ts";

/** The distance between two rings, in units of the picture. */
export const RING = 100;
const ROWS = 3;
const ROW = 22;
/** The nodes for which a ring has room in one row, for each hop. */
const NODES_OF_A_ROW = 20;

/** Returns x and y of each node, alternating. */
export function placesOf({ nodes, links }: Pick<Neighbourhood, "nodes" | "links">): Float64Array {
  const places = new Float64Array(nodes.length * 2);
  const hops = Math.max(0, ...nodes.map(({ hop }) => hop));
  for (let hop = 0; hop <= hops; hop++) {
    // Node 0 stays at the centre; a duplicate of it has no hop either.
    const ring = nodes.flatMap((node, i) => (i > 0 && node.hop === hop ? [i] : []));
    const angles = new Map(ring.map((node) => [node, angleOf(node, hop)]));
    ring.sort((a, b) => angles.get(a)! - angles.get(b)!);
    const rows = ring.length > NODES_OF_A_ROW * hop ? ROWS : 1;
    for (const [i, node] of ring.entries()) {
      const radius = (hop === 0 ? 0.3 : hop) * RING + ((i % rows) - (rows >> 1)) * ROW;
      const angle = (angles.get(ring[0]!) ?? 0) + (i / ring.length) * 2 * Math.PI;
      places[node * 2] = radius * Math.cos(angle);
      places[node * 2 + 1] = radius * Math.sin(angle);
    }
  }
  return places;

  /** Returns the direction of the linked nodes that are one hop nearer to the centre. */
  function angleOf(node: number, hop: number): number {
    let [x, y] = [0, 0];
    for (const [from, to] of links) {
      const other = from === node ? to : to === node ? from : -1;
      if (other < 0 || nodes[other]!.hop !== hop - 1) continue;
      x += places[other * 2]!;
      y += places[other * 2 + 1]!;
    }
    return Math.atan2(y, x);
  }
}
