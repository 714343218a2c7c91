// Counts the events of many rounds of power cuts, because a test without power cuts that lose data proves nothing.
import type { Random } from "./chance.ts";
import { type Aftermath, CALLS, type Call, type SimFs } from "./sim-fs.ts";

export class PowerTally {
  cuts = 0;
  /** Power cuts that lost at least one unsynced sector. */
  dropping = 0;
  dropped = 0;
  survived = 0;
  kills = 0;
  failedSyncs = 0;
  readonly byCall = new Map<Call | "between calls", number>();

  /** Counts the effects of a power cut of `fs`. */
  note(fs: SimFs, { dropped, survived }: Aftermath): void {
    this.cuts++;
    if (dropped > 0) this.dropping++;
    this.dropped += dropped;
    this.survived += survived;
    const call = fs.cutIn ?? "between calls";
    this.byCall.set(call, (this.byCall.get(call) ?? 0) + 1);
  }

  toString(): string {
    const calls = [...CALLS, "between calls" as const].flatMap((call) => {
      const count = this.byCall.get(call);
      return count ? `${call} ${count}` : [];
    });
    return (
      `${this.cuts} power cuts (${calls.join(", ")}), ${this.dropping} of them lost unsynced sectors; ` +
      `${this.dropped} sectors lost, ${this.survived} survived; ${this.kills} kills, ${this.failedSyncs} failed syncs`
    );
  }
}

/** Ends a process on this disk, by a kill or a power cut unless the power is cut already. @returns the next disk */
export function endOfLife(fs: SimFs, random: Random, tally: PowerTally): SimFs {
  if (fs.syncFailed) tally.failedSyncs++;
  if (fs.cutIn === null && random() < 0.6) {
    tally.kills++;
    return fs.afterKill();
  }
  let after = fs.afterCut(random);
  // Possible disks that lost something are preferred.
  for (let i = 0; i < 4 && after.dropped === 0 && after.survived > 0; i++) after = fs.afterCut(random);
  tally.note(fs, after);
  return after.fs;
}
