// A database in this thread of a page, put together from its parts: the engine, and files or none.
// The decision: the same parts as in Node but for those that are Node's, so results are the same to the last digit, and a
// name has the same log, checkpoints and snapshots as a directory.

import { hostInfo, type Platform, SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { embed } from "../assemble/embed.ts";
import { type Storage, storageIn, storageInMemory } from "../assemble/storage.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import type { Later } from "../engine/indexer.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { takeOver } from "../storage/format.ts";
import type { FileSystem } from "../storage/fs.ts";
import { segmentFilesIn } from "../storage/segment-files.ts";
import { Snapshots } from "../storage/snapshots.ts";
import { BUNDLED } from "../threads/bundled.ts";
import type { Settings } from "./options.ts";
import { startEngine } from "./threads.ts";

/** What the page that opens the database brings. */
interface Page {
  /** Where the data is kept; null: in memory. */
  readonly files: FileSystem | null;
  readonly later: Later;
  readonly onWarning: (message: string) => void;
  /** Gives back what `files` holds. */
  readonly release: () => void;
}

/** Of everything in a file system. */
const DATA_DIR = "/data";
/** Pages have less room than servers: what trimming gives back, and what deletes have on a full disk. */
const LOG = { segmentBytes: 16 * 2 ** 20, reserveBytes: 2 * 2 ** 20 };

/** @throws VectorDbError, with nothing held */
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
  { threads, memoryLimit }: Settings,
  { files, later }: Page,
): Promise<Pick<Platform, "engine" | "storage">> {
  const memory = MemoryLimit.of(memoryLimit);
  const storage = files ? await onDisk(files) : storageInMemory();
  const bytes = Uint8Array.from(atob(BUNDLED!.engines.release!), (one) => one.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const segments = files ? segmentFilesIn(files, DATA_DIR) : undefined;
  return { engine: await startEngine({ threads, module, memory, files: segments, later }), storage };
}

/** @throws StartRefused for data of a newer version */
async function onDisk(files: FileSystem): Promise<Storage> {
  files.mkdir(DATA_DIR);
  takeOver(files, DATA_DIR);
  // What a page that was closed has left half made.
  await new Snapshots(files, DATA_DIR).tidy();
  return storageIn(files, DATA_DIR, LOG);
}

const SINGLE_THREAD =
  "One thread does everything: this page is not isolated from other origins. The headers Cross-Origin-Opener-Policy: " +
  "same-origin and Cross-Origin-Embedder-Policy: require-corp would let it search in several.";
