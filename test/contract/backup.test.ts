// Backups over REST: a tar archive of a whole backup, or an error before its first byte.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import { connect } from "../../src/client/index.ts";
import { DOWNLOADS } from "../../src/storage/backup-copies.ts";
import { extractBackup } from "../../src/storage/extract-backup.ts";
import { nodeKindOf } from "../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { restoreBackup } from "../../src/storage/restore.ts";
import { entriesOf } from "../../src/storage/tar-stream.ts";
import {
  count,
  createCollection,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../support/rest.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";
import { BrokenFs, IoError } from "../unit/storage/broken-fs.ts";

/** More points of a megabyte than the sockets of a connection hold: a client that does not read delays the end. */
const LARGE_POINTS = 24;
const LARGE = "x".repeat(1_000_000);

describe("GET /backup", () => {
  let server: TestServer;
  const others: TestServer[] = [];
  afterEach(async () => {
    for (const one of [...others.splice(0), server]) await one.close();
  });

  const downloads = () => join(server.dataDir, DOWNLOADS);

  async function start(options: TestServerOptions = {}): Promise<void> {
    server = await startTestServer({ checkpoints: true, ...options });
    await createCollection(server);
  }

  async function write(id: number, payload: object = {}): Promise<void> {
    const points = [{ id, vector: [id, 0, 0, 0], payload }];
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
  }

  async function writeLarge(): Promise<void> {
    for (let id = 1; id <= LARGE_POINTS; id++) await write(id, { text: LARGE });
  }

  function ask(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      get(`${server.url}/backup`, resolve).on("error", reject);
    });
  }

  async function errorOf(response: IncomingMessage): Promise<string> {
    const { status } = (await json(response)) as { status: { error: string } };
    return `${response.statusCode} ${status.error}`;
  }

  it("GET /backup sends a tar archive with a name and without a length, whose last file is BACKUP.json", async () => {
    await start();
    await server.call("POST", "/checkpoint");
    const response = await ask();
    expect(response.headers).to.include({
      "content-type": "application/x-tar",
      "transfer-encoding": "chunked",
    });
    expect(response.headers["content-disposition"]).to.match(
      /^attachment; filename="azimuth-backup-\d{4}(-\d\d){5}\.tar"$/,
    );
    const names: string[] = [];
    for await (const { name } of entriesOf(response)) names.push(name);
    expect(names.at(-1)).to.equal("BACKUP.json");
    expect(names).to.include.members(["wal/WATERMARK", "checkpoints/00000001.json"]);
    expect(names.filter((name) => /params|audit|LOCK|setup/.test(name))).to.deep.equal([]);
  });

  it("GET /backup sends every write that was acknowledged before, while others go on", async () => {
    await start();
    let isOver = false;
    let acknowledged = 0;
    const writing = (async () => {
      while (!isOver) await write(++acknowledged);
    })();
    await until(() => acknowledged > 20);
    await server.call("POST", "/checkpoint");
    await until(() => acknowledged > 40);
    const before = acknowledged - 1;
    const [copy, restored] = [scratchFolder("copy-"), scratchFolder("restored-")];
    await extractBackup(await ask(), nodeFs, copy);
    isOver = true;
    await writing;
    restoreBackup(nodeFs, nodeKindOf, copy, restored);
    const other = await startTestServer({ checkpoints: true, copyOf: restored });
    others.push(other);
    expect(await count(other)).to.be.within(before, acknowledged);
  });

  it("GET /backup leaves no copy behind when a download is complete, and the next one begins at once", async () => {
    await start();
    for (let i = 0; i < 3; i++) {
      const response = await ask();
      expect(response.statusCode).to.equal(200);
      await extractBackup(response, nodeFs, scratchFolder("copy-"));
      expect(existsSync(downloads())).to.equal(false);
    }
  });

  it("GET /backup answers 429 while another download is under way, and 200 when its client has left", async () => {
    await start();
    await writeLarge();
    const first = await ask();
    first.on("error", () => {});
    expect(readdirSync(downloads())).to.have.length(1);
    const second = await ask();
    expect(second.headers["retry-after"]).to.equal("1");
    expect(await errorOf(second)).to.equal(
      "429 Another backup is being downloaded, and there is disk space for one copy at a time; try again when it is complete",
    );
    first.destroy();
    await until(() => !existsSync(downloads()));
    expect((await ask().then((response) => response.resume())).statusCode).to.equal(200);
  });

  it("GET /backup ends its connection when a file of the copy cannot be read, and removes the copy", async () => {
    await start();
    await writeLarge();
    const response = await ask();
    const [name] = readdirSync(downloads());
    for (const file of readdirSync(join(downloads(), name!, "wal")))
      writeFileSync(join(downloads(), name!, "wal", file), "");
    const failure = await extractBackup(response, nodeFs, scratchFolder("copy-")).catch(
      (error) => error.code,
    );
    expect([failure, response.complete]).to.deep.equal(["ECONNRESET", false]);
    await until(() => !existsSync(downloads()));
  });

  it("GET /backup answers with the error of a full disk before it sends anything, and leaves nothing there", async () => {
    const fs = new BrokenFs();
    await start({ fs: () => fs });
    fs.before = (op, path) => {
      if (op === "write" && path.includes(DOWNLOADS)) throw new IoError("ENOSPC");
    };
    const response = await ask();
    expect(response.headers["x-azimuth-error"]).to.equal("DISK_FULL");
    expect(await errorOf(response)).to.equal("500 Backup failed: no space left on device");
    expect(existsSync(downloads())).to.equal(false);
    fs.before = () => {};
    expect((await ask().then((again) => again.resume())).statusCode).to.equal(200);
  });

  it("GET /backup answers with the damage of a data directory, without the path of the directory", async () => {
    await start();
    await write(1);
    await server.call("POST", "/checkpoint");
    const root = join(server.dataDir, "checkpoints", "00000001.json");
    writeFileSync(root, readFileSync(root, "utf8").replace("collections", "Collections"));
    const error = await errorOf(await ask());
    expect(error).to.match(
      /^500 Backup failed: collection is damaged: file checkpoints\/00000001\.json at byte 0: /,
    );
    expect(error).not.to.contain(server.dataDir);
  });

  it("GET /backup is downloadBackup of the client, whose chunks are the archive", async () => {
    await start();
    const client = connect({ url: server.url });
    const { name, contentType, chunks } = await client.downloadBackup();
    expect([name, contentType]).to.deep.equal([
      name!.match(/^azimuth-backup-.*\.tar$/)![0],
      "application/x-tar",
    ]);
    expect((await extractBackup(chunks, nodeFs, scratchFolder("copy-"))).lsn).to.equal(1);
    await client.close();
  });

  it("GET /backup does not touch other files in the folder of its copies", async () => {
    await start();
    nodeFs.mkdir(join(downloads(), "backup-of-mine"));
    nodeFs.mkdir(join(downloads(), "backup-0123abcd"));
    await extractBackup(await ask(), nodeFs, scratchFolder("copy-"));
    expect(readdirSync(downloads())).to.deep.equal(["backup-of-mine"]);
  });
});
