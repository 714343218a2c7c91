// A data directory with checkpoints and a log behind them, made with the parts of a server, out of bytes without a
// meaning. It can continue as a server does: append, take a checkpoint, sweep, trim.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Checkpoints, GENERATIONS } from "../../../src/storage/checkpoints.ts";
import { type FileSums, NO_BYTES } from "../../../src/storage/data-file.ts";
import type { FileSystem } from "../../../src/storage/fs.ts";
import type { Manifest, Root, SavedSegment } from "../../../src/storage/manifest.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { recover } from "../../../src/storage/recovery.ts";
import { Wal } from "../../../src/storage/wal.ts";
import { freshDir, walFiles } from "./fixtures.ts";

export const UUID = "00000000-0000-4000-8000-00000000000a";
const SEGMENT_BYTES = 2000;

/** The body of the record with this LSN. */
export const recordOf = (lsn: number) => new TextEncoder().encode(`record ${lsn} ${"x".repeat(lsn % 50)}`);

/** A record of type 201 drops the collection whose UUID is its body. */
export const dropOf = (type: number, body: Uint8Array) =>
  type === 201 ? new TextDecoder().decode(body.slice()) : null;

export class StoredDirectory {
  readonly dir = freshDir();
  readonly checkpoints = new Checkpoints(nodeFs, this.dir);
  readonly wal: Wal;
  readonly #columns = new Map<string, FileSums>();
  readonly #roots: Root[] = [];

  constructor(segmentBytes = SEGMENT_BYTES) {
    this.wal = new Wal(
      nodeFs,
      join(this.dir, "wal"),
      recover(nodeFs, join(this.dir, "wal"), 1),
      segmentBytes,
    );
  }

  /** Writes `count` records, each in a commit of its own. */
  append(count: number): void {
    for (let i = 0; i < count; i++) {
      this.wal.append([{ type: 200, body: recordOf(this.wal.lastLsn + 1) }]);
    }
  }

  /** Drops the collection and its files. */
  drop(): void {
    this.wal.append([{ type: 201, body: new TextEncoder().encode(UUID) }]);
    nodeFs.remove(this.collection());
  }

  /** Takes a checkpoint up to the last record: every file grows by `bytes`, and the graph is a new one. */
  async checkpoint(bytes = 100): Promise<Root> {
    const number = (this.#roots[0]?.number ?? 0) + 1;
    const lsn = this.wal.lastLsn;
    await this.checkpoints.open();
    const manifest: Manifest = {
      uuid: UUID,
      name: "first",
      created: 1,
      covered: lsn,
      config: { vectors: [] },
      state: { kind: "active" },
      segments: [await this.#segment(number, bytes)],
    };
    await this.checkpoints.writeManifest(number, manifest);
    const root: Root = {
      number,
      lsn,
      collections: [{ uuid: UUID, name: "first", covered: lsn, manifest: number }],
      gone: [],
      aliases: [],
    };
    await this.checkpoints.commit(root);
    this.#roots.unshift(root);
    return root;
  }

  /** Removes the files that only roots before the newest two need. */
  async sweep(): Promise<void> {
    const numbers = this.#roots.slice(0, GENERATIONS).map(({ number }) => number);
    await this.checkpoints.sweep(numbers, [
      { uuid: UUID, manifests: numbers, segments: [0], firstNew: 1, vectors: [0] },
    ]);
  }

  /** Removes log segments that the newest two roots do not need. */
  trim(): void {
    const lsn = Math.min(...this.#roots.slice(0, GENERATIONS).map((root) => root.lsn)) + 1;
    this.wal.trim(lsn);
  }

  get roots(): readonly Root[] {
    return this.#roots;
  }

  get walFiles(): string[] {
    return walFiles(this.dir);
  }

  path(...names: string[]): string {
    return join(this.dir, ...names);
  }

  collection(...names: string[]): string {
    return this.path("collections", UUID, ...names);
  }

  async #segment(number: number, bytes: number): Promise<SavedSegment> {
    const grow = async (name: string) => {
      const file = `${UUID}/0/${name}`;
      const before = this.#columns.get(file) ?? NO_BYTES;
      const added = Uint8Array.from({ length: bytes }, (_, i) => (before.bytes + i) * 7 + name.length);
      const sums = await this.checkpoints.append(file, before, [added]);
      this.#columns.set(file, sums);
      return { file, ...sums };
    };
    const graph = `${UUID}/0/graph-0-${number}.bin`;
    const placed = await this.checkpoints.writeFile(graph, [new Uint8Array(64).fill(number)]);
    const rows = await grow("rows-0.bin");
    return {
      number: 0,
      slots: 10 * number,
      open: true,
      dead: Uint32Array.from({ length: Math.ceil((10 * number) / 32) }, (_, i) => (i === 0 ? 0b101 : 0)),
      points: await grow("slots.bin"),
      indexes: [],
      changes: await grow("changes.bin"),
      payloads: await grow("payloads.bin"),
      fields: [
        { name: "", rows, codes: await grow("codes-0.bin"), graph: { file: graph, ...placed, indexed: 5 } },
      ],
    };
  }
}

/** A file system that calls `work` once, when `path` is about to be opened for the n-th time. */
export function atOpen(path: RegExp, work: () => void, nth = 1): FileSystem {
  let count = 0;
  return {
    ...nodeFs,
    open(name, mode) {
      if (path.test(name) && ++count === nth) work();
      return nodeFs.open(name, mode);
    },
  };
}

export function removeAll(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
