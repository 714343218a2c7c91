// The history of a log: which log it is, and which server wrote which part of it.
// The decision: a follower has the same records as its leader up to an LSN if both have the same history up to it. So
// the history is a small file beside the log, which a follower takes over from its leader, and a promotion adds one
// entry to it before the first write. It is no record of the log, because checkpoints and trimming would have to keep
// it.
//
// epochs.json is a sealed file (sealed-file.ts) of kind "epochs":
//   log       UUID of the log, made when the first follower asks for it
//   epochs    [{epoch, from, id}]: the promotions, oldest first; the records from the LSN `from` on belong to the
//             epoch. The UUID tells two servers apart that were both promoted to the same epoch
//   replaced  the epoch at which another server took over, or null: this server refuses writes then
//   replaces  {leader, knows}: the URL of the server whose place this one has taken, and whether it knows; or null
import { DamagedFile } from "../errors/failures.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { readSealed, type SealedKind, writeSealed } from "./sealed-file.ts";

const EPOCHS: SealedKind = { kind: "epochs", version: 1 };
export const EPOCHS_FILE = "epochs.json";

export interface Epoch {
  readonly epoch: number;
  readonly from: number;
  readonly id: string;
}

export interface Epochs {
  readonly log: string;
  readonly epochs: readonly Epoch[];
  readonly replaced: number | null;
  readonly replaces: { readonly leader: string; readonly knows: boolean } | null;
}

/** Where the history is kept. */
export interface EpochStore {
  /** Returns null if there is none yet. @throws DamagedFile, StartRefused when a newer version wrote it */
  read(): Epochs | null;
  /** Replaces the history; it is durable when this returns. */
  write(epochs: Epochs): void;
}

/** The history in the data directory. */
export class EpochsFile implements EpochStore {
  readonly #fs: FileSystem;
  readonly #dir: string;

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dir = dataDir;
  }

  read(): Epochs | null {
    const path = joinPath(this.#dir, EPOCHS_FILE);
    const value = readSealed(this.#fs, path, EPOCHS);
    if (value === undefined) return null;
    if (!isEpochs(value)) throw new DamagedFile(path, 0, "it is not a history of a log");
    return value;
  }

  write(epochs: Epochs): void {
    writeSealed(this.#fs, this.#dir, EPOCHS_FILE, EPOCHS, epochs);
  }
}

/** The history of a log that is not kept. */
export class EpochsInMemory implements EpochStore {
  #epochs: Epochs | null = null;

  read(): Epochs | null {
    return this.#epochs;
  }

  write(epochs: Epochs): void {
    this.#epochs = epochs;
  }
}

/** Returns whether a value that came from a file or from another server is a history. */
export function isEpochs(value: unknown): value is Epochs {
  if (typeof value !== "object" || value === null) return false;
  const { log, epochs, replaced, replaces } = value as Partial<Epochs>;
  return (
    typeof log === "string" &&
    Array.isArray(epochs) &&
    epochs.every((entry, i) => isEpoch(entry) && entry.epoch > (epochs[i - 1]?.epoch ?? 1)) &&
    (replaced === null || isCount(replaced)) &&
    (replaces === null || typeof replaces?.leader === "string")
  );
}

function isEpoch(value: unknown): boolean {
  const { epoch, from, id } = (value ?? {}) as Partial<Epoch>;
  return isCount(epoch) && isCount(from) && typeof id === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
