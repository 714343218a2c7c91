// The current parameters of the server, and the only way to change them.
// The decision: changes wait in a serial queue, and each starts from the result of the one before. A new value becomes
// visible when it is durable, so a crash undoes no acknowledged change, and of two conflicting changes one succeeds.
//
// In a cluster a change of the shared part is a record of the log of the cluster. Every server takes it over when it is
// applied there, at once; the file of each server has it soon after, and is what the next start has until it has read
// the log.
import { EngineNotInitialized } from "../errors/server.ts";
import { SerialQueue } from "../scheduling/serial-queue.ts";
import type { Params, ParamsStore, ReplaceOptions } from "./params.ts";
import { hasContent, isSameShared, type SharedParams, sharedPartOf, withShared } from "./shared-params.ts";

/** The result of a change. `next` is null if nothing is to be written. */
export interface ParamsChange<T> extends ReplaceOptions {
  readonly next: Omit<Params, "generation"> | null;
  readonly result: T;
}

/** The shared part of the parameters in the log of a cluster, whose records are applied here. */
export interface SharedParamsLog {
  /** Returns it as it is; null: no server has written one. */
  current(): SharedParams | null;
  /** Is to be called when a record has set it. */
  onSet: (shared: SharedParams) => void;
  /**
   * Changes it. Resolves when the change is applied here.
   * @param make is called when all that any server has written is applied; it is called again if another one came
   * between. It may throw, and null changes nothing
   * @throws LogUnavailable, WriteConflict
   */
  change(make: () => SharedParams | null): Promise<void>;
}

export class ServerParams {
  readonly #store: ParamsStore;
  #current: Params;
  /**
   * The highest generation that was ever passed to the store, because a failed write may be on the disk all the same.
   */
  #generation: number;
  readonly #changes = new SerialQueue();
  /** Whether the server is in a cluster. */
  #isShared = false;
  #log: SharedParamsLog | null = null;
  /** The newest shared part that the log has; null: there is none. */
  #shared: SharedParams | null = null;
  /** The parameters as a change in progress is to make them. */
  #intended: Omit<Params, "generation"> | null = null;
  /** Whether the store lacks something of the shared part. */
  #isBehind = false;
  readonly #watchers: ((before: Params) => void)[] = [];

  private constructor(store: ParamsStore, params: Params) {
    this.#store = store;
    this.#current = params;
    this.#generation = params.generation;
  }

  /**
   * @param before the parameters in the store, if there are any
   * @param first makes the parameters otherwise; they are durable when this resolves
   */
  static async open(store: ParamsStore, before: Params | null, first: () => Params): Promise<ServerParams> {
    if (before !== null) return new ServerParams(store, before);
    const params = first();
    await store.replace(params);
    return new ServerParams(store, params);
  }

  /** The parameters that count. The caller must not change them. */
  get current(): Params {
    return this.#current;
  }

  /**
   * Resolves with the result when the change is durable and visible. When it rejects, no change is visible; after an
   * error of the disk the next start may find the change all the same, and in a cluster, after LogUnavailable, it may
   * come later.
   * @param make is called when all earlier changes have ended, in a cluster perhaps several times; it may throw
   * @throws EngineNotInitialized in a cluster, before `join`
   */
  change<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    return this.#changes.run(() => (this.#isShared ? this.#changeShared(make) : this.#changeOwn(make)));
  }

  /** Changes what belongs to this server alone, also in a cluster, whose log is not needed. See `change`. */
  changeOwn<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    return this.#changes.run(() => this.#changeOwn(make));
  }

  /** The server is in a cluster: from now on `change` needs the log, which `join` brings. */
  expectCluster(): void {
    this.#isShared = true;
  }

  /** Whether the servers of the cluster have shared parameters. */
  get isShared(): boolean {
    return this.#shared !== null;
  }

  /**
   * Takes over what the log has, from now on whenever it changes. If it has nothing, it gets what this server has.
   * @returns whether this server had something else, which is replaced
   * @throws LogUnavailable, WriteConflict: it is to be called again
   */
  async join(log: SharedParamsLog): Promise<boolean> {
    const before = sharedPartOf(this.#current);
    this.#log = log;
    log.onSet = (shared) => this.#takeOver(shared);
    const found = log.current();
    if (found !== null) this.#takeOver(found);
    else if (hasContent(before))
      await this.#changes.run(() => log.change(() => (log.current() === null ? before : null)));
    await this.#changes.settled();
    return hasContent(before) && !isSameShared(before, sharedPartOf(this.#current));
  }

  /** Calls a function whenever a record has changed the shared part, with the parameters before. */
  watch(watcher: (before: Params) => void): void {
    this.#watchers.push(watcher);
  }

  async #changeOwn<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    const { next, result, ...options } = make(this.#current);
    if (next !== null) await this.#replace(next, options);
    return result;
  }

  async #changeShared<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    if (this.#log === null) throw new EngineNotInitialized();
    const made: ParamsChange<T>[] = [];
    let isLogged = false;
    try {
      await this.#log.change(() => {
        const change = make(this.#current);
        made.push(change);
        this.#intended = change.next;
        const next = change.next && sharedPartOf(change.next);
        isLogged = next !== null && !isSameShared(next, sharedPartOf(this.#current));
        return isLogged ? next : null;
      });
    } finally {
      this.#intended = null;
    }
    const { next, result, ...options } = made.at(-1)!;
    if (next !== null) {
      const storing = this.#replace(next, options);
      // What is in the log is done, whether the store has it or not.
      await (isLogged ? storing.catch(() => {}) : storing);
    }
    return result;
  }

  #takeOver(shared: SharedParams): void {
    const before = this.#current;
    this.#shared = shared;
    this.#isBehind = true;
    const known = this.#intended === null ? [before] : [before, this.#intended];
    this.#current = withShared(before, shared, known);
    const store = async () => {
      if (this.#isBehind) await this.#replace(this.#current, { canWait: true });
    };
    this.#changes.run(store).catch(() => {}); // the next start finds it in the log
    for (const watcher of this.#watchers) watcher(before);
  }

  /** Stores parameters, with the newest shared part if there is one, and makes them visible. */
  async #replace(next: Omit<Params, "generation">, options: ReplaceOptions): Promise<void> {
    const stored = this.#withNewest({ ...next, generation: ++this.#generation });
    this.#isBehind = false;
    try {
      await this.#store.replace(stored, options);
    } catch (error) {
      this.#isBehind = this.#shared !== null;
      throw error;
    }
    // Records that were applied meanwhile count.
    this.#current = this.#withNewest(stored);
  }

  #withNewest(params: Params): Params {
    return this.#shared === null ? params : withShared(params, this.#shared, [this.#current]);
  }
}
