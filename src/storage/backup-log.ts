// Copies the log for a backup.
// The decision: records are copied, not files. Only records that were read intact are written, so a change that the
// server makes to a file between two reads cannot get into the copy. The copy ends with its last record, and its
// WATERMARK says so.
import { DamagedFile } from "../errors/failures.ts";
import { type FileSums, NO_BYTES, sumFile, sumsAfter } from "./data-file.ts";
import { encodeSegmentHeader, FRAME_HEADER_BYTES, frameBytes } from "./frame.ts";
import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";
import { type LogPiece, readLog } from "./log-reader.ts";
import { type Frame, segmentName, type WalSegment } from "./wal-segment.ts";
import { Watermark } from "./watermark.ts";

interface CopiedLog {
  readonly lsn: number;
  readonly records: number;
  /** The checksums of the files by path, relative to the target directory. */
  readonly files: ReadonlyMap<string, FileSums>;
}

export class LogCopy {
  readonly #fs: FileSystem;
  readonly #dataDir: string;
  readonly #target: string;
  readonly #onFile: (file: string) => void;
  readonly #files = new Map<string, FileSums>();
  #name = "";
  #file: FileHandle | null = null;
  #records = 0;
  #lsn = 0;

  constructor(fs: FileSystem, dataDir: string, target: string, onFile: (file: string) => void) {
    this.#fs = fs;
    this.#dataDir = dataDir;
    this.#target = target;
    this.#onFile = onFile;
  }

  /** Copies all records from `fromLsn` on. @throws DamagedFile when an acknowledged record cannot be read */
  run(fromLsn: number): CopiedLog {
    const dir = joinPath(this.#target, "wal");
    this.#fs.remove(dir);
    this.#fs.mkdir(dir);
    try {
      for (const piece of readLog(this.#fs, this.#dataDir, fromLsn)) this.#take(piece);
    } finally {
      this.#finish();
    }
    const watermark = Watermark.open(this.#fs, dir);
    watermark.noteEnd(this.#lsn);
    watermark.close();
    this.#files.set("wal/WATERMARK", sumFile(this.#fs, joinPath(dir, "WATERMARK")));
    this.#fs.syncDir(dir);
    return { lsn: this.#lsn, records: this.#records, files: this.#files };
  }

  #take(piece: LogPiece): void {
    if (piece.kind === "segment") this.#begin(piece.segment);
    else if (piece.kind === "frames") this.#write(piece.frames);
    else if (piece.kind === "end") this.#lsn = piece.end.nextLsn - 1;
    else {
      const { file, offset, lsn, nextLsn, reason } = piece.damage;
      const what = nextLsn === lsn ? "" : `the acknowledged record with LSN ${lsn} cannot be read: `;
      throw new DamagedFile(file, offset, what + reason);
    }
  }

  #begin(segment: WalSegment): void {
    this.#finish();
    this.#name = `wal/${segmentName(segment.number)}`;
    this.#onFile(this.#name);
    this.#files.set(this.#name, NO_BYTES);
    this.#file = this.#fs.open(joinPath(this.#target, this.#name), "create");
    this.#add(encodeSegmentHeader(this.#fs, segment));
  }

  #write(frames: readonly Frame[]): void {
    const [first, last] = [frames[0]!, frames.at(-1)!];
    const bytes = last.offset + frameBytes(last.body.length) - first.offset;
    this.#add(new Uint8Array(first.body.buffer, first.body.byteOffset - FRAME_HEADER_BYTES, bytes));
    this.#records += frames.length;
  }

  #add(bytes: Uint8Array): void {
    const before = this.#files.get(this.#name)!;
    this.#file!.write([bytes], before.bytes);
    this.#files.set(this.#name, sumsAfter(this.#fs, before, [bytes]));
  }

  #finish(): void {
    const file = this.#file;
    this.#file = null;
    try {
      file?.sync();
    } finally {
      file?.close();
    }
  }
}
