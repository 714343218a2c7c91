// Where a server of a cluster was in the shared log: a small file beside its own log.
// The decision: it may be older than what the server has applied, and never newer, so it is written without hurry.
//
// chain.json is a sealed file (sealed-file.ts) of kind "chain": seq, the number of an entry that is applied, and chain,
// the check sum of it and of all entries before it.
import { DamagedFile } from "../errors/failures.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import type { EntryPosition } from "./replicated-log.ts";
import { readSealed, type SealedKind, writeSealed } from "./sealed-file.ts";

const CHAIN: SealedKind = { kind: "chain", version: 1 };
const CHAIN_FILE = "chain.json";

export interface ChainStore {
  /** Returns null if there is no position yet. @throws DamagedFile, StartRefused when a newer version wrote it */
  read(): EntryPosition | null;
  write(position: EntryPosition): void;
}

/** The position in the data directory. */
export class ChainFile implements ChainStore {
  readonly #fs: FileSystem;
  readonly #dir: string;

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dir = dataDir;
  }

  read(): EntryPosition | null {
    const path = joinPath(this.#dir, CHAIN_FILE);
    const value = readSealed(this.#fs, path, CHAIN) as Partial<EntryPosition> | undefined;
    if (value === undefined) return null;
    const { seq, chain } = value;
    if (Number.isSafeInteger(seq) && Number.isSafeInteger(chain)) return { seq: seq!, chain: chain! };
    throw new DamagedFile(path, 0, "it is not a position in a log");
  }

  write({ seq, chain }: EntryPosition): void {
    writeSealed(this.#fs, this.#dir, CHAIN_FILE, CHAIN, { seq, chain });
  }
}
