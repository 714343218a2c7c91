// The calls of the engine: one row for each method of `Engine` says which thread of a pool carries it out, and which
// part.
// The decision: the methods of the pool that only pass a call on to a thread, and those of the local engine that only
// pass it on to a vector store, are made from the rows. The compiler refuses a method without a row, a row without a
// method, and a row whose method the store does not have. A new call is an export in assembly/, a method of `Engine`
// and of `VectorStore`, and a row.
import type { Engine } from "./engine.ts";
import type { StoreHandle } from "./types.ts";

export interface CallRow {
  /**
   * "writer": the thread that writes, one call after another. "reader": the least busy of the threads that search, when
   * the call has its place. "inline": the calling thread if that takes less than a message, otherwise a reader. "all":
   * every thread that has the vector store. "pool": the pool itself, which records what the call changes. For the last
   * three the pool has its own methods.
   */
  readonly thread: "writer" | "reader" | "inline" | "all" | "pool";
  /** The part that carries it out there: the named store of dense or sparse vectors, or the engine of the thread. */
  readonly part: "store" | "sparse" | "engine";
  /**
   * If the writer has no memory, garbage is collected and the call repeated. The first call must have changed nothing.
   */
  readonly reclaims?: true;
}

/** The methods of the engine; its other members are not calls. */
type EngineMethod = {
  [M in keyof Engine]: Engine[M] extends (...args: never[]) => unknown ? M : never;
}[keyof Engine];

export const ENGINE_CALLS = {
  create: { thread: "pool", part: "engine" },
  restore: { thread: "pool", part: "engine" },
  reserve: { thread: "writer", part: "store", reclaims: true },
  write: { thread: "pool", part: "engine" },
  search: { thread: "inline", part: "store" },
  searchNow: { thread: "inline", part: "engine" },
  searchBatch: { thread: "inline", part: "store" },
  searchWithout: { thread: "reader", part: "store" },
  read: { thread: "inline", part: "store" },
  distances: { thread: "reader", part: "store" },
  neighbours: { thread: "reader", part: "store" },
  project: { thread: "reader", part: "store" },
  watch: { thread: "reader", part: "store" },
  view: { thread: "reader", part: "store" },
  indexed: { thread: "writer", part: "engine" },
  indexFrom: { thread: "writer", part: "engine" },
  limitGraph: { thread: "writer", part: "engine" },
  holdGraphs: { thread: "writer", part: "engine" },
  stats: { thread: "writer", part: "store" },
  // It takes long. Slots that are inserted meanwhile may be counted or not.
  validate: { thread: "reader", part: "store" },
  // The writer never refuses a call, and the results are views: nothing is copied.
  column: { thread: "writer", part: "store" },
  // Nothing is written while the writer copies.
  graph: { thread: "writer", part: "store", reclaims: true },
  createSparse: { thread: "pool", part: "engine" },
  restoreSparse: { thread: "pool", part: "engine" },
  reserveSparse: { thread: "writer", part: "sparse", reclaims: true },
  writeSparse: { thread: "writer", part: "engine" },
  searchSparse: { thread: "inline", part: "sparse" },
  searchSparseNow: { thread: "inline", part: "engine" },
  measureSparse: { thread: "reader", part: "sparse" },
  readSparse: { thread: "inline", part: "sparse" },
  termStatistics: { thread: "inline", part: "sparse" },
  sparseStats: { thread: "writer", part: "sparse" },
  sparseRows: { thread: "writer", part: "sparse" },
  sparseSizes: { thread: "writer", part: "sparse" },
  sparsePostings: { thread: "writer", part: "sparse", reclaims: true },
  drop: { thread: "all", part: "engine" },
  noteGarbage: { thread: "pool", part: "engine" },
  reclaim: { thread: "pool", part: "engine" },
  tidyThreads: { thread: "all", part: "engine" },
  collectGarbage: { thread: "all", part: "engine" },
  close: { thread: "all", part: "engine" },
} as const satisfies Record<EngineMethod, CallRow>;

type Rows = typeof ENGINE_CALLS;
type CallsWith<R extends Partial<CallRow>> = {
  [M in keyof Rows]: Rows[M] extends R ? M : never;
}[keyof Rows];

/** The calls that the pool only passes on to one of its threads. */
export type ForwardedCall = CallsWith<{ thread: "writer" | "reader" }>;
/** The calls that the engine of a thread only passes on to the named vector store. */
export type StoreCall = CallsWith<{ part: "store" }>;

/** The calls that it only passes on to the named store of sparse vectors. */
export type SparseCall = CallsWith<{ part: "sparse" }>;

/** The methods that a store must have: those calls without the handle, and synchronous. */
type CallsOf<C extends EngineMethod> = {
  [M in C]: Engine[M] extends (store: StoreHandle, ...args: infer A) => Promise<infer R>
    ? (...args: A) => R
    : never;
};
export type StoreCalls = CallsOf<StoreCall>;
export type SparseCalls = CallsOf<SparseCall>;

export const FORWARDED_CALLS = callsWhere<ForwardedCall>(
  ({ thread }) => thread === "writer" || thread === "reader",
);
export const STORE_CALLS = callsWhere<StoreCall | SparseCall>(({ part }) => part !== "engine");

function callsWhere<M extends EngineMethod>(matches: (row: CallRow) => boolean): M[] {
  const methods = Object.keys(ENGINE_CALLS) as EngineMethod[];
  return methods.filter((method): method is M => matches(ENGINE_CALLS[method]));
}

/** The arguments of any of the calls. */
export type ArgsOf<M extends EngineMethod> = Parameters<Engine[M]>;

type Dispatch<M extends EngineMethod> = (method: M, args: ArgsOf<M>) => Promise<unknown>;

/** Returns a class with the given methods of `Engine`, each of which calls `dispatch` with its name and arguments. */
export function callsClass<M extends EngineMethod>(
  methods: readonly M[],
): new (
  dispatch: Dispatch<M>,
) => Pick<Engine, M> {
  class Calls {
    readonly #dispatch: Dispatch<M>;

    constructor(dispatch: Dispatch<M>) {
      this.#dispatch = dispatch;
    }

    static {
      for (const method of methods) {
        const value = function (this: Calls, ...args: ArgsOf<M>) {
          return this.#dispatch(method, args);
        };
        Object.defineProperty(Calls.prototype, method, { value, writable: true, configurable: true });
      }
    }
  }
  return Calls as unknown as new (
    dispatch: Dispatch<M>,
  ) => Pick<Engine, M>;
}
