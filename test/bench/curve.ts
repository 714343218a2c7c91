// The curve of an engine: recall and speed of searches without a filter by ef.
import type { Truth } from "./data/truth.ts";
import type { EngineProcess } from "./engines/process.ts";
import type { Point } from "./measure.ts";

export const WIDTHS = [10, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
/** Larger values of ef than the first with this recall are not measured. */
const ENOUGH = 0.995;

export async function sweep(engine: EngineProcess, truth: Truth, queries: number): Promise<Point[]> {
  const points: Point[] = [];
  for (const ef of WIDTHS) {
    const { ids, cpuSeconds, wallSeconds } = await engine.search({ ef, queries });
    const recall = truth.recall(ids);
    points.push({ ef, recall, qps: queries / cpuSeconds, wallQps: queries / wallSeconds });
    if (recall >= ENOUGH) break;
  }
  return points;
}
