// The disk of the data directory: its file system, whether fsync can be relied on, and how long it takes.
// The decision: a server warns and does not refuse, because tmpfs or the writable layer of a container may be intended;
// but the operator should know before a power cut.
import { statfsSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

interface DiskKind {
  /** The name of the file system, or its number if the name is unknown. */
  readonly type: string;
  /** The reason for a warning, worded to follow "which "; null: no warning. */
  readonly concern: string | null;
}

const GOES_WITH_CONTAINER = "is a container's own layer and goes when the container does";
const GOES_WITH_MACHINE = "is in memory: all data is gone when the machine stops";
const NETWORK = "is reached over a network: whether a write survives a power cut is up to the other side";
const UP_TO_ANOTHER = "is another program's: whether a write survives a power cut is up to it";

/** File systems by their Linux numbers (linux/magic.h). */
const KINDS: Readonly<Record<number, readonly [type: string, concern: string | null]>> = {
  61267: ["ext4", null],
  1481003842: ["xfs", null],
  2435016766: ["btrfs", null],
  801189825: ["zfs", null],
  4076150800: ["f2fs", null],
  2035054128: ["overlay", GOES_WITH_CONTAINER],
  1635083891: ["aufs", GOES_WITH_CONTAINER],
  16914836: ["tmpfs", GOES_WITH_MACHINE],
  2240043254: ["ramfs", GOES_WITH_MACHINE],
  26985: ["nfs", NETWORK],
  20859: ["smb", NETWORK],
  4283649346: ["cifs", NETWORK],
  4266872130: ["smb2", NETWORK],
  16914839: ["9p", NETWORK],
  1702057286: ["fuse", UP_TO_ANOTHER],
};

/** Returns the file system of a number. @param magic the number, as statfs returns it */
export function diskKindOf(magic: number): DiskKind {
  // Some systems sign-extend a number that does not fit into 31 bits.
  const number = magic >>> 0;
  const [type, concern] = KINDS[number] ?? [`0x${number.toString(16)}`, null];
  return { type, concern };
}

/** Returns the file system of a path, or null on systems other than Linux, whose numbers have other meanings. */
export function diskBelow(path: string): DiskKind | null {
  if (process.platform !== "linux") return null;
  try {
    return diskKindOf(statfsSync(path).type);
  } catch {
    return null;
  }
}

/** Returns the space of the disk of a path, in bytes; null if it cannot be determined. */
export async function diskSpaceOf(path: string): Promise<{ size: number; available: number } | null> {
  try {
    const { bsize, blocks, bavail } = await statfs(path);
    return { size: blocks * bsize, available: bavail * bsize };
  } catch {
    return null;
  }
}

const SAMPLES = 16;
const SAMPLE_BYTES = 4096;

/**
 * Measures how long it takes to write 4 KiB and sync them: the median in milliseconds, or null when it cannot be
 * measured. Other work continues meanwhile, and the file is removed afterwards.
 */
export async function measureSync(dir: string): Promise<number | null> {
  const path = join(dir, "fsync-probe.tmp");
  try {
    const file = await open(path, "w", 0o600);
    const times: number[] = [];
    try {
      const bytes = new Uint8Array(SAMPLE_BYTES).fill(1);
      for (let i = 0; i < SAMPLES; i++) {
        const began = performance.now();
        await file.write(bytes, 0, bytes.length, i * SAMPLE_BYTES);
        await file.datasync();
        times.push(performance.now() - began);
      }
    } finally {
      await file.close();
    }
    return times.sort((a, b) => a - b)[SAMPLES / 2]!;
  } catch {
    return null;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
