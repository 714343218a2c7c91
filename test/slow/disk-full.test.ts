// A server process on a full disk: a limit on the size of files, which needs no privileges, and a small tmpfs where one
// can be mounted. The decision: upserts are refused while deletions succeed, and upserts succeed again without a
// restart.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";

const POINTS = "/collections/c/points";
const NO_SPACE = "no space left on device";
const BATCH = 50;
const DIMENSION = 1024;
/** Between two sizes to which the log is preallocated, so that only urgent records fit into the rest. */
const FILE_LIMIT_KIB = 20 * 1024 + 512;
const MEND_MS = 10_000;

interface Disk {
  readonly dir: string;
  /** The command under which the server runs. */
  readonly under: readonly string[];
  makeRoom(server: ServerProcess): void;
  /** Fills the disk to the last byte, where this is possible. */
  readonly fillUp: (() => void) | null;
  end(): void;
}

function limitedFiles(): Disk {
  const dir = mkdtempSync(join(tmpdir(), "azimuth-full-"));
  return {
    dir,
    under: ["bash", "-c", `ulimit -S -f ${FILE_LIMIT_KIB}; exec "$@"`, "bash"],
    makeRoom: ({ child }) => {
      execFileSync("prlimit", ["--pid", String(child.pid), "--fsize=unlimited:"]);
    },
    fillUp: null,
    end: () => rmSync(dir, { recursive: true }),
  };
}

/**
 * The tmpfs has 112 MiB, of which other files take 72: the log fills the rest, apart from the reserve. When the other
 * files are deleted, a checkpoint needs as much space as the log, and some space has to be left.
 */
function smallTmpfs(): Disk {
  const dir = mkdtempSync(join(tmpdir(), "azimuth-full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=112m", "tmpfs", dir], { stdio: "ignore" });
  writeFileSync(join(dir, "somebody-elses"), new Uint8Array(72 * 2 ** 20));
  return {
    dir,
    under: [],
    makeRoom: () => rmSync(join(dir, "somebody-elses"), { force: true }),
    fillUp: () => {
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(join(dir, "somebody-elses"), new Uint8Array(bavail * bsize));
    },
    end: () => {
      execFileSync("umount", ["-l", dir]);
      rmSync(dir, { recursive: true });
    },
  };
}

function canMount(): boolean {
  try {
    smallTmpfs().end();
    return true;
  } catch {
    return false;
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const upsert = (url: string, first: number) => {
  const points = Array.from({ length: BATCH }, (_, i) => ({
    id: first + i,
    vector: Array.from({ length: DIMENSION }, (_, d) => ((first + i) * 31 + d) % 997),
    payload: { number: first + i },
  }));
  return send(url, "PUT", POINTS, { points });
};

const remove = (url: string, id: number) => send(url, "POST", `${POINTS}/delete`, { points: [id] });

/** Upserts batches until one is refused; returns the first id that was not acknowledged. */
async function fillServer(url: string, first: number): Promise<number> {
  for (let id = first; ; id += BATCH) {
    const { status, text } = await upsert(url, id);
    if (status === 200) continue;
    expect(text).to.include(NO_SPACE);
    return id;
  }
}

async function create(url: string, name: string): Promise<void> {
  const config = { vectors_config: { size: DIMENSION, distance: "Dot" } };
  expect((await send(url, "PUT", `/collections/${name}`, config)).status).to.equal(200);
}

/** Expects every point below `end` that was not deleted, and no other point. */
async function verify(url: string, end: number, deleted: ReadonlySet<number>): Promise<void> {
  for (let id = 1; id < end + BATCH; id++) {
    const { status, text } = await send(url, "GET", `${POINTS}/${id}`);
    expect(status, `point ${id}`).to.equal(id < end && !deleted.has(id) ? 200 : 404);
    if (status === 200) expect(JSON.parse(text).result.payload).to.deep.equal({ number: id });
  }
}

/** Waits until upserts succeed again, without a restart. */
async function mended(url: string, first: number): Promise<void> {
  const until = Date.now() + MEND_MS;
  for (let answer = await upsert(url, first); answer.status !== 200; answer = await upsert(url, first)) {
    expect(answer.text).to.include(NO_SPACE);
    expect(Date.now(), "it should have mended by now").to.be.below(until);
  }
}

const WAYS = {
  "whose files may not grow": limitedFiles,
  ...(canMount() ? { "on a small tmpfs": smallTmpfs } : {}),
};

for (const [way, prepare] of Object.entries(WAYS)) {
  describe(`a server ${way}`, () => {
    let disk: Disk;
    let server: ServerProcess;
    before(() => {
      disk = prepare();
    });
    after(async () => {
      await server.stop("SIGKILL");
      disk.end();
    });
    const start = async (under: readonly string[]) => {
      server = await startServer(["--data-dir", join(disk.dir, "data")], {}, under);
      return server.url;
    };

    it(`a server ${way} refuses upserts, accepts deletions of points and collections, accepts upserts again when there is space, and loses nothing`, async () => {
      const deleted = new Set<number>();
      let url = await start(disk.under);
      await licensed(server);
      for (const name of ["c", "dropped", "marked"]) await create(url, name);
      let end = await fillServer(url, 1);
      expect(end).to.be.greaterThan(1000);
      for (let id = 1; id < 200; id += 2) {
        expect((await remove(url, id)).status, `deletion of ${id}`).to.equal(200);
        deleted.add(id);
      }
      expect((await upsert(url, end)).text).to.include(NO_SPACE);
      for (const path of ["/collections/dropped", "/collections/marked?undo_seconds=600"])
        expect((await send(url, "DELETE", path)).status, path).to.equal(200);
      await verify(url, end, deleted);

      disk.makeRoom(server);
      await mended(url, end);
      end += BATCH;
      await server.stop("SIGKILL");
      url = await start([]);
      await verify(url, end, deleted);
      expect((await send(url, "GET", "/collections/dropped")).status).to.equal(404);
      process.stdout.write(
        `      ${end - 1} points acknowledged, ${deleted.size} deleted while full, 0 lost\n`,
      );

      if (disk.fillUp === null) return;
      disk.fillUp();
      await server.stop("SIGKILL");
      url = await start([]);
      await verify(url, end, deleted);
      expect((await remove(url, 2)).status, "a deletion after a start on a full disk").to.equal(200);
      deleted.add(2);
      expect((await upsert(url, end)).text).to.include(NO_SPACE);

      disk.makeRoom(server);
      await mended(url, end);
      await verify(url, end + BATCH, deleted);
      expect(readFileSync(join(disk.dir, "data", "wal", "RESERVE")).length).to.equal(2 ** 24);
    });
  });
}
