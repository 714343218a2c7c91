// Reports graph nodes that no link led to. The engine looks for them as graphs grow, and links them.
// The decision: the counts of the engine are read a few times a second while graphs grow, so that the log reports such
// nodes soon. Info and metrics read the counts themselves.

import type { Segments } from "../segment/segments.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";
import type { Reached } from "../vectors/vector-index.ts";

export interface ReachParts {
  readonly segments: Segments;
  /** Receives a sentence about the collection. */
  readonly onNotice: (text: string) => void;
}

const CHECK_INTERVAL_MS = 200;
/** Checks without growth after which waiting for a graph ends, as when memory is missing; a write starts it again. */
export const MAX_CHECKS_WITHOUT_GROWTH = 20;

export class ReachWatch {
  readonly #parts: ReachParts;
  /** The counts that were reported last, by index. */
  readonly #reported = new WeakMap<DenseIndex, Reached>();
  #running = false;

  constructor(parts: ReachParts) {
    this.#parts = parts;
  }

  /** Watches until all graphs are complete. Never rejects. @param pause throws when the work has to end */
  async run(pause: (ms?: number) => Promise<void>): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      let covered = -1;
      for (
        let checksWithoutGrowth = 0;
        checksWithoutGrowth < MAX_CHECKS_WITHOUT_GROWTH;
        checksWithoutGrowth++
      ) {
        await pause(CHECK_INTERVAL_MS);
        const now = await this.#check();
        if (!now.grows) return;
        if (now.covered !== covered) checksWithoutGrowth = 0;
        covered = now.covered;
      }
    } catch {
      // The collection is being closed, or a segment was rebuilt meanwhile.
    } finally {
      this.#running = false;
    }
  }

  /** @returns whether any graph is incomplete, and the number of slots in all graphs */
  async #check(): Promise<{ readonly grows: boolean; readonly covered: number }> {
    const { segments, onNotice } = this.#parts;
    let grows = false;
    let covered = 0;
    const fields = segments.all.flatMap((segment) => segment.vectors.all);
    for (const index of fields.flatMap((field) => denseOf(field.index) ?? [])) {
      const { spec, field } = index;
      const stats = spec.m === 0 ? null : await index.graphStats();
      if (stats === null) continue;
      const { count, indexed, unchecked, relinked, unreachable } = stats;
      if (count < spec.indexFrom) continue;
      grows ||= indexed < count || unchecked > 0;
      covered += indexed - unchecked;
      const reported = this.#reported.get(index) ?? { relinked: 0, unreachable: 0 };
      this.#reported.set(index, { relinked, unreachable });
      if (relinked <= reported.relinked && unreachable <= reported.unreachable) continue;
      onNotice(relinkedText(field.name, { relinked: relinked - reported.relinked, unreachable }));
    }
    return { grows, covered };
  }
}

/** Returns the sentence about the nodes that were found in one segment. */
export function relinkedText(name: string, { relinked, unreachable }: Reached): string {
  const linked = `no search came to ${vectorsOf(relinked)} in the graph: linked again`;
  const left = unreachableText(name, unreachable);
  if (left === null) return `${pathOf(name)}: ${linked}`;
  return relinked === 0 ? left : `${pathOf(name)}: ${linked}; ${left}`;
}

/** Returns a sentence about unreachable nodes; null if there are none. */
export function unreachableText(name: string, unreachable: number): string | null {
  if (unreachable === 0) return null;
  return `${pathOf(name)}: searches that walk the graph do not come to ${vectorsOf(unreachable)}; raise hnsw_config.m, or search with exact`;
}

const pathOf = (name: string) => (name === "" ? "vectors_config" : `vectors_config.${name}`);
const vectorsOf = (count: number) => (count === 1 ? "1 vector" : `${count} vectors`);
