// Takes the entries of the log of a cluster, one after another: decides what each becomes in the local log, and tells the
// write of this server that waits for it.
// The decision: which places a server has is asked for each entry when all records of the catalogue before it are
// applied, and not when it was read. So what a server applies depends on the log alone, and not on how many entries a
// read returned.
import { runInSlices } from "../../scheduling/slices.ts";
import { isAmong, type LogEntry, type WholeEntry } from "../../storage/replicated-log.ts";
import { ConditionUnmet } from "../catalogue/commits.ts";
import { isMet, type RecordCondition } from "../catalogue/condition.ts";
import type { Registry } from "../catalogue/registry.ts";
import { isAboutPoints, type Operation, RECORD_TYPES } from "../record/operation.ts";
import { decodeOperation } from "../record/record.ts";
import type { Copier } from "./copier.ts";
import { decodeEntry } from "./entry.ts";
import type { Intake } from "./intake.ts";
import type { PendingCommits } from "./pending-commits.ts";
import { UnderWay } from "./under-way.ts";

interface TakerParts {
  readonly copier: Pick<Copier, "bodies">;
  readonly registry: Registry;
  readonly intake: Pick<Intake, "take" | "ensureSound">;
  readonly pending: PendingCommits;
  /** See MemberParts. */
  readonly places: () => ReadonlySet<string>;
  /** Resolves when all records up to an LSN are applied. */
  readonly reach: (lsn: number) => Promise<void>;
}

/** The body of a `no_operation` for an entry whose points were not here: it was not decided here. */
const PASSED = 1;

export class EntryTaker {
  readonly #parts: TakerParts;
  readonly #underWay = new UnderWay();
  readonly #lastDeletes = new Map<string, number>();
  #since = 0;

  constructor(parts: TakerParts) {
    this.#parts = parts;
  }

  /** Begins behind a record: it is not known which points were deleted before. */
  startFrom(lsn: number): void {
    this.#since = lsn;
  }

  /** Returns the LSN of the last record that deleted points of a collection, or may have, as far as is known here. */
  lastDelete(collection: string): number {
    return this.#lastDeletes.get(collection) ?? this.#since;
  }

  /** Notes that records up to an LSN, which were not decided here, may have deleted points of a collection. */
  noteDeletes(collection: string, lsn: number): void {
    this.#lastDeletes.set(collection, lsn);
  }

  /**
   * Takes the entry behind the last one. Resolves when the next one may be taken.
   * @returns false if it was not taken: it has no body, and this server has its place now, so it has to be read again
   * @throws CollectionDamaged, OutOfMemory, Error if it or one before it does not get into the local log
   */
  async take(entry: LogEntry): Promise<boolean> {
    if (!isAmong(this.#parts.places(), entry.place)) await this.#pass(entry);
    else if (entry.body === null) return false;
    else await this.#decide(entry);
    return true;
  }

  async #decide({ seq, id, body: bytes }: WholeEntry): Promise<void> {
    const { copier, pending, intake } = this.#parts;
    const { type, body, condition } = decodeEntry(bytes);
    const operation = decodeOperation(type, body);
    const isWrite = isAboutPoints(operation);
    if (condition.points !== null && isWrite) await this.#underWay.settled(operation);
    const met = await this.#isMet(operation, condition);
    pending.arrive(id);
    const own = copier.bodies.take(met ? body.length : 0);
    if (met) own.set(body);
    if (met && operation.kind === "delete_points") this.#lastDeletes.set(operation.collection, seq);
    const { done } = await intake.take({
      lsn: seq,
      type: met ? type : RECORD_TYPES.no_operation,
      body: own,
    });
    if (met && isWrite) this.#underWay.note(operation, done);
    this.#tell({ seq, id, isDecided: true }, met ? null : new ConditionUnmet(), done);
  }

  /** Takes an entry about points that this server does not have. */
  async #pass({ seq, id }: LogEntry): Promise<void> {
    const { copier, pending, intake } = this.#parts;
    const { refusal, isDecided } = await this.#outcomeOf(id);
    pending.arrive(id);
    const passed = copier.bodies.take(1);
    passed[0] = PASSED;
    const { done } = await intake.take({
      lsn: seq,
      type: RECORD_TYPES.no_operation,
      body: passed,
    });
    this.#tell({ seq, id, isDecided }, refusal, done);
  }

  /** Returns what becomes of an entry about points that this server does not have, if it is its own. */
  async #outcomeOf(id: string): Promise<{ readonly refusal: Error | null; readonly isDecided: boolean }> {
    const entry = this.#parts.pending.entryOf(id);
    if (entry === null) return { refusal: null, isDecided: true };
    const { type, body, condition } = decodeEntry(entry);
    const met = await this.#isMet(decodeOperation(type, body), { ...condition, points: null });
    return { refusal: met ? null : new ConditionUnmet(), isDecided: !met || condition.points === null };
  }

  #isMet(operation: Operation, condition: RecordCondition): Promise<boolean> {
    // A write that has failed is not applied, so no verdict can follow from the present state.
    this.#parts.intake.ensureSound();
    return runInSlices(isMet(this.#parts.registry, operation, condition));
  }

  /** Tells the write of this server that waits for an entry. @param done settles when its record is applied */
  #tell(
    { seq, id, isDecided }: Pick<LogEntry, "seq" | "id"> & { readonly isDecided: boolean },
    refusal: Error | null,
    done: Promise<void>,
  ): void {
    const { pending, reach } = this.#parts;
    if (refusal !== null) pending.refuse(id, refusal);
    else if (pending.has(id)) {
      const finished = done.then(() => reach(seq));
      finished.then(() => pending.resolve(id, { lsn: seq, isDecided })).catch(() => {}); // applied when the log is read again
    }
  }
}
