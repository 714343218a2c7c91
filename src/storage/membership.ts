// What a server is in its cluster, and where it was in the shared log: a small file beside its own log.
// The decision: the position may be older than what the server has applied, and never newer, so it is written without
// hurry. The id tells this directory from any other, whatever name the settings give the server.
//
// cluster.json is a sealed file (sealed-file.ts) of kind "cluster": server, the id; seq, the number of an entry that is
// applied, and chain, the check sum of it and of all entries before it, or null if it is not known.
import { DamagedFile } from "../errors/failures.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { type EntryPosition, FIRST_CHAIN } from "./replicated-log.ts";
import { readSealed, type SealedKind, writeSealed } from "./sealed-file.ts";

const CLUSTER: SealedKind = { kind: "cluster", version: 1 };
const MEMBERSHIP_FILE = "cluster.json";

interface Saved {
  readonly server: string;
  readonly seq: number;
  readonly chain: number | null;
}

/** The file in the data directory. */
export class Membership {
  readonly #fs: FileSystem;
  readonly #dir: string;
  #saved: Saved;

  /**
   * Reads the file, or makes it for a server that is new in its cluster.
   * @throws DamagedFile, StartRefused when a newer version wrote it
   */
  constructor(fs: FileSystem, dataDir: string, randomUuid: () => string) {
    this.#fs = fs;
    this.#dir = dataDir;
    const path = joinPath(dataDir, MEMBERSHIP_FILE);
    const value = readSealed(fs, path, CLUSTER);
    this.#saved =
      value === undefined ? { server: randomUuid(), seq: 0, chain: FIRST_CHAIN } : checked(path, value);
    if (value === undefined) this.#write();
  }

  /** The id of the server. */
  get server(): string {
    return this.#saved.server;
  }

  get position(): EntryPosition {
    const { seq, chain } = this.#saved;
    return { seq, chain };
  }

  moveTo({ seq, chain }: EntryPosition): void {
    this.#saved = { ...this.#saved, seq, chain };
    this.#write();
  }

  #write(): void {
    writeSealed(this.#fs, this.#dir, MEMBERSHIP_FILE, CLUSTER, this.#saved);
  }
}

function checked(path: string, value: unknown): Saved {
  const { server, seq, chain } = value as Partial<Saved>;
  const isPosition = Number.isSafeInteger(seq) && (chain === null || Number.isSafeInteger(chain));
  if (typeof server === "string" && isPosition) return { server, seq: seq!, chain: chain! };
  throw new DamagedFile(path, 0, "it does not say what the server is in its cluster");
}
