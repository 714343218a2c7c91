// What a database in a page can be opened with, and which of it can be done here.
// The decision: what this page cannot do is refused, not done in another way: who asks for threads or for a name relies on them.
import {
  checkOptions,
  isCheckedLater,
  isFunction,
  isVectorForm,
  type OptionsOf,
} from "../embedded/options.ts";
import type { Preferences } from "../embedded/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { MAX_SEARCH_THREADS } from "../schema/limits.ts";
import { show } from "../schema/show.ts";

export interface OpenOptions extends Preferences {
  /**
   * Keeps the data under this name in the private file system of the page's origin (OPFS), where the next page finds it;
   * one page at a time has it open. Without a name everything is in memory, and gone with the page.
   */
  readonly name?: string;
  /**
   * Threads that search, besides the one that writes; with 0 everything is done in one. More than 0 need a page that is
   * isolated from other origins (headers COOP and COEP). Unless given: one less than there are cores, from 1 to 4, where
   * the page is isolated, otherwise 0.
   */
  readonly threads?: number;
  /** What the data may take of memory, in bytes; 1 GiB unless given. */
  readonly memoryLimit?: number;
  /** Is told of faults found in files, and of checkpoints that failed. */
  readonly onWarning?: (message: string) => void;
}

/** Options with nothing left open, as they go to a worker. */
export interface Settings extends Preferences {
  readonly name: string | undefined;
  readonly threads: number;
  readonly memoryLimit: number;
}

/** Of a page or worker. */
interface Environment {
  readonly isIsolated: boolean;
  readonly cores: number;
}

const OPTIONS: OptionsOf = {
  call: "open",
  main: "name",
  checks: {
    name: isCheckedLater,
    threads: isCheckedLater,
    memoryLimit: isCheckedLater,
    vectors: isVectorForm,
    onWarning: isFunction,
  } satisfies Record<keyof OpenOptions, unknown>,
};

const DEFAULT_MEMORY = 2 ** 30;
const MOST_DEFAULT_THREADS = 4;
const NAME = /^[\w-][\w.-]{0,99}$/;

/** @throws InvalidArgument */
export function settingsOf(options: OpenOptions, surroundings: Environment): Settings {
  checkOptions(OPTIONS, options);
  const { name, memoryLimit = DEFAULT_MEMORY, vectors } = options;
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit <= 0) {
    throw new InvalidArgument(`memoryLimit: expected bytes, got ${show(memoryLimit)}`);
  }
  if (name !== undefined) checkName(name);
  return { name, threads: threadsOf(options.threads, surroundings), memoryLimit, vectors };
}

/** @throws InvalidArgument */
export function checkName(name: string): void {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new InvalidArgument(
    `name: expected 1 to 100 letters, digits, "_", "-" and ".", not "." first, got ${show(name)}`,
  );
}

function threadsOf(threads: number | undefined, { isIsolated, cores }: Environment): number {
  if (threads === undefined) {
    return isIsolated ? Math.min(MOST_DEFAULT_THREADS, Math.max(1, cores - 1)) : 0;
  }
  if (!Number.isInteger(threads) || threads < 0 || threads > MAX_SEARCH_THREADS) {
    throw new InvalidArgument(
      `threads: expected an integer from 0 to ${MAX_SEARCH_THREADS}, got ${show(threads)}`,
    );
  }
  if (threads === 0 || isIsolated) return threads;
  throw new InvalidArgument(
    `threads: ${threads} cannot share memory in a page that is not isolated from other origins; send it with the headers ` +
      "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or leave threads out",
  );
}
