// A server of a cluster: it writes its records to the log that all of its servers share, and applies every record of
// that log, its own among them, in the order of the log.
// The decision: no server leads. Whether a record takes effect is decided where it stands in the log, from the state
// that all records before it have made, so every server comes to the same result. Its local log has the result: the
// record, or a `no_operation`. The log is one for all shards: of entries about shards that this server does not have it
// gets the numbers and not the bodies.
import { LogForked, LogTrimmed, LogUnavailable } from "../../errors/cluster.ts";
import { StartRefused } from "../../errors/server.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { type Clock, waitFor } from "../../scheduling/clock.ts";
import { MAX_ENTRY_BYTES } from "../../storage/replicated-log.ts";
import type { SharedCommits, SharedRecord } from "../catalogue/commits.ts";
import type { RecordCondition } from "../catalogue/condition.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { AppliedLsn } from "./applied.ts";
import { Chains } from "./chains.ts";
import type { ClusterLog } from "./cluster-log.ts";
import type { Copier } from "./copier.ts";
import { encodeEntry } from "./entry.ts";
import { EntryTaker } from "./entry-taker.ts";
import { Intake } from "./intake.ts";
import { type Lag, LagClock } from "./lag.ts";
import { PendingCommits } from "./pending-commits.ts";

interface MemberParts {
  readonly cluster: ClusterLog;
  readonly copier: Copier;
  readonly registry: Registry;
  readonly applied: AppliedLsn;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  /** Returns the LSN of the last record of the local log. */
  readonly lastLsn: () => number;
  /** Returns the places that this server has now. Only records of the catalogue that are applied change them. */
  readonly places: () => ReadonlySet<string>;
}

type Outcome = Awaited<ReturnType<SharedCommits["commit"]>>;

