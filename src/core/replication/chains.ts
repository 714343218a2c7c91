// How far a server has applied the log of its cluster, with the check sums by which the log is found to be the same.
// The decision: the position is saved now and then, not with every record. A server that starts reads the log again from
// there, which proves that the log still has what was applied, and applies what is new.
import type { Clock } from "../../scheduling/clock.ts";
import type { Membership } from "../../storage/membership.ts";
import { type EntryPosition, FIRST_CHAIN } from "../../storage/replicated-log.ts";

/** How often the position is saved while entries are applied. */
const SAVE_MS = 1_000;

export class Chains {
  readonly #membership: Pick<Membership, "position" | "moveTo">;
  readonly #clock: Clock;
  /** The positions of entries that may not be applied yet, and of the last one that is. */
  #noted: EntryPosition[] = [];
  /** The position in the file, as long as it may be used. */
  #saved: EntryPosition | null;
  #nextSave = 0;

  constructor(membership: Pick<Membership, "position" | "moveTo">, clock: Clock) {
    this.#membership = membership;
    this.#clock = clock;
    this.#saved = membership.position.seq > 0 ? membership.position : null;
  }

  /** Returns the last known position that is not behind an LSN. */
  from(lsn: number): EntryPosition {
    const known = this.#noted.findLast(({ seq }) => seq <= lsn) ?? this.#saved;
    return known !== null && known.seq <= lsn ? known : { seq: lsn, chain: lsn === 0 ? FIRST_CHAIN : null };
  }

  /** Gives up the known positions. @returns false if there is none */
  forget(): boolean {
    const hadAny = this.#saved !== null || this.#noted.length > 0;
    this.#saved = null;
    this.#noted = [];
    return hadAny;
  }

  note({ seq, chain }: EntryPosition): void {
    this.#noted.push({ seq, chain });
  }

  /** Saves the position of what is applied, unless that was done a moment ago. */
  saveSometimes(applied: number): void {
    const last = this.#noted.findLastIndex(({ seq }) => seq <= applied);
    if (last > 0) this.#noted.splice(0, last);
    if (this.#clock.now() < this.#nextSave || last < 0) return;
    this.save();
  }

  /** Saves the oldest noted position, which is applied. */
  save(): void {
    const [first] = this.#noted;
    if (!first || first.seq === this.#saved?.seq) return;
    this.#membership.moveTo(first);
    this.#saved = first;
    this.#nextSave = this.#clock.now() + SAVE_MS;
  }
}
