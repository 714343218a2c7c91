// Computes positions for the nodes of a small graph: links pull, nodes repel each other, and each hop has a ring around
// the centre.
// The decision: all pairs are computed, since there are at most 500 nodes; node 0 is fixed at the centre.

interface Graph {
  readonly count: number;
  readonly links: readonly (readonly [from: number, to: number])[];
  /** The ring of each node; 0 for node 0. */
  readonly rings: readonly number[];
}

/** The distance between two rings, in units of the picture. */
export const RING = 100;
const REPULSION = 900;
const SPRING = 0.012;
const TO_RING = 0.12;
const TICKS = 160;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const FASTEST = 24;

export class ForceLayout {
  /** x and y of each node, alternating. */
  readonly coordinates: Float64Array;
  readonly #graph: Graph;
  readonly #forces: Float64Array;
  #tick = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#forces = new Float64Array(graph.count * 2);
    this.coordinates = Float64Array.from({ length: graph.count * 2 }, (_, i) => {
      const angle = (i >> 1) * GOLDEN_ANGLE;
      const radius = graph.rings[i >> 1]! * RING;
      return radius * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
  }

  get isStill(): boolean {
    return this.#tick >= TICKS;
  }

  settle(): void {
    while (!this.isStill) this.step();
  }

  step(): void {
    const { coordinates: p } = this;
    const forces = this.#forces.fill(0);
    this.#push();
    for (const [from, to] of this.#graph.links) {
      for (const axis of [0, 1]) {
        const pull = (p[to * 2 + axis]! - p[from * 2 + axis]!) * SPRING;
        forces[from * 2 + axis]! += pull;
        forces[to * 2 + axis]! -= pull;
      }
    }
    const cooling = 1 - this.#tick++ / TICKS;
    for (let node = 1; node < this.#graph.count; node++) {
      const [x, y] = [p[node * 2]!, p[node * 2 + 1]!];
      const away = Math.hypot(x, y) || 1;
      const toRing = ((this.#graph.rings[node]! * RING - away) / away) * TO_RING;
      p[node * 2] = x + bounded(forces[node * 2]! * cooling) + x * toRing;
      p[node * 2 + 1] = y + bounded(forces[node * 2 + 1]! * cooling) + y * toRing;
    }
  }

  #push(): void {
    const { coordinates: p } = this;
    for (let a = 0; a < this.#graph.count; a++)
      for (let b = a + 1; b < this.#graph.count; b++) {
        const dx = p[a * 2]! - p[b * 2]!;
        const dy = p[a * 2 + 1]! - p[b * 2 + 1]!;
        const force = REPULSION / (dx * dx + dy * dy + 1);
        const [x, y] = [dx * force * 0.1, dy * force * 0.1];
        this.#forces[a * 2]! += x;
        this.#forces[a * 2 + 1]! += y;
        this.#forces[b * 2]! -= x;
        this.#forces[b * 2 + 1]! -= y;
      }
  }
}

function bounded(value: number): number {
  return Math.max(-FASTEST, Math.min(FASTEST, value));
}
