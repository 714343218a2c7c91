// Runs the rebuilds of one collection and knows when one is due.
// The decision: a failed rebuild changes nothing, so it is noted and repeated after growing delays.
import type { Engine } from "../../engine/engine.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { SegmentSettings } from "../config/segment-settings.ts";
import type { IndexBuilder } from "../index/index-builder.ts";
import { type RebuildParts, rebuild } from "../rebuild/rebuild.ts";
import { planRebuild } from "../rebuild/rebuild-plan.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { isUndivided } from "../segment/undivided.ts";
import { Calibrator } from "./calibrator.ts";
import { CodeProbe, type ProbeParts } from "./code-probe.ts";
import { type ReachParts, ReachWatch } from "./reach-watch.ts";

export interface UpkeepParts
  extends Pick<RebuildParts, "segments" | "exclusively">,
    Pick<ProbeParts, "onProbed">,
    Pick<ReachParts, "onNotice"> {
  readonly engine: Engine;
  /** The settings change with the configuration, so they are read at each use. */
  readonly settings: () => SegmentSettings;
  /** Returns the configuration that new segments are built for. */
  readonly fields: () => readonly FieldConfig[];
  /** Whether the collection is in use and not damaged. */
  readonly isActive: () => boolean;
}

export interface RebuildOptions extends Pick<RebuildParts, "pause" | "indexFirst"> {
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Failure {
  readonly error: Error;
  readonly times: number;
  readonly retryAt: number;
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;

export class Upkeep {
  readonly probe: CodeProbe;
  /** Reports graph nodes that no link led to. */
  readonly reach: ReachWatch;
  /** Measures which ef finds how much. */
  readonly calibrator: Calibrator;
  readonly #parts: UpkeepParts;
  #running = false;
  #targets: readonly CollectionSegment[] = [];
  #failure: Failure | null = null;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.probe = new CodeProbe(parts);
    this.reach = new ReachWatch(parts);
    this.calibrator = new Calibrator(parts.segments);
  }

  get indexing(): IndexBuilder {
    return this.#parts.segments.indexing;
  }

  /** The error of the last rebuild, if it failed. */
  get failure(): Error | null {
    return this.#failure?.error ?? null;
  }

  /** When a rebuild that has failed is repeated, in milliseconds since 1970; 0: none has. */
  get retryAt(): number {
    return this.#failure?.retryAt ?? 0;
  }

  /** Whether a rebuild is under way. */
  get running(): boolean {
    return this.#running;
  }

  /** The new segments of a rebuild that is under way; they are not visible yet. */
  get targets(): readonly CollectionSegment[] {
    return this.#targets;
  }

  /** Whether a rebuild is under way or due. */
  get busy(): boolean {
    return this.#running || this.#planned() !== null;
  }

  /** The largest share of a segment that is garbage: of its slots those without a point, or of its bytes. */
  get garbage(): number {
    const { all } = this.#parts.segments;
    return Math.max(0, ...all.map(({ dead, ids, waste }) => Math.max(waste, dead / Math.max(1, ids.slots))));
  }

  /** Whether a rebuild, a measurement or the building of a payload index is due. */
  get isNeeded(): boolean {
    // Those of a collection that was unloaded, and is in use again, are others.
    return this.#parts.isActive() && !this.#parts.segments.dropped;
  }

  /** Whether a rebuild should be begun. */
  isDue(now: number): boolean {
    return !this.#running && this.isNeeded && now >= this.retryAt && this.#planned() !== null;
  }

  /** Rebuilds the segments that need it most. Never rejects: a failure is noted, and the segments stay unchanged. */
  async run({ now, pause, indexFirst }: RebuildOptions): Promise<"done" | "failed" | "nothing"> {
    const sources = this.#planned();
    if (!sources || !this.isDue(now)) return "nothing";
    this.#running = true;
    try {
      await rebuild({ ...this.#parts, pause, indexFirst, onTargets: this.#noteTargets }, sources);
      this.#failure = null;
      return "done";
    } catch (error) {
      const times = (this.#failure?.times ?? 0) + 1;
      const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (times - 1));
      this.#failure = { error: error as Error, times, retryAt: now + waitMs };
      return "failed";
    } finally {
      this.#running = false;
    }
  }

  /**
   * Rebuilds, one after another, every segment that has any dead point or replaced payload now.
   * @param everything true: rebuilds the others too
   * @returns the number of dead points that they had
   * @throws the error of a rebuild
   */
  async rebuildAll({ pause, indexFirst }: RebuildOptions, everything = false): Promise<number> {
    const { segments } = this.#parts;
    let dead = 0;
    this.#running = true;
    try {
      for (const segment of segments.all.filter((candidate) => everything || hasGarbage(candidate))) {
        dead += segment.dead;
        await rebuild({ ...this.#parts, pause, indexFirst, onTargets: this.#noteTargets }, [segment]);
      }
    } finally {
      this.#running = false;
    }
    return dead;
  }

  readonly #noteTargets = (targets: readonly CollectionSegment[]): void => {
    this.#targets = targets;
  };

  #planned(): CollectionSegment[] | null {
    const { segments, settings, fields } = this.#parts;
    const isOpen = (segment: CollectionSegment) => segments.capacity.has(segment);
    const isOutdated = ({ vectors }: CollectionSegment) => vectors.differFrom(fields());
    const undivided = segments.all.find((segment) => isUndivided(segment, segments));
    if (undivided) return [undivided];
    for (const shard of segments.byShard) {
      const planned = planRebuild(shard, isOpen, settings(), isOutdated);
      if (planned) return planned;
    }
    return null;
  }
}

/** Whether the segment holds deleted data that a purge has to remove by a rebuild. */
function hasGarbage({ dead, payloads }: CollectionSegment): boolean {
  return dead > 0 || payloads.end > payloads.liveBytes;
}
