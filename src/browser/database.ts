// Opens a database in this thread of a page: the engine, and files or none.
// The decision: all parts but Node's own are those of Node, so results are equal to the last digit, and a stored
// database has the same log, checkpoints and snapshots as a data directory.

import { hostInfo, type Platform, SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { embed } from "../assemble/embed.ts";
import { type Storage, storageIn, storageInMemory } from "../assemble/storage.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import type { Scheduler } from "../engine/indexer.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { takeOver } from "../storage/format.ts";
import type { FileSystem } from "../storage/fs.ts";
import { segmentFilesIn } from "../storage/segment-files.ts";
import { Snapshots } from "../storage/snapshots.ts";
import { BUNDLED } from "../threads/bundled.ts";
import type { Settings } from "./options.ts";
import { startEngine } from "./threads.ts";

/** The parts that the page brings. */
interface Page {
  /** The files that hold the data; null: it is kept in memory. */
  readonly files: FileSystem | null;
  readonly later: Scheduler;
  readonly onWarning: (message: string) => void;
  /** Releases `files`. */
  readonly release: () => void;
}

/** The folder, in the file system, that holds everything. */
const DATA_DIR = "/data";
/**
 * Sizes of the log. They are smaller than on a server: a page has less storage. The reserve is the space for deletes
 * when the storage is full.
 */
const LOG = { segmentBytes: 16 * 2 ** 20, reserveBytes: 2 * 2 ** 20 };

/** @throws VectorDbError; everything has been released by then */
export async function openDatabase(settings: Settings, page: Page): Promise<VectorDb<Values>> {
  const { files, onWarning, release } = page;
  const platform = await platformOf(settings, page).catch((error) => {
    release();
    throw error;
  });
  const warnings = () => (settings.threads === 0 && !globalThis.crossOriginIsolated ? [SINGLE_THREAD] : []);
  return embed(
    {
      ...platform,
      clock: SYSTEM_CLOCK,
      randomUuid: () => crypto.randomUUID(),
      version: BUNDLED!.version,
      host: hostInfo({
        fileSystem: files && { type: "opfs", trusted: true },
        uptimeSeconds: () => performance.now() / 1000,
      }),
    },
    { vectors: settings.vectors, warnings, onWarning, release },
  );
}

async function platformOf(
  { threads, buildThreads, memoryLimit }: Settings,
  { files, later }: Page,
): Promise<Pick<Platform, "engine" | "storage">> {
  const memory = MemoryLimit.of(memoryLimit);
  const storage = files ? await onDisk(files) : storageInMemory();
  const bytes = Uint8Array.from(atob(BUNDLED!.engines.release!), (character) => character.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const segments = files ? segmentFilesIn(files, DATA_DIR) : undefined;
  return {
    engine: await startEngine({ threads, buildThreads, module, memory, files: segments, later }),
    storage,
  };
}

/** @throws StartRefused for data of a newer version */
async function onDisk(files: FileSystem): Promise<Storage> {
  files.mkdir(DATA_DIR);
  takeOver(files, DATA_DIR);
  // A page that was closed may have left incomplete snapshots.
  await new Snapshots(files, DATA_DIR).tidy();
  return storageIn(files, DATA_DIR, LOG);
}

const SINGLE_THREAD =
  "One thread does everything: this page is not isolated from other origins. The headers Cross-Origin-Opener-Policy: " +
  "same-origin and Cross-Origin-Embedder-Policy: require-corp would let it search in several.";
