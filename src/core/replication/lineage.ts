// Which log this is, who wrote which part of it, and which positions of followers belong to it.
// The decision: two logs have the same records up to an LSN if they have the same id and the same promotion there,
// because only one server writes after it. So a follower says where it stands and after which promotion, and nothing is
// compared record by record. The number of an epoch would not do, because two followers may be promoted to the same one.
import { LogUnsuitable } from "../../errors/replication.ts";
import type { Epoch, EpochStore, Epochs } from "../../storage/epochs.ts";

/** The epoch of a log that nobody was promoted in. */
const FIRST_EPOCH = 1;

/** Where a follower wants to continue. */
interface Position {
  /** The first record that it needs. */
  readonly from: number;
  /** The id of its log; null: it has none yet. */
  readonly log: string | null;
  /** The id of the promotion before its last record; null: there was none. */
  readonly promotion: string | null;
}

export class Lineage {
  readonly #store: EpochStore;
  readonly #randomUuid: () => string;
  #kept: Epochs | null = null;

  constructor(store: EpochStore, randomUuid: () => string) {
    this.#store = store;
    this.#randomUuid = randomUuid;
  }

  /** Reads the history, at a start. @throws DamagedFile, StartRefused */
  load(): void {
    this.#kept = this.#store.read();
  }

  /** The id of the log; null: no follower has asked for it yet. */
  get log(): string | null {
    return this.#kept?.log ?? null;
  }

  get epoch(): number {
    return this.epochAt(Number.MAX_SAFE_INTEGER);
  }

  /** The epoch at which another server took over; null: none has. */
  get replaced(): number | null {
    return this.#kept?.replaced ?? null;
  }

  /** The leader whose place this server has taken, and whether it knows; null: it has taken none. */
  get replaces(): Epochs["replaces"] {
    return this.#kept?.replaces ?? null;
  }

  /** Returns the history for followers. */
  shown(): Pick<Epochs, "log" | "epochs"> {
    const { log, epochs } = this.#sure();
    return { log, epochs };
  }

  epochAt(lsn: number): number {
    return this.#promotionBefore(lsn)?.epoch ?? FIRST_EPOCH;
  }

  /** Returns the id of the last promotion before a record; null: there was none. */
  promotionAt(lsn: number): string | null {
    return this.#promotionBefore(lsn)?.id ?? null;
  }

  /**
   * Checks that a follower has the same records as this log up to its position.
   * @throws LogUnsuitable
   */
  ensureSuits({ from, log, promotion }: Position, firstLsn: number, lastLsn: number): void {
    const own = this.#sure();
    if (log !== null && log !== own.log)
      throw new LogUnsuitable("The follower has the data of another server");
    if (from < firstLsn) {
      const first = `the log of the leader begins with LSN ${firstLsn}`;
      throw new LogUnsuitable(`The follower needs LSN ${from}, and ${first}`);
    }
    if (from > lastLsn + 1 || (log !== null && this.promotionAt(from - 1) !== promotion)) {
      throw new LogUnsuitable(`The follower has records up to LSN ${from - 1} that the leader lacks`);
    }
  }

  /** Takes over the history of the leader. */
  adopt({ log, epochs }: Pick<Epochs, "log" | "epochs">): void {
    const kept = this.#kept;
    const isSame = kept?.log === log && kept.epochs.at(-1)?.id === epochs.at(-1)?.id;
    if (isSame && kept.replaced === null && kept.replaces === null) return;
    this.#keep({ log, epochs, replaced: null, replaces: null });
  }

  /** Begins an epoch with the record at `from`. @param leader the URL of the former leader. @returns the epoch */
  promote(from: number, leader: string): number {
    const { log, epochs } = this.#sure();
    const next: Epoch = { epoch: this.epoch + 1, from, id: this.#randomUuid() };
    this.#keep({ log, epochs: [...epochs, next], replaced: null, replaces: { leader, knows: false } });
    return next.epoch;
  }

  /** Notes that another server has taken over. */
  noteReplaced(epoch: number): void {
    this.#keep({ ...this.#sure(), replaced: epoch });
  }

  /** Notes that the former leader knows that it was replaced. */
  noteTold(): void {
    const own = this.#sure();
    if (own.replaces) this.#keep({ ...own, replaces: { ...own.replaces, knows: true } });
  }

  #promotionBefore(lsn: number): Epoch | undefined {
    return this.#kept?.epochs.findLast(({ from }) => from <= lsn);
  }

  #sure(): Epochs {
    if (this.#kept === null) {
      this.#keep({ log: this.#randomUuid(), epochs: [], replaced: null, replaces: null });
    }
    return this.#kept!;
  }

  #keep(epochs: Epochs): void {
    this.#store.write(epochs);
    this.#kept = epochs;
  }
}
