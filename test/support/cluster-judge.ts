// Decides whether what a reader finds is possible, given what was written and what was acknowledged.
// The decision: each register has versions that only rise. A write that was not answered may take effect at any time,
// or never. So its version may be found where an older one than the acknowledged may not; once a reader has seen it, it
// stands before all that is written afterwards.

/** The result of a read: a version; 0: there is no such point. */
export type Found = number;

export class Judge {
  readonly faults: string[] = [];

  blame(what: string): void {
    this.faults.push(what);
  }
}

export class Register {
  readonly id: number;
  /** The position of the last acknowledged write. */
  position = "0:0";
  acknowledged = 0;
  sent = 0;
  readonly #judge: Judge;
  /** Whether an unanswered write that is older than the acknowledged one has no effect. */
  readonly #isConditional: boolean;
  /** The versions that delete the point. */
  readonly #deletions = new Set<number>();
  readonly #unanswered = new Set<number>();
  readonly #seen = new Set<number>();
  /** The version that each server has shown last. */
  readonly #shown = new Map<string, number>();

  constructor(id: number, judge: Judge, isConditional: boolean) {
    this.id = id;
    this.#judge = judge;
    this.#isConditional = isConditional;
  }

  /** Notes that a version is sent. @returns what to call when it is acknowledged */
  send(version: number, isDeletion = false): (position: string) => void {
    this.sent = Math.max(this.sent, version);
    if (isDeletion) this.#deletions.add(version);
    this.#unanswered.add(version);
    const before = [...this.#seen];
    return (position) => {
      this.#unanswered.delete(version);
      for (const older of before) this.#settle(older, version);
      if (version < this.acknowledged) return;
      this.acknowledged = version;
      this.position = position;
    };
  }

  /** Begins a read. @param server whose earlier answers count, too @returns what to call with the result */
  read(server: string | null): (found: Found) => void {
    const { acknowledged } = this;
    const shown = server === null ? 0 : (this.#shown.get(server) ?? 0);
    return (found) => {
      const what = `register ${this.id}: ${server ?? "all"} has ${found}`;
      if (found > this.sent) this.#judge.blame(`${what}, and ${this.sent} was sent last`);
      if (server === null && !this.#isPossible(found, acknowledged))
        this.#judge.blame(`${what}, and ${acknowledged} was acknowledged`);
      if (server !== null && !this.#isPossible(found, shown))
        this.#judge.blame(`${what}, and it has shown ${shown}`);
      if (this.#unanswered.has(found)) this.#seen.add(found);
      if (server !== null && found >= shown)
        this.#shown.set(server, Math.max(found, this.#shown.get(server) ?? 0));
    };
  }

  /** @param least a version that is known to be in, or to have been in */
  #isPossible(found: Found, least: number): boolean {
    if (least === 0) return true;
    if (found === 0) {
      const after = [...this.#deletions].filter((version) => version >= least);
      return after.length > 0 || (!this.#isConditional && this.#hasUnanswered(this.#deletions));
    }
    return found >= least || (!this.#isConditional && this.#unanswered.has(found));
  }

  #hasUnanswered(versions: ReadonlySet<number>): boolean {
    return [...versions].some((version) => this.#unanswered.has(version));
  }

  /** A version that was seen before a later one was sent cannot come back. */
  #settle(older: number, version: number): void {
    if (older >= version) return;
    this.#unanswered.delete(older);
    this.#seen.delete(older);
  }
}

/** A point of which several clients set keys, each a key of its own. */
export class MergedPoint {
  readonly id: number;
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly #judge: Judge;

  constructor(id: number, judge: Judge) {
    this.id = id;
    this.#judge = judge;
  }

  /** @param least the keys that it must have */
  check(payload: object, least: readonly string[]): void {
    const keys = new Set(Object.keys(payload));
    const lost = least.filter((key) => !keys.has(key));
    if (lost.length > 0) this.#judge.blame(`point ${this.id}: the keys ${lost} are lost`);
    for (const key of keys)
      if (!this.sent.has(key)) this.#judge.blame(`point ${this.id} has ${key}, which nobody has set`);
  }
}

/** A point that several clients insert unless it is there. */
export class InsertedPoint {
  readonly id: number;
  isAcknowledged = false;
  position = "0:0";
  readonly #judge: Judge;
  /** The token of the client that has inserted it; null: not known yet. */
  #token: string | null = null;

  constructor(id: number, judge: Judge) {
    this.id = id;
    this.#judge = judge;
  }

  /** @param token null: there is no such point @param isNeeded whether it was acknowledged before */
  check(token: string | null, isNeeded: boolean): void {
    if (token === null) {
      if (isNeeded) this.#judge.blame(`point ${this.id} was inserted, and is lost`);
      return;
    }
    this.#token ??= token;
    if (this.#token !== token)
      this.#judge.blame(`point ${this.id} was inserted by ${this.#token}, and by ${token}`);
  }
}
