// A file system inside three files, on any disk of a test.
import type { FileSystem } from "../../src/storage/fs.ts";
import { PackedFs } from "../../src/storage/packed/packed-fs.ts";
import type { Plant } from "./log-rounds.ts";

const NAMES = ["catalogue-0", "catalogue-1", "data"] as const;

export type Disk = Pick<FileSystem, "open">;

/** Makes the three files, if they are not there. */
export function preparePacked(disk: FileSystem, dir: string): void {
  disk.mkdir(dir);
  for (const name of NAMES) if (!disk.exists(`${dir}/${name}`)) disk.open(`${dir}/${name}`, "create").close();
  disk.syncDir(dir);
}

export function openPacked(disk: Disk, dir: string): PackedFs {
  const [first, second, data] = NAMES.map((name) => disk.open(`${dir}/${name}`, "write"));
  return new PackedFs({ catalogues: [first!, second!], data: data! });
}

/** A plant with which a history stores everything in a packed file system. The first call opens it, which may fail. */
export const packedPlant: Plant = {
  before: (disk, dataDir) => preparePacked(disk, dataDir),
  fs(disk) {
    let opened: PackedFs | undefined;
    const fs = () => {
      opened ??= openPacked(disk, "/data");
      return opened;
    };
    return {
      crc32: disk.crc32,
      randomBytes: (count) => disk.randomBytes(count),
      mkdir: (path) => fs().mkdir(path),
      list: (path) => fs().list(path),
      exists: (path) => fs().exists(path),
      open: (path, mode) => fs().open(path, mode),
      rename: (from, to) => fs().rename(from, to),
      remove: (path) => fs().remove(path),
      syncDir: () => fs().syncDir(),
    };
  },
};
