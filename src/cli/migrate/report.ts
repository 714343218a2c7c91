// What `azimuth migrate` says about collections: what was written, and what differs from the source.
import { counted } from "../common/output.ts";
import type { PlannedCollection } from "./plan.ts";
import type { Compared } from "./verify.ts";

export interface Outcome {
  readonly collection: string;
  readonly target: string;
  /** Points that are durable in Azimuth. */
  readonly written: number;
  readonly rejected: number;
  /** Payload indexes that were not made as the source has them. */
  readonly faults: readonly string[];
  /** The comparison; null: there was none. */
  readonly compared: Compared | null;
  /** Whether the comparison found no difference besides rejected rows. */
  readonly isSame: boolean;
}

interface ReportOptions {
  readonly verifyOnly: boolean;
  readonly seed: number;
}

export function tellRefused({ collection, refusal }: PlannedCollection): string {
  return `azimuth: ${collection.name} is not taken: ${refusal}\n`;
}

/** Returns what is printed about a collection. */
export function outcomeText({ verifyOnly, seed }: ReportOptions, rejectedPathOf: (target: string) => string) {
  return (outcome: Outcome): string => {
    const { collection, target, written, rejected, compared, isSame } = outcome;
    const bad = rejected === 0 ? "" : `; ${counted(rejected, "row")} rejected, see ${rejectedPathOf(target)}`;
    const lines = verifyOnly
      ? []
      : [`${collection}: ${counted(written, "point")} written to ${target}${bad}`];
    if (compared === null) return `${lines.join("\n")}\n`;
    const { source, target: kept, compared: count, different } = compared;
    const what = `${counted(source, "point")} of the source, ${kept} in ${target}, ${count} compared with seed ${seed}`;
    lines.push(`${collection}: ${isSame ? "verified" : "DIFFERS"}: ${what}`);
    if (compared.counted !== source)
      lines.push(`  the source counts ${counted(compared.counted, "point")}; is it being written to?`);
    const ids = compared.missingIds.join(", ");
    if (compared.missing > 0)
      lines.push(`  ${counted(compared.missing, "point")} missing in ${target}: ${ids}`);
    if (compared.extra > 0)
      lines.push(`  ${counted(compared.extra, "point")} of ${target} not in the source`);
    if (different > 0)
      lines.push(`  ${counted(different, "point")} different: ${compared.differences.join("; ")}`);
    return `${lines.join("\n")}\n`;
  };
}
