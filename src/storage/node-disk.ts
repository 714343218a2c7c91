// The disk below the data directory: which file system it has, whether its fsync can be trusted, and what one takes.
// The decision: a server warns and never refuses. Whoever runs on tmpfs or in a container's own layer may want just that,
// but should not find out after a power cut.
import { statfsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";

interface DiskKind {
  /** Its name, or the number that the system gives it. */
  readonly type: string;
  /** What an operator should know about it, after "which "; null: nothing. */
  readonly concern: string | null;
}

const GOES_WITH_CONTAINER = "is a container's own layer and goes when the container does";
const GOES_WITH_MACHINE = "is in memory: all data is gone when the machine stops";
const NETWORK = "is reached over a network: whether a write survives a power cut is up to the other side";
const UP_TO_ANOTHER = "is another program's: whether a write survives a power cut is up to it";

/** By the number that Linux gives them (linux/magic.h). */
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

/** @param magic the number of a file system, as statfs gives it */
export function diskKindOf(magic: number): DiskKind {
  // Some systems give the upper bits of a number that does not fit into 31 bits a sign.
  const number = magic >>> 0;
  const [type, concern] = KINDS[number] ?? [`0x${number.toString(16)}`, null];
  return { type, concern };
}

/** Null where the system does not tell: only Linux gives numbers that mean something. */
export function diskBelow(path: string): DiskKind | null {
  if (process.platform !== "linux") return null;
  try {
    return diskKindOf(statfsSync(path).type);
  } catch {
    return null;
  }
}

const SAMPLES = 16;
const SAMPLE_BYTES = 4096;

/**
 * The median of what it takes to write 4 KiB and to make them durable, in milliseconds; null when it cannot be measured.
 * It is done beside everything else, and its file is gone afterwards.
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
