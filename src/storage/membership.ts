// What a server is in its cluster, and where it was in the shared log: a small file beside its own log.
// The decision: the position may be older than what the server has applied, and never newer, so it is written without
// hurry. The id tells this directory from any other, whatever name the settings give the server. A directory with this
// file is opened as a server of its cluster or not at all: what it wrote alone would have the numbers of what others
// wrote meanwhile.
//
// cluster.json is a sealed file (sealed-file.ts) of kind "cluster": server, the id; seq, the number of an entry that is
// applied, and chain, the check sum of it and of all entries before it, or null if it is not known; lacks_shards: true
// if other servers have points that this one has not.
import { DamagedFile } from "../errors/failures.ts";
import { StartRefused } from "../errors/server.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { type EntryPosition, FIRST_CHAIN } from "./replicated-log.ts";
import { readSealed, type SealedKind, writeSealed } from "./sealed-file.ts";

const CLUSTER: SealedKind = { kind: "cluster", version: 1 };
const MEMBERSHIP_FILE = "cluster.json";

interface Saved {
  readonly server: string;
  readonly seq: number;
  readonly chain: number | null;
  readonly lacks_shards?: true;
}

/** The file in the data directory. */
export class Membership {
  readonly #fs: FileSystem;
  readonly #dir: string;
  #saved: Saved;
  #isKept: boolean;

  /**
   * Reads the file, or makes an id for a server that is new in its cluster; nothing is written.
   * @throws DamagedFile, StartRefused when a newer version wrote it
   */
  constructor(fs: FileSystem, dataDir: string, randomUuid: () => string) {
    this.#fs = fs;
    this.#dir = dataDir;
    const path = joinPath(dataDir, MEMBERSHIP_FILE);
    const value = readSealed(fs, path, CLUSTER);
    this.#saved =
      value === undefined ? { server: randomUuid(), seq: 0, chain: FIRST_CHAIN } : checked(path, value);
    this.#isKept = value !== undefined;
  }

  /** Writes the file if there is none: from now on the directory is that of a server of the cluster. */
  keep(): void {
    if (!this.#isKept) this.#write();
  }

  /** Whether the directory is that of a server of the cluster; false while a first start may still be refused. */
  get isKept(): boolean {
    return this.#isKept;
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

  /** Whether other servers have points that this one has not, as far as it was noted. */
  get lacksShards(): boolean {
    return this.#saved.lacks_shards === true;
  }

  noteShards(isLacking: boolean): void {
    if (isLacking === this.lacksShards) return;
    const { lacks_shards: _, ...saved } = this.#saved;
    this.#saved = isLacking ? { ...saved, lacks_shards: true } : saved;
    this.#write();
  }

  #write(): void {
    writeSealed(this.#fs, this.#dir, MEMBERSHIP_FILE, CLUSTER, this.#saved);
    this.#isKept = true;
  }
}

/** @throws StartRefused for the directory of a server of a cluster, which must not be used without the cluster */
export function refuseMember(fs: Pick<FileSystem, "exists">, dataDir: string): void {
  if (!fs.exists(joinPath(dataDir, MEMBERSHIP_FILE))) return;
  const found = `The data directory ${dataDir} is that of a server of a cluster`;
  throw new StartRefused(`${found}: set cluster.name and cluster.log, or use another directory`);
}

function checked(path: string, value: unknown): Saved {
  const { server, seq, chain, lacks_shards } = value as Partial<Saved>;
  const isPosition = Number.isSafeInteger(seq) && (chain === null || Number.isSafeInteger(chain));
  if (typeof server === "string" && isPosition)
    return { server, seq: seq!, chain: chain!, ...(lacks_shards && { lacks_shards }) };
  throw new DamagedFile(path, 0, "it does not say what the server is in its cluster");
}
