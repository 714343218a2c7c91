// What happened in many rounds of power cuts: a test that passes whether or not the crash happened proves nothing.
import { type Aftermath, CALLS, type Call, type SimFs } from "./sim-fs.ts";

export class PowerTally {
  cuts = 0;
  /** Cuts that lost at least one unsynced sector. */
  dropping = 0;
  dropped = 0;
  survived = 0;
  kills = 0;
  failedSyncs = 0;
  readonly byCall = new Map<Call | "between calls", number>();

  /** Notes what the cut of `fs` left. */
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
