// A file system in memory whose power can be cut at any call, and which then shows what a disk may have kept.
// The decision: a call in which the power is cut takes effect in memory and then fails, so its writes are unsynced like
// all others, and one model (sim-file.ts, sim-names.ts) decides what survives.
import type { FileHandle, FileSystem, OpenMode } from "../../src/storage/fs.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { bytes, pick, type Random } from "./chance.ts";
import { type Mood, SimFile, type Toll } from "./sim-file.ts";
import { SimDir, SimNames, type SimNode } from "./sim-names.ts";

export const CALLS = ["open", "write", "sync", "truncate", "rename", "remove", "syncDir", "mkdir"] as const;
export type Call = (typeof CALLS)[number];

const SURVIVAL = [0, 0.1, 0.3, 0.5, 0.8, 1] as const;
const GARBAGE = [0, 0, 0.2, 0.8] as const;

/** The error of every call after the power was cut. */
export class PowerCut extends Error {
  constructor() {
    super("the power was cut");
  }
}

/** A disk after a power cut. */
export interface Aftermath extends Toll {
  readonly fs: SimFs;
}

export class SimFs implements FileSystem {
  /** The number of calls by kind that changed or synced something. Reads are neither counted nor cut. */
  readonly calls = Object.fromEntries(CALLS.map((call) => [call, 0])) as Record<Call, number>;
  readonly crc32 = nodeFs.crc32;
  readonly #random: Random;
  readonly #names: SimNames;
  #callsLeft = Number.POSITIVE_INFINITY;
  #cutKinds: readonly Call[] = CALLS;
  #syncsLeft = Number.POSITIVE_INFINITY;
  #dead = false;
  #cutIn: Call | null = null;

  /** @param random for `randomBytes` */
  constructor(random: Random, names = new SimNames()) {
    this.#random = random;
    this.#names = names;
  }

  /** Cuts the power in the n-th call from now of these kinds. */
  cutAt(n: number, kinds: readonly Call[] = CALLS): void {
    this.#callsLeft = n;
    this.#cutKinds = kinds;
  }

  /** Makes the n-th sync from now fail with EIO: its data can still be read and never reaches the disk. */
  failSyncAt(n: number): void {
    this.#syncsLeft = n;
  }

  /** The call in which the power was cut. */
  get cutIn(): Call | null {
    return this.#cutIn;
  }

  /** Whether a sync has failed. */
  get syncFailed(): boolean {
    return this.#syncsLeft <= 0;
  }

  /** Cuts the power, if it is still on, and returns the disk. Another `random` gives another disk. */
  afterCut(random: Random): Aftermath {
    this.#dead = true;
    const mood: Mood = { survival: pick(random, SURVIVAL), garbage: pick(random, GARBAGE) };
    const toll = { dropped: 0, survived: 0 };
    const names = this.#names.afterCut(random, mood, toll);
    return { ...toll, fs: new SimFs(this.#random, names) };
  }

  /** Kills the process without a power cut: everything can be read as before, and unsynced data stays unsynced. */
  afterKill(): SimFs {
    this.#dead = true;
    return new SimFs(this.#random, this.#names);
  }

  randomBytes(count: number): Uint8Array {
    return bytes(this.#random, count);
  }

  mkdir(path: string): void {
    if (this.exists(path)) return;
    const made: SimDir[] = [];
    this.#call(
      "mkdir",
      () => {
        let dir = this.#names.root;
        for (const name of namesOf(path)) {
          if (!dir.now.has(name)) {
            this.#names.link(dir, name, new SimDir());
            made.push(dir);
          }
          dir = dirAt(dir, name, path);
        }
      },
      () => {
        for (const dir of made) this.#names.sync(dir);
      },
    );
  }

  list(path: string): string[] {
    this.#check();
    return [...this.#dir(namesOf(path), path).now.keys()];
  }

  exists(path: string): boolean {
    this.#check();
    let node: SimNode | undefined = this.#names.root;
    for (const name of namesOf(path)) node = node instanceof SimDir ? node.now.get(name) : undefined;
    return node !== undefined;
  }

  open(path: string, mode: OpenMode): FileHandle {
    this.#check();
    const [dir, name] = this.#place(path);
    const there = dir.now.get(name);
    if (there instanceof SimDir) throw failure("EISDIR", path);
    if (mode === "create" && there) throw failure("EEXIST", path);
    if (mode !== "create" && !there) throw failure("ENOENT", path);
    const file = there ?? new SimFile();
    if (!there) this.#call("open", () => this.#names.link(dir, name, file));
    return this.#handle(file, path);
  }

  rename(from: string, to: string): void {
    this.#call("rename", () => {
      const [dir, name] = this.#place(from);
      if (!dir.now.has(name)) throw failure("ENOENT", from);
      const [target, newName] = this.#place(to);
      if (target.now.get(newName) instanceof SimDir) throw failure("EISDIR", to);
      this.#names.rename(dir, name, target, newName);
    });
  }

  remove(path: string): void {
    if (!this.exists(path)) return;
    const [dir, name] = this.#place(path);
    this.#call("remove", () => this.#names.unlink(dir, name));
  }

  syncDir(path: string): void {
    let dir: SimDir | undefined;
    this.#call(
      "syncDir",
      () => {
        dir = this.#dir(namesOf(path), path);
      },
      () => this.#names.sync(dir!),
    );
  }

  #handle(file: SimFile, path: string): FileHandle {
    return {
      size: () => {
        this.#check();
        return file.size;
      },
      read: (into, position) => {
        this.#check();
        return file.read(into, position);
      },
      write: (parts, position) => this.#call("write", () => file.write(parts, position)),
      truncate: (size) => this.#call("truncate", () => file.truncate(size)),
      sync: () =>
        this.#call(
          "sync",
          () => {},
          () => {
            if (--this.#syncsLeft !== 0) return file.sync();
            file.loseSync();
            throw failure("EIO", path);
          },
        ),
      close: () => {},
    };
  }

  /** @param settle is called only if the power stays on to the end of the call */
  #call(call: Call, work: () => void, settle: () => void = () => {}): void {
    this.#check();
    this.calls[call]++;
    const isCut = this.#cutKinds.includes(call) && --this.#callsLeft === 0;
    work();
    if (isCut) {
      this.#cutIn = call;
      this.#dead = true;
    }
    this.#check();
    settle();
  }

  #check(): void {
    if (this.#dead) throw new PowerCut();
  }

  #place(path: string): [SimDir, string] {
    const names = namesOf(path);
    return [this.#dir(names.slice(0, -1), path), names.at(-1)!];
  }

  #dir(names: readonly string[], path: string): SimDir {
    return names.reduce((dir, name) => dirAt(dir, name, path), this.#names.root);
  }
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function dirAt(dir: SimDir, name: string, path: string): SimDir {
  const node = dir.now.get(name);
  if (node === undefined) throw failure("ENOENT", path);
  if (node instanceof SimFile) throw failure("ENOTDIR", path);
  return node;
}

/** Makes an error like those of Node. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