/** How long a read of the log waits for an entry. */
const READ_WAIT_MS = 250;
/** How long a server gathers entries that no request waits for: reading several at once costs little more than one. */
const GATHER_MS = 20;
/** How long a request waits for what other servers have written. */
const CATCH_UP_MS = 10_000;
/** How long a write waits until its record has come back from the log. */
const COMMIT_MS = 30_000;
/** Pauses after failures: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2_000;

export class Member implements SharedCommits {
  readonly #parts: MemberParts;
  readonly #intake: Intake;
  readonly #pending = new PendingCommits();
  readonly #taker: EntryTaker;
  readonly #chains: Chains;
  readonly #stopping = new AbortController();
  /** Ends the gathering of entries. */
  #gathering = new AbortController();
  /** Work that waits for the end of an entry. */
  #waiting: { readonly run: (taken: number) => Promise<void>; readonly refuse: (error: Error) => void }[] =
    [];
  #problem: string | null = null;
  #heardAt = 0;
  /** Why it will never get entries again. */
  #refusal: StartRefused | null = null;
  readonly #lag: LagClock;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: MemberParts) {
    this.#parts = parts;
    this.#intake = new Intake(parts.copier);
    const reach = (lsn: number) => this.#reach(lsn);
    this.#taker = new EntryTaker({ intake: this.#intake, pending: this.#pending, reach, ...parts });
    this.#chains = new Chains(parts.cluster.membership, parts.clock);
    parts.applied.onAwaited = () => this.#gathering.abort();
    this.#lag = new LagClock(() => parts.applied.lsn);
  }

  get server(): string {
    return this.#parts.cluster.membership.server;
  }

  get appliedLsn(): number {
    return this.#parts.applied.lsn;
  }

  /** Why it gets no entries, in a sentence; null: it does. */
  get problem(): string | null {
    return this.#problem;
  }

  /** How far it is behind the log; null: it has never heard of it. */
  get lag(): Lag | null {
    return this.#lag.lag;
  }

  /** When it last heard of the log, in milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /**
   * Begins to apply the log. Resolves when everything is applied that it had when it was opened, or the server stops.
   * @throws StartRefused if the log does not have what this server needs
   */
  async begin(isClosing: () => boolean): Promise<void> {
    const { cluster, clock, applied, lastLsn } = this.#parts;
    this.#taker.startFrom(lastLsn());
    this.#work = this.#intake.keepTaking({
      ...{ clock, signal: this.#stopping.signal, firstPauseMs: FIRST_PAUSE_MS, lastPauseMs: LAST_PAUSE_MS },
      position: () => applied.lsn,
      work: () => this.#apply(),
      onEnd: (failure) => this.#noteFailure(failure),
    });
    while (!isClosing() && !(await applied.reach(cluster.position.lastSeq, READ_WAIT_MS))) {
      // A log that does not fit will not fit later.
      if (this.#refusal) throw this.#refusal;
    }
  }

  /** Ends the applying. Resolves when every record that was taken is applied. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#gathering.abort();
    this.#pending.refuseAll(stopping());
    await this.#parts.cluster.log.close();
    await this.#work;
    for (const { refuse } of this.#waiting.splice(0)) refuse(stopping());
    this.#chains.save();
  }

  lastDelete(collection: string): number {
    return this.#taker.lastDelete(collection);
  }

  /** See EntryTaker. */
  noteDeletes(collection: string, lsn: number): void {
    this.#taker.noteDeletes(collection, lsn);
  }

  async caughtUp(): Promise<void> {
    const { cluster, applied } = this.#parts;
    const head = await cluster.log.head();
    // In short waits, because a server that stops applies nothing more.
    for (let waitedMs = 0; waitedMs < CATCH_UP_MS && !this.#isStopped; waitedMs += READ_WAIT_MS)
      if (await applied.reach(head, READ_WAIT_MS)) return;
    if (this.#isStopped) throw stopping();
    throw new LogUnavailable(`this server has applied ${applied.lsn} of ${head} entries`);
  }

  async commit(
    { type, body, place }: SharedRecord,
    condition: RecordCondition,
    onArrival: () => void,
  ): Promise<Outcome> {
    const { cluster, clock, randomUuid } = this.#parts;
    if (this.#isStopped) throw stopping();
    const id = randomUuid();
    const entry = encodeEntry({ type, body, condition });
    if (entry.length > MAX_ENTRY_BYTES) {
      const limit = `the log of the cluster takes entries of at most ${MAX_ENTRY_BYTES} bytes`;
      throw new VectorDbError(
        "BODY_TOO_LARGE",
        `The write has ${entry.length} bytes, and ${limit}: split it`,
      );
    }
    const outcome = this.#pending.add(id, { entry: place === null ? null : entry, onArrival });
    this.#gathering.abort();
    const late = () => this.#pending.refuse(id, new LogUnavailable(`no answer for ${COMMIT_MS / 1000} s`));
    const cancel = clock.after(COMMIT_MS, late);
    // The entry may come back before the answer, or without one.
    cluster.log.append({ id, body: entry, place }).catch((error) => this.#pending.refuse(id, error));
    try {
      const { lsn, isDecided } = await outcome;
      return { lsn, applied: Promise.resolve(), isDecided };
    } finally {
      cancel();
    }
  }

  #noteFailure(failure: Error | null): void {
    if (failure === null) return;
    // The log may still have all that this server lacks.
    if (failure instanceof LogTrimmed && this.#chains.forget()) return;
    this.#problem = failure.message;
    if (failure instanceof LogForked || failure instanceof LogTrimmed) {
      this.#refusal = new StartRefused(failure.message, { cause: failure });
    }
  }

  /** Applies entries until the server stops, or something fails. */
  async #apply(): Promise<void> {
    const { cluster, lastLsn, places } = this.#parts;
    let after = this.#chains.from(lastLsn());
    while (!this.#isStopped) {
      for (const work of this.#waiting.splice(0)) await work.run(after.seq);
      const entries = await cluster.log.read(after, READ_WAIT_MS, places());
      // The last records may have failed, and no other may follow.
      this.#intake.ensureSound();
      this.#problem = null;
      this.#heardAt = this.#parts.clock.now();
      this.#lag.note(entries.at(-1)?.seq ?? after.seq);
      for (const entry of entries) {
        if (this.#isStopped) return;
        // One that lacks its body is read again, now that the records before it have given this server its place.
        if (entry.seq > lastLsn() && !(await this.#taker.take(entry))) break;
        after = entry;
        this.#chains.note(entry);
        this.#intake.ensureSound();
      }
      this.#chains.saveSometimes(this.appliedLsn);
      if (entries.at(-1) === after && !this.#isAwaited) await this.#gather();
    }
  }

  /**
   * Runs the work between two entries of the log, when all before are applied.
   * @param work gets the LSN of the last one; an error of it rejects only this call
   */
  exclusively(work: (lsn: number) => Promise<void>): Promise<void> {
    if (this.#isStopped) return Promise.reject(stopping());
    return new Promise((resolve, refuse) => {
      // Entries that were taken may not be in the local log yet.
      const alone = async (taken: number) => {
        await this.#reach(taken);
        await work(taken);
      };
      this.#waiting.push({ run: (taken) => alone(taken).then(resolve, refuse), refuse });
      this.#gathering.abort();
    });
  }

  /** Resolves when all records up to an LSN are applied. */
  async #reach(lsn: number): Promise<void> {
    while (!this.#isStopped && !(await this.#parts.applied.reach(lsn, READ_WAIT_MS)))
      this.#intake.ensureSound();
    this.#intake.ensureSound();
  }

  /** Whether a request waits for the next entries. */
  get #isAwaited(): boolean {
    return this.#pending.size > 0 || this.#parts.applied.isAwaited;
  }

  /** Waits until more entries are there, or somebody waits for them. */
  async #gather(): Promise<void> {
    this.#gathering = new AbortController();
    if (!this.#isStopped) await waitFor(this.#parts.clock, GATHER_MS, this.#gathering.signal);
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }
}

function stopping(): VectorDbError {
  return new VectorDbError("CLOSED", "The server is stopping; whether the write is done is not known");
}
