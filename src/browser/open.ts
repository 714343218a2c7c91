// A database in a page or one of its workers: the engine in this thread, everything in memory.
// The decision: the same parts as in Node but for those that are Node's, so results are the same to the last digit. Memory is
// shared where the page is cross-origin isolated, and otherwise not: nothing here hands it to another thread.
import type { Clock } from "../core/clock.ts";
import { Database } from "../core/database.ts";
import type { Preferences, Values, VectorDb } from "../embedded/types.ts";
import { vectorDbOf } from "../embedded/vector-db.ts";
import { LocalEngine } from "../engine/local.ts";
import { InvalidArgument } from "../errors.ts";
import { MemoryLimit } from "../memory-limit.ts";
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { Traffics } from "../metrics/traffic.ts";
import { show } from "../schema/show.ts";
import { dataServicesOf } from "../service/data-services.ts";
import { ServerService, type Surroundings, type Watched } from "../service/server.ts";
import { FsPayloadFiles } from "../storage/fs-payload-files.ts";
import { MemoryFs } from "../storage/memory-fs.ts";
import { NoLog } from "../storage/no-log.ts";
import { SNAPSHOTS, Snapshots } from "../storage/snapshots.ts";
import { BUNDLED } from "../threads/bundled.ts";

export interface OpenOptions extends Preferences {
  /** What the data may take of memory, in bytes; 1 GiB unless given. */
  readonly memoryLimit?: number;
}

const DEFAULT_MEMORY = 2 ** 30;

/** Opens a database in this page. It is gone with the page. @throws InvalidArgument */
export function open(options: OpenOptions & { readonly vectors: "float32" }): Promise<VectorDb<Float32Array>>;
export function open(options?: OpenOptions): Promise<VectorDb>;
export async function open(options: OpenOptions = {}): Promise<VectorDb<Values>> {
  const { memoryLimit = DEFAULT_MEMORY, vectors } = options;
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit <= 0) {
    throw new InvalidArgument(`memoryLimit: expected bytes, got ${show(memoryLimit)}`);
  }
  const memory = MemoryLimit.of(memoryLimit);
  const bytes = Uint8Array.from(atob(BUNDLED!.engines.release!), (one) => one.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const database = new Database({
    log: new NoLog(),
    engine: new LocalEngine({ module, memory, later: (work) => setTimeout(work, 0) }),
    clock: CLOCK,
    randomUuid: () => crypto.randomUUID(),
  });
  await database.load();
  const { version } = BUNDLED!;
  const files = new MemoryFs();
  const stored = new Snapshots(files, "memory");
  const payloads = new FsPayloadFiles(files, `memory/${SNAPSHOTS}`);
  const server = new ServerService(database, version, () => [], SURROUNDINGS, WATCHED);
  const services = dataServicesOf(database, {
    server,
    cap: null,
    snapshots: {
      use: (work) => work(stored),
      read: (name, offset, into) => payloads.read(name, offset, into).finally(() => payloads.close(name)),
      version,
      now: Date.now,
    },
  });
  return vectorDbOf({ services, release: () => database.close(), vectors });
}

const SURROUNDINGS: Surroundings = {
  fileSystem: null,
  fsyncMs: () => null,
  residentBytes: () => null,
  process: () => null,
  loopDelay: () => null,
  uptimeSeconds: () => performance.now() / 1000,
  now: Date.now,
};

const WATCHED: Watched = {
  traffic: new Traffics(),
  maxVectors: () => Number.POSITIVE_INFINITY,
  authEnabled: () => false,
  // A library has no groups that are closed.
  extendedApi: true,
  logLines: () => new Map(),
  snapshots: new SnapshotCounts(),
};

const CLOCK: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
