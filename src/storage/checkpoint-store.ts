// Where the nodes of a cluster keep checkpoints, as a port: copies of all data with which a new node begins.
// The decision: a checkpoint is the tar archive that GET /backup sends, with a name that no other one gets, because two
// nodes may store the same position at the same time and their archives differ. Beside it is a file with its SHA-256 in
// the form of sha256sum, so that people can check and extract an archive without this program.
//
//   <id of the log>/<20 digits of the LSN>-<8 hex digits>.tar          the archive
//   <id of the log>/<20 digits of the LSN>-<8 hex digits>.tar.sha256   written before the archive can be seen

/** Every method throws an Error if the store cannot be reached or refuses. No error contains a secret. */
export interface CheckpointStore {
  /** The path of the directory, or `s3://bucket/prefix`, for people. */
  readonly location: string;
  /**
   * Stores a checkpoint. It is visible only when it is complete and durable; after an error nothing of it is.
   * @param lsn the position in the log that the checkpoint contains
   * @param body a tar archive; pieces are not changed after they were handed over
   */
  put(lsn: number, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the checkpoint with the highest LSN, or null if there is none. */
  newest(): Promise<StoredCheckpoint | null>;
  /** Returns all checkpoints of this log, newest first. */
  list(): Promise<readonly StoredCheckpoint[]>;
  /**
   * Returns the bytes of a checkpoint. Its check sum is compared at the end, so nothing of it may be used before.
   * The iteration throws an Error if another node has removed the checkpoint: then there is a newer one.
   * @throws CheckpointDamaged at the end, or if the check sum is missing
   */
  get(name: string): AsyncIterable<Uint8Array>;
  /** Removes a checkpoint; it is no error if there is none. */
  remove(name: string): Promise<void>;
  /** Removes what nodes have left that ended in the middle of `put`, if it is older than a day. */
  sweep(): Promise<void>;
  /** Ends what is in progress: calls that wait throw an Error. The store cannot be used afterwards. */
  close(): void;
}

export interface StoredCheckpoint {
  readonly name: string;
  readonly lsn: number;
  readonly sizeBytes: number;
  /** When it was stored, in milliseconds since 1970, by the clock of the store. */
  readonly at: number;
}

/** The age from which on incomplete files are removed. */
export const STALE_MS = 86_400_000;
/** The bytes of random digits in a name. */
export const NAME_RANDOM_BYTES = 4;

const LSN_DIGITS = 20;
const ARCHIVE = /^(\d{20})-[0-9a-f]{8}\.tar$/;
const LOG = /^[0-9A-Za-z-]{1,64}$/;
const SUM_SUFFIX = ".sha256";
const SUM = /^([0-9a-f]{64}) [ *]/;

/** @param random hex digits, of NAME_RANDOM_BYTES bytes */
export function checkpointName(log: string, lsn: number, random: string): string {
  return `${folderOf(log)}/${String(lsn).padStart(LSN_DIGITS, "0")}-${random}.tar`;
}

/** Returns what all names of a log begin with, without the slash. @throws Error if it is no id of a log */
export function folderOf(log: string): string {
  if (!LOG.test(log)) throw new Error(`${JSON.stringify(log)} is no id of a log`);
  return log;
}

/** Returns the LSN in the name of an archive, or null if it is no name of this log. */
export function lsnIn(log: string, name: string): number | null {
  const folder = `${folderOf(log)}/`;
  const digits = name.startsWith(folder) ? ARCHIVE.exec(name.slice(folder.length))?.[1] : undefined;
  const lsn = Number(digits);
  return Number.isSafeInteger(lsn) ? lsn : null;
}

/** Returns the name unchanged. @throws Error if it is none of this log, so that no path leads elsewhere */
export function checkedName(log: string, name: string): string {
  if (lsnIn(log, name) === null)
    throw new Error(`${JSON.stringify(name)} is no checkpoint of the log ${log}`);
  return name;
}

export function sumNameOf(name: string): string {
  return name + SUM_SUFFIX;
}

/** Returns the name of the archive that a check sum belongs to, or null if the name is not that of a check sum. */
export function archiveOfSum(name: string): string | null {
  return name.endsWith(SUM_SUFFIX) ? name.slice(0, -SUM_SUFFIX.length) : null;
}

/** Returns the text of the file with a check sum. @param hex the SHA-256 of the archive */
export function sumText(name: string, hex: string): string {
  return `${hex}  ${name.slice(name.indexOf("/") + 1)}\n`;
}

/** Returns the check sum in such a text, or null if it has none. */
export function sumIn(text: string): string | null {
  return SUM.exec(text)?.[1] ?? null;
}

/** Returns the checkpoints among the files of a store, newest first. */
export function newestFirst(checkpoints: readonly StoredCheckpoint[]): readonly StoredCheckpoint[] {
  return [...checkpoints].sort((a, b) => b.lsn - a.lsn || (a.name < b.name ? 1 : -1));
}
