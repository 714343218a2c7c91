// Checkpoints on their way to an object store and back: parts, lost connections, and what is left of failures.
import { expect } from "chai";
import { S3CheckpointStore } from "../../../src/replication/s3/store.ts";
import { failureOf, LOG, MIB, piecesOf, stored, sumOf } from "../../support/checkpoints.ts";
import {
  BUCKET,
  dead,
  FakeS3,
  KEYS,
  REGION,
  refusing,
  right,
  type S3Behaviour,
} from "../../support/fake-s3.ts";
import { until } from "../../support/until.ts";

const DAY_MS = 86_400_000;
const PART = 8 * MIB;

describe("transfers of checkpoints to an object store", () => {
  let server: FakeS3;
  let store: S3CheckpointStore;
  /** Pauses pass at once. */
  const clock = {
    now: Date.now,
    after: (_ms: number, task: () => void) => {
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    },
  };

  beforeEach(async () => {
    server = await FakeS3.open();
    const address = { endpoint: server.url, region: REGION, bucket: BUCKET, isPathStyle: true };
    store = new S3CheckpointStore({ address, clock, prefix: "", log: LOG, credentials: async () => KEYS });
  });
  afterEach(async () => {
    store.close();
    await server.close();
  });

  const summary = () =>
    server.calls.map(({ method, query }) => `${method} ${[...query.keys()].join(",")}`.trim());

  it("an object store gets a large checkpoint in parts of 8 MiB, and its check sum before it appears", async () => {
    await store.put(1, piecesOf(2 * PART + 5, 1));
    const parts = server.calls.filter(({ query }) => query.has("partNumber"));
    expect(parts.map(({ body }) => body.length)).to.deep.equal([PART, PART, 5]);
    expect(summary()).to.deep.equal([
      "POST uploads",
      ...["PUT partNumber,uploadId", "PUT partNumber,uploadId", "PUT partNumber,uploadId"],
      "PUT",
      "POST uploadId",
    ]);
  });

  it("an object store gets a checkpoint of one part in one request", async () => {
    await store.put(1, piecesOf(PART, 1));
    expect(summary()).to.deep.equal(["PUT", "PUT"]);
  });

  it("an object store that takes a part slowly holds the source of the checkpoint back", async () => {
    let given = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      for await (const piece of piecesOf(2 * PART + 5 * MIB, 1)) {
        given += piece.length;
        yield piece;
      }
    }
    let release: () => void = () => {};
    server.next = [
      right,
      (response) => {
        release = () => dead(response, server.calls[0]!);
        return false;
      },
    ];
    const put = store.put(1, body());
    await until(() => server.calls.length === 2);
    expect(given).to.be.lessThan(PART + 2 * MIB + 1);
    release();
    await put;
    const { name } = (await store.newest())!;
    expect(await sumOf(store.get(name))).to.deep.equal(await sumOf(piecesOf(2 * PART + 5 * MIB, 1)));
  });

  it("an object store is told to forget the parts of a checkpoint that cannot be completed", async () => {
    server.next = [right, right, refusing(403, "AccessDenied")];
    await failureOf(store.put(1, piecesOf(2 * PART, 1)));
    expect([server.uploads.size, server.objects.size]).to.deep.equal([0, 0]);
  });

  it("an object store that completes an upload and loses the answer has the checkpoint", async () => {
    server.next = [
      ...[right, right, right, right],
      (response, { query }) => {
        const { key, parts } = server.uploads.get(query.get("uploadId")!)!;
        server.uploads.delete(query.get("uploadId")!);
        server.objects.set(key, { body: Buffer.concat([...parts.values()]), modified: new Date() });
        return dead(response, server.calls[0]!);
      },
    ];
    await store.put(1, piecesOf(PART + 1, 1));
    const { name } = (await store.newest())!;
    expect(await sumOf(store.get(name))).to.deep.equal(await sumOf(piecesOf(PART + 1, 1)));
  });

  it("an object store that has lost an upload has no checkpoint", async () => {
    server.next = [
      ...[right, right, right, right],
      () => {
        server.uploads.clear();
        return true;
      },
    ];
    const { message } = await failureOf(store.put(1, piecesOf(PART + 1, 1)));
    expect(message).to.contain("404 NoSuchUpload");
    expect(server.objects.size).to.equal(0);
  });

  it("an object store that loses the connection of a download is asked for the rest", async () => {
    const name = await stored(store, 1, 3 * MIB);
    server.calls.length = 0;
    const cut =
      (bytes: number): S3Behaviour =>
      (response, { key, headers }) => {
        const { body } = server.objects.get(key)!;
        const from = Number(/\d+/.exec(headers.range ?? "0")![0]);
        const range = from > 0 && { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` };
        response.writeHead(from > 0 ? 206 : 200, { "content-length": body.length - from, ...range });
        response.write(body.subarray(from, from + bytes), () => response.destroy());
        return false;
      };
    server.next = [right, cut(MIB), cut(5)];
    expect(await sumOf(store.get(name))).to.deep.equal(await sumOf(piecesOf(3 * MIB, 1)));
    const ranges = server.calls.slice(1).map(({ headers }) => headers.range);
    expect(ranges).to.have.length(3);
    expect(ranges[0]).to.equal(undefined);
    expect(ranges[2]).to.match(/^bytes=\d+-$/);
  });

  it("an object store that begins a download again instead of continuing it is refused", async () => {
    const name = await stored(store, 1, 3 * MIB);
    server.next = [
      right,
      (response, { key }) => {
        response.writeHead(200, { "content-length": 3 * MIB });
        response.write(server.objects.get(key)!.body.subarray(0, MIB), () => response.destroy());
        return false;
      },
      (response, { key }) => {
        response.writeHead(200).end(server.objects.get(key)!.body);
        return false;
      },
    ];
    const { message } = await failureOf(sumOf(store.get(name)));
    expect(message).to.match(/the store does not continue at byte \d+$/);
  });

  it("an object store loses multipart uploads that are older than a day, those of this log only", async () => {
    const upload = (key: string, ageMs: number) => ({
      ...{ key, parts: new Map<number, Buffer>(), begun: new Date(Date.now() - ageMs) },
    });
    server.uploads.set("old", upload(`${LOG}/a`, DAY_MS + 60_000));
    server.uploads.set("new", upload(`${LOG}/a`, DAY_MS - 60_000));
    server.uploads.set("other", upload("x/a", DAY_MS + 60_000));
    await store.sweep();
    expect([...server.uploads.keys()]).to.deep.equal(["new", "other"]);
  });

  it("an object store that cannot list uploads is swept all the same", async () => {
    server.next = [right, refusing(501, "NotImplemented")];
    await store.sweep();
    expect(server.calls).to.have.length(2);
  });
});
