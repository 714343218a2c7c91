// Says when graphs had nodes that no links led to. The engine looks for them as graphs grow, and links them.
// The decision: what the engine has counted is asked for a few times a second while there are writes or graphs grow, so that one
// line of the log tells of it soon after; info and metrics ask for themselves.

import type { Segments } from "../segment/segments.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";
import type { Reached } from "../vectors/vector-index.ts";

export interface ReachParts {
  readonly segments: Segments;
  /** Is told a sentence about the collection. */
  readonly onNotice: (text: string) => void;
}

const LOOK_AGAIN_MS = 200;
/** Then a graph has no memory to grow: it is looked at again after the next write. */
const MOST_LOOKS_IN_VAIN = 20;

export class ReachWatch {
  readonly #parts: ReachParts;
  /** What was told of each. */
  readonly #told = new WeakMap<DenseIndex, Reached>();
  #running = false;

  constructor(parts: ReachParts) {
    this.#parts = parts;
  }

  /** Watches until all graphs have what they are to have. Never rejects. @param pause throws when the work is to end */
  async run(pause: (ms?: number) => Promise<void>): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      let covered = -1;
      for (let inVain = 0; inVain < MOST_LOOKS_IN_VAIN; inVain++) {
        await pause(LOOK_AGAIN_MS);
        const now = await this.#look();
        if (!now.grows) return;
        if (now.covered !== covered) inVain = 0;
        covered = now.covered;
      }
    } catch {
      // It closes, or a segment was made anew meanwhile.
    } finally {
      this.#running = false;
    }
  }

  /** @returns whether there is a graph that has not got all yet, and how many slots all graphs cover */
  async #look(): Promise<{ readonly grows: boolean; readonly covered: number }> {
    const { segments, onNotice } = this.#parts;
    let grows = false;
    let covered = 0;
    const fields = segments.all.flatMap((segment) => segment.vectors.all);
    for (const index of fields.flatMap((one) => denseOf(one.index) ?? [])) {
      const { spec, field } = index;
      const stats = spec.m === 0 ? null : await index.graphStats();
      if (stats === null) continue;
      const { count, indexed, unchecked, relinked, unreachable } = stats;
      if (count < spec.indexFrom) continue;
      grows ||= indexed < count || unchecked > 0;
      covered += indexed - unchecked;
      const told = this.#told.get(index) ?? { relinked: 0, unreachable: 0 };
      this.#told.set(index, { relinked, unreachable });
      if (relinked <= told.relinked && unreachable <= told.unreachable) continue;
      onNotice(relinkedText(field.name, { relinked: relinked - told.relinked, unreachable }));
    }
    return { grows, covered };
  }
}

/** Of what was found in one segment. */
export function relinkedText(name: string, { relinked, unreachable }: Reached): string {
  const linked = `no search came to ${vectorsOf(relinked)} in the graph: linked again`;
  const left = unreachableText(name, unreachable);
  if (left === null) return `${placeOf(name)}: ${linked}`;
  return relinked === 0 ? left : `${placeOf(name)}: ${linked}; ${left}`;
}

/** Null where all is well. */
export function unreachableText(name: string, unreachable: number): string | null {
  if (unreachable === 0) return null;
  return `${placeOf(name)}: searches that walk the graph do not come to ${vectorsOf(unreachable)}; raise hnsw_config.m, or search with exact`;
}

const placeOf = (name: string) => (name === "" ? "vectors_config" : `vectors_config.${name}`);
const vectorsOf = (count: number) => (count === 1 ? "1 vector" : `${count} vectors`);
