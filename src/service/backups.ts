// Use cases of backups: a copy of the whole data directory, sent as a tar archive.
// The decision: one download at a time, because each needs room for a second copy of all data. A download holds its
// place until the copy is removed, and ends after that, so that a client which asks again is not told to wait.
import { BackupUnderWay, NotImplemented } from "../errors/server.ts";
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { type CancelSignal, unlessCancelled } from "../scheduling/cancel.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import { BACKUP_TYPE, type BackupRequest, type StreamAnswer } from "../schema/snapshot.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { PayloadFiles } from "../storage/payload-files.ts";
import { archiveOf } from "../storage/tar-stream.ts";
import { audited } from "./audit.ts";

interface BackupCopy {
  readonly name: string;
  /** ISO 8601. */
  readonly created: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/** Copies of the data directory, of which there is at most one. */
interface CopyStore {
  make(): Promise<BackupCopy>;
  remove(): Promise<void>;
}

export interface BackupParts {
  /** Runs work with the copies, and gives up what is in progress when it ends. */
  readonly use: <T>(work: (copies: CopyStore) => Promise<T>) => Promise<T>;
  /** The files of the copies: the name of the copy, a slash, the name of the file. */
  readonly files: Pick<PayloadFiles, "read" | "close">;
}

/** The log of the database, which a follower that begins with a copy continues. */
export interface BackedUpLog {
  /** Gives the log its id, if it has none yet. */
  name(): void;
  /** Keeps the records from now on for a follower. @returns a function to be called when it has its copy */
  hold(follower: string): () => void;
}

export class BackupsService {
  readonly #parts: BackupParts | null;
  readonly #log: BackedUpLog;
  readonly #audit: AuditLog;
  readonly #counts: SnapshotCounts;
  #isTaken = false;

  /** @param parts null: there is no data directory @param audit absent: nothing is noted */
  constructor(
    parts: BackupParts | null,
    log: BackedUpLog,
    audit: AuditLog = { append: () => {} },
    counts = new SnapshotCounts(),
  ) {
    this.#parts = parts;
    this.#log = log;
    this.#audit = audit;
    this.#counts = counts;
  }

  /** Makes a backup of all writes that were acknowledged before, and sends it. */
  download(admitted: AdmittedCaller, request: BackupRequest = {}): Promise<StreamAnswer> {
    const make = () => this.copy(admitted.signal, request.follower);
    return audited(this.#audit, "backup_downloaded", admitted, make);
  }

  /** Makes a backup for this program itself. @param follower who begins with it, and then needs the log from there */
  async copy(signal?: CancelSignal, follower?: string): Promise<StreamAnswer> {
    const parts = this.#parts;
    if (parts === null) throw new NotImplemented("a backup of a database that has no data directory");
    if (this.#isTaken) throw new BackupUnderWay();
    this.#isTaken = true;
    let endHold = () => {};
    const leave = async () => {
      // A copy that cannot be removed now is removed before the next one is made, or at the next start.
      await parts.use((copies) => copies.remove()).catch(() => {});
      endHold();
      this.#isTaken = false;
    };
    try {
      this.#log.name();
      // First, so that no record behind the copy is missing.
      if (follower !== undefined) endHold = this.#log.hold(follower);
      const copy = await parts.use((copies) => unlessCancelled(copies.make(), signal));
      this.#counts.noteBackup();
      const name = `azimuth-backup-${copy.created.slice(0, 19).replace(/[:T]/g, "-")}.tar`;
      return { contentType: BACKUP_TYPE, name, chunks: new CopyChunks(archived(copy, parts.files), leave) };
    } catch (error) {
      await leave();
      throw error;
    }
  }
}

/** The archive of a copy, of which one file is open at a time. */
async function* archived(
  { name: folder, created, files }: BackupCopy,
  stored: BackupParts["files"],
): AsyncGenerator<Uint8Array> {
  const modified = Date.parse(created) / 1000;
  const headers = files.map((file) => ({ ...file, modified }));
  let open: string | null = null;
  const read = (name: string, offset: number, into: Uint8Array) => {
    const key = `${folder}/${name}`;
    if (open !== null && open !== key) stored.close(open);
    open = key;
    return stored.read(key, offset, into);
  };
  try {
    yield* archiveOf(headers, read);
  } finally {
    if (open !== null) stored.close(open);
  }
}

/** The chunks of an archive. The copy is left once, when no more is read, also if nothing was. */
class CopyChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #archive: AsyncGenerator<Uint8Array>;
  #leave: (() => Promise<void>) | null;

  constructor(archive: AsyncGenerator<Uint8Array>, leave: () => Promise<void>) {
    this.#archive = archive;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      const { done, value } = await this.#archive.next();
      return done ? await this.return() : { done: false, value };
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    const leave = this.#leave;
    this.#leave = null;
    await this.#archive.return(undefined);
    await leave?.();
    return { done: true, value: undefined };
  }
}
