// The lock of a data directory: one server at a time, and an immediate restart after a crash.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import type { FileHandle, FileSystem, OpenMode } from "../../../src/storage/fs.ts";
import { type Clock, DirectoryLock, type ProcessTable } from "../../../src/storage/lock.ts";
import { nodeFs, nodeProcesses } from "../../../src/storage/node-fs.ts";
import { freshDir, rejection } from "./fixtures.ts";

/** A clock that moves only while a caller sleeps, and runs what is due then. */
class TestClock implements Clock {
  now = 0;
  readonly #repeated = new Set<{ ms: number; next: number; work: () => void }>();

  async sleep(ms: number): Promise<void> {
    this.now += ms;
    for (const timer of this.#repeated) {
      for (; timer.next <= this.now; timer.next += timer.ms) timer.work();
    }
  }

  every(ms: number, work: () => void): () => void {
    const timer = { ms, next: this.now + ms, work };
    this.#repeated.add(timer);
    return () => this.#repeated.delete(timer);
  }

  /** Ends the process: none of its tasks runs any more. */
  kill(): void {
    this.#repeated.clear();
  }
}

/** Processes that are alive or not; undefined, as from another container, unless given. */
const processes = (alive?: boolean, pid = 4711): ProcessTable => ({
  self: () => ({ pid, startTime: "8", realm: "here", host: "box" }),
  isAlive: () => alive,
});

const lock = (dir: string, clock: Clock, alive?: boolean) =>
  DirectoryLock.acquire(nodeFs, dir, processes(alive), clock);

/** Files whose reading fails while `failing` is set. */
class FailingReads implements FileSystem {
  failing = false;
  readonly #code: string;
  readonly #call: "open" | "read";
  readonly crc32 = nodeFs.crc32;
  readonly randomBytes = nodeFs.randomBytes;
  readonly mkdir = nodeFs.mkdir;
  readonly list = nodeFs.list;
  readonly exists = nodeFs.exists;
  readonly rename = nodeFs.rename;
  readonly remove = nodeFs.remove;
  readonly syncDir = nodeFs.syncDir;

  constructor(code: string, call: "open" | "read") {
    this.#code = code;
    this.#call = call;
  }

  open(path: string, mode: OpenMode): FileHandle {
    if (this.#call === "open") this.#check();
    const file = nodeFs.open(path, mode);
    const read = file.read.bind(file);
    file.read = (into, position) => {
      if (this.#call === "read") this.#check();
      return read(into, position);
    };
    return file;
  }

  #check(): void {
    if (this.failing) throw Object.assign(new Error(`${this.#code}: a test`), { code: this.#code });
  }
}

/** Writes that stop with an error after `most` bytes. */
class ShortWrites extends FailingReads {
  most = Number.POSITIVE_INFINITY;

  constructor() {
    super("", "read");
  }

  override open(path: string, mode: OpenMode): FileHandle {
    const file = nodeFs.open(path, mode);
    const write = file.write.bind(file);
    file.write = (parts, position) => {
      write([parts[0]!.subarray(0, this.most)], position);
      if (this.most < parts[0]!.length) throw Object.assign(new Error("EIO: a test"), { code: "EIO" });
    };
    return file;
  }
}

describe("the lock of a data directory", () => {
  it("the lock of a data directory refuses a second server with the directory, process and host", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    const first = await lock(dir, clock);
    const error = await rejection(DirectoryLock.acquire(nodeFs, dir, processes(undefined, 12), clock));
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message).to.equal(
      `data directory ${dir} is in use by another server (pid 4711 on host box); ` +
        "stop that one, or give this one a directory of its own",
    );
    expect(clock.now, "ms until the nonce was seen to change").to.equal(2000);
    expect(first.still()).to.equal(true);
  });

  it("the lock of a data directory reports that the same process has the directory, as after a reload of a program", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    await lock(dir, clock, true);
    expect((await rejection(lock(dir, clock, true))).message).to.equal(
      `data directory ${dir} is open in this process already (pid 4711); ` +
        "use that database, or close it before it is opened again",
    );
  });

  it("the lock of a data directory is taken over when its nonce has not changed for 6 s", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    const first = await lock(dir, clock);
    clock.kill();
    const second = await lock(dir, clock);
    expect(clock.now).to.equal(6000);
    expect([first.still(), second.still()]).to.deep.equal([false, true]);
  });

