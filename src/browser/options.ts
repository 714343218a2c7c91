// Options of a database in a page, and the check of what this page supports.
// The decision: an option that this page cannot fulfil is refused. There is no fallback, because a program that asks
// for threads or for a name relies on them.
import { checkOptions, DATABASE_CHECKS, isCheckedLater, type OptionsOf } from "../embedded/options.ts";
import type { Preferences } from "../embedded/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { MAX_BUILD_THREADS, MAX_SEARCH_THREADS } from "../schema/limits.ts";
import { show } from "../schema/show.ts";

export interface OpenOptions extends Preferences {
  /**
   * Stores the data under this name in the origin private file system (OPFS), where later pages of the origin find it.
   * One page at a time can have it open. Without a name the data is in memory and is lost with the page.
   */
  readonly name?: string;
  /**
   * The number of threads that search, besides the one that writes; with 0 one thread does everything. More than 0
   * require a page that is isolated from other origins (headers COOP and COEP). The default is one less than there are
   * cores, from 1 to 4, in an isolated page, otherwise 0.
   */
  readonly threads?: number;
  /**
   * The number of threads that build the graphs of many vectors; they exist only meanwhile. With 0 the thread that
   * writes does it. More than 0 require an isolated page. The default is 0 if `threads` is 0, otherwise one less than
   * there are cores, at least 1.
   */
  readonly buildThreads?: number;
  /** The most memory, in bytes, that the data may take; the default is 1 GiB. */
  readonly memoryLimit?: number;
  /** Called with faults that were found in files, and with checkpoints that failed. */
  readonly onWarning?: (message: string) => void;
}

/** Options with all defaults filled in, as they are sent to a worker. */
export interface Settings extends Preferences {
  readonly name: string | undefined;
  readonly threads: number;
  readonly buildThreads: number;
  readonly memoryLimit: number;
}

/** The properties of a page or worker that decide what it supports. */
interface Environment {
  readonly isIsolated: boolean;
  readonly cores: number;
}

const OPTIONS: OptionsOf = {
  call: "open",
  main: "name",
  checks: {
    name: isCheckedLater,
    ...DATABASE_CHECKS,
  } satisfies Record<keyof OpenOptions, unknown>,
};

const DEFAULT_MEMORY = 2 ** 30;
const MAX_DEFAULT_THREADS = 4;
const NAME = /^[\w-][\w.-]{0,99}$/;

/** @throws InvalidArgument */
export function settingsOf(options: OpenOptions, environment: Environment): Settings {
  checkOptions(OPTIONS, options);
  const { name, memoryLimit = DEFAULT_MEMORY, vectors } = options;
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit <= 0) {
    throw new InvalidArgument(`memoryLimit: expected bytes, got ${show(memoryLimit)}`);
  }
  if (name !== undefined) checkName(name);
  const threads = threadsOf(options.threads, environment);
  const buildThreads = buildThreadsOf(options.buildThreads, threads, environment);
  return { name, threads, buildThreads, memoryLimit, vectors };
}

/** @throws InvalidArgument */
export function checkName(name: string): void {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new InvalidArgument(
    `name: expected 1 to 100 letters, digits, "_", "-" and ".", not "." first, got ${show(name)}`,
  );
}

function threadsOf(threads: number | undefined, environment: Environment): number {
  const { isIsolated, cores } = environment;
  if (threads !== undefined) return checked("threads", threads, MAX_SEARCH_THREADS, environment);
  return isIsolated ? Math.min(MAX_DEFAULT_THREADS, Math.max(1, cores - 1)) : 0;
}

function buildThreadsOf(given: number | undefined, threads: number, environment: Environment): number {
  if (given !== undefined) return checked("buildThreads", given, MAX_BUILD_THREADS, environment);
  return threads === 0 ? 0 : Math.min(MAX_BUILD_THREADS, Math.max(1, environment.cores - 1));
}

/** @throws InvalidArgument if this page cannot have that number of threads */
function checked(option: string, threads: number, most: number, { isIsolated }: Environment): number {
  if (!Number.isInteger(threads) || threads < 0 || threads > most) {
    throw new InvalidArgument(`${option}: expected an integer from 0 to ${most}, got ${show(threads)}`);
  }
  if (threads === 0 || isIsolated) return threads;
  throw new InvalidArgument(
    `${option}: ${threads} cannot share memory in a page that is not isolated from other origins; send it with the headers ` +
      "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or " +
      `leave ${option} out`,
  );
}
