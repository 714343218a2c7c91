// Files in the origin private file system (OPFS), and the database in three of them.
// The decision: a database is open as long as its file handles are. The browser gives a handle to one page only, and
// closes those of a page that is gone, so no other lock is needed: a second page is refused, and a reloaded page waits
// until the old one has closed.
//
//   azimuth-db/<name>/catalogue-0, catalogue-1, data        see storage/packed/
import { DamagedFile } from "../errors/failures.ts";
import { StartRefused } from "../errors/server.ts";
import type { FileHandle } from "../storage/fs.ts";
import { PackedFs } from "../storage/packed/packed-fs.ts";

/** The handle of a file, which is missing in the type library for pages because only workers have it. */
interface SyncAccessHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

const FOLDER = "azimuth-db";
const FILES = ["catalogue-0", "catalogue-1", "data"] as const;
/** How long to wait for a page that is closing to release its files. */
const PATIENCE_MS = 2000;
const POLL_MS = 50;
/** Names of the errors of a browser when another page has the file open. */
const IN_USE = ["NoModificationAllowedError", "InvalidStateError"];

/** Opens the files of a database. Call it in a dedicated worker. @throws StartRefused; no file is left open */
export async function openFiles(name: string): Promise<PackedFs> {
  const folder = await folderOf(name);
  const handles: FileHandle[] = [];
  try {
    for (const file of FILES) handles.push(await openFile(folder, file, name));
    const [first, second, data] = handles;
    return new PackedFs({ catalogues: [first!, second!], data: data! });
  } catch (error) {
    for (const handle of handles) handle.close();
    throw refusal(name, error);
  }
}

/** Deletes a database; one that does not exist is no error. @throws StartRefused while it is open */
export async function removeFiles(name: string): Promise<void> {
  try {
    const folder = await (await rootOf()).getDirectoryHandle(FOLDER);
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if ((error as Error).name !== "NotFoundError") throw refusal(name, error);
  }
}

async function folderOf(name: string): Promise<FileSystemDirectoryHandle> {
  try {
    const folder = await (await rootOf()).getDirectoryHandle(FOLDER, { create: true });
    return await folder.getDirectoryHandle(name, { create: true });
  } catch (error) {
    throw refusal(name, error);
  }
}

function rootOf(): Promise<FileSystemDirectoryHandle> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined;
  if (storage?.getDirectory) return storage.getDirectory();
  throw new Error("there is no private file system here: it takes a page served over https, or by localhost");
}

/** Opens a file; waits for a while if a page that is closing still has it open. */
async function openFile(folder: FileSystemDirectoryHandle, file: string, name: string): Promise<FileHandle> {
  const handle = (await folder.getFileHandle(file, { create: true })) as FileSystemFileHandle & {
    createSyncAccessHandle(): Promise<SyncAccessHandle>;
  };
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return fileOf(await handle.createSyncAccessHandle());
    } catch (error) {
      if (!IN_USE.includes((error as Error).name)) throw error;
      if (waitedMs >= PATIENCE_MS) throw inUse(name, error);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function fileOf(handle: SyncAccessHandle): FileHandle {
  return {
    size: () => handle.getSize(),
    read(into, position) {
      let done = 0;
      while (done < into.length) {
        const count = handle.read(into.subarray(done), { at: position + done });
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    write: (parts, position) =>
      orFull(() => {
        let at = position;
        for (const part of parts) at += writeAll(handle, part, at);
      }),
    truncate: (size) => orFull(() => handle.truncate(size)),
    sync: () => handle.flush(),
    close: () => handle.close(),
  };
}

function writeAll(handle: SyncAccessHandle, bytes: Uint8Array, position: number): number {
  for (let done = 0; done < bytes.length; ) {
    const count = handle.write(bytes.subarray(done), { at: position + done });
    if (count === 0) throw Object.assign(new Error("no byte was written"), { code: "ENOSPC" });
    done += count;
  }
  return bytes.length;
}

/** Gives an error about the quota of the origin the code ENOSPC, so that it is treated like a full disk. */
function orFull<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if ((cause as Error).name !== "QuotaExceededError") throw cause;
    throw Object.assign(new Error((cause as Error).message, { cause }), { code: "ENOSPC" });
  }
}

function inUse(name: string, cause: unknown): StartRefused {
  return new StartRefused(
    `database ${name} is open in another page or worker of this origin; close it there, or give this one another name`,
    { cause },
  );
}

function refusal(name: string, cause: unknown): StartRefused {
  if (cause instanceof StartRefused) return cause;
  if (IN_USE.includes((cause as Error).name)) return inUse(name, cause);
  const why =
    cause instanceof DamagedFile
      ? `${cause.damage}; nothing was changed, and removeDatabase(${JSON.stringify(name)}) gives it up`
      : (cause as Error).message;
  return new StartRefused(`database ${name} cannot be opened: ${why}`, { cause });
}