  it("the lock of a data directory is taken over at once if its holder has ended, and refused at once if its holder is running", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    await lock(dir, clock);
    expect(await rejection(lock(dir, clock, true))).to.be.instanceOf(StartRefused);
    expect((await lock(dir, clock, false)).still()).to.equal(true);
    expect(clock.now).to.equal(0);
  });

  it("the lock of a data directory is free after its release, and its file is removed", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    (await lock(dir, clock)).release();
    expect(readdirSync(dir)).to.deep.equal([]);
    expect((await lock(dir, clock)).still()).to.equal(true);
  });

  it("the lock of a data directory does not remove a lock of another process", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    const first = await lock(dir, clock);
    const second = await lock(dir, clock, false);
    await clock.sleep(4000);
    first.release();
    expect(second.still()).to.equal(true);
  });

  it("the lock of a data directory is taken over after the time for unknown holders when a power cut has damaged it", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    writeFileSync(join(dir, "LOCK"), "\0\0\0");
    expect((await lock(dir, clock, true)).still()).to.equal(true);
    expect(clock.now).to.equal(6000);
  });

  it("the lock of a data directory is refused when another process takes over the stale lock first", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    await lock(dir, clock);
    const late: ProcessTable = {
      ...processes(),
      isAlive: () => {
        writeFileSync(join(dir, "LOCK"), "the other's");
        return false;
      },
    };
    expect(await rejection(DirectoryLock.acquire(nodeFs, dir, late, clock))).to.be.instanceOf(StartRefused);
    expect(readFileSync(join(dir, "LOCK"), "utf8")).to.equal("the other's");
    expect(existsSync(join(dir, "LOCK.stale"))).to.equal(false);
  });

  it("the lock of a data directory is kept through errors while it is read, and its nonce is still rewritten", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    for (const [code, call] of [
      ["EMFILE", "open"],
      ["EIO", "open"],
      ["EIO", "read"],
    ] as const) {
      const fs = new FailingReads(code, call);
      const held = await DirectoryLock.acquire(fs, dir, processes(), clock);
      let lost = false;
      void held.lost.then(() => {
        lost = true;
      });
      fs.failing = true;
      const before = readFileSync(join(dir, "LOCK"), "utf8");
      await clock.sleep(2000);
      expect(readFileSync(join(dir, "LOCK"), "utf8"), `${code} of ${call}`).to.not.equal(before);
      expect(() => held.still()).to.throw(code);
      expect(await rejection(lock(dir, clock)), "a second server meanwhile").to.be.instanceOf(StartRefused);
      fs.failing = false;
      await clock.sleep(2000);
      expect([held.still(), lost]).to.deep.equal([true, false]);
      held.release();
      expect(readdirSync(dir)).to.deep.equal([]);
    }
  });

  it("the lock of a data directory is lost when another server has it, or when its file is gone", async () => {
    for (const change of [
      (path: string) => writeFileSync(path, "the other's"),
      (path: string) => rmSync(path),
    ]) {
      const [dir, clock] = [freshDir(), new TestClock()];
      const held = await lock(dir, clock);
      change(join(dir, "LOCK"));
      await clock.sleep(2000);
      await held.lost;
      expect(held.still()).to.equal(false);
      held.release();
    }
  });

  it("the lock of a data directory is kept when rewriting it stopped half-way", async () => {
    const [dir, clock] = [freshDir(), new TestClock()];
    const fs = new ShortWrites();
    const held = await DirectoryLock.acquire(fs, dir, processes(), clock);
    for (const most of [20, 40]) {
      fs.most = most;
      await clock.sleep(2000);
      expect(held.still(), `after ${most} bytes`).to.equal(true);
    }
    fs.most = Number.POSITIVE_INFINITY;
    await clock.sleep(2000);
    expect(held.still()).to.equal(true);
    held.release();
  });

  it("the lock of a data directory recognises this process as running, a killed process as ended, and one of another boot as unknown", async () => {
    const self = nodeProcesses.self();
    if (self.realm === "") {
      expect(nodeProcesses.isAlive(self), "not Linux: cannot be told").to.equal(undefined);
      return;
    }
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const other = { ...self, pid: child.pid! };
    expect(nodeProcesses.isAlive(self)).to.equal(true);
    expect(nodeProcesses.isAlive({ ...self, startTime: "1" }), "pid used again").to.equal(false);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(nodeProcesses.isAlive(other)).to.equal(false);
    expect(nodeProcesses.isAlive({ ...self, realm: "another boot" })).to.equal(undefined);
  });
});
