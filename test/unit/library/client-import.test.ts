// The method importPoints of the client: how it divides the source into parts, which points it reports, and how it ends
// early.
import { expect } from "chai";
import { connect, type VectorDbClient } from "../../../src/client/index.ts";
import { pause } from "../../../src/scheduling/pause.ts";
import type { ImportReport } from "../../../src/schema/point-import.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const PART = 5_000;
const MANY = 12_345;
const LARGE = 13570027672830659665n;
const c = { collection_name: "c" };

describe("importPoints of the client", () => {
  let server: TestServer;
  let db: VectorDbClient;
  beforeEach(async () => {
    server = await startTestServer({ vectors: 50_000 });
    db = connect({ url: server.url });
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Euclid" } });
  });
  afterEach(async () => {
    await db.close();
    await server.close();
  });

  const point = (id: number) => ({ id, vector: [id, 0.5], payload: { n: id } });
  const count = async () => (await db.countPoints(c)).count;

  async function* points(many: number, onTaken = (_taken: number) => {}) {
    for (let id = 1; id <= many; id++) {
      onTaken(id);
      yield point(id);
    }
  }

  /** A client whose requests wait until the test releases them; `sent` has their lines. */
  function held(failure?: (part: number) => Response | Error | undefined) {
    const sent: string[][] = [];
    const waiting: (() => void)[] = [];
    const slow = (async (url: string, init: RequestInit) => {
      sent.push(String(init.body).split("\n"));
      const part = sent.length;
      await new Promise<void>((resolve) => waiting.push(resolve));
      const failed = failure?.(part);
      if (failed instanceof Error) throw failed;
      return failed ?? fetch(url, init);
    }) as typeof fetch;
    return { db: connect({ url: server.url, fetch: slow }), sent, letGo: () => waiting.shift()!() };
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await pause();
  }

  it("importPoints of the client accepts a list and an iterable, with exact ids and Float32Arrays", async () => {
    const few = [
      { id: LARGE, vector: new Float32Array([0.1, 2]), payload: { n: LARGE, f: 1.5 } },
      { id: "6b1c3a58-7d2e-4f0a-9b1c-3a587d2e4f0a", vector: [1, 2] },
    ];
    const done = { accepted: 2, rejected: 0, batches: 1, last_line_durable: 2, errors: [], stopped: null };
    expect(await db.importPoints({ ...c, points: few })).to.deep.equal(done);
    expect((await db.getPoint({ ...c, id: LARGE })).payload).to.deep.equal({ n: LARGE, f: 1.5 });
    const report = await db.importPoints({ ...c, points: points(MANY) });
    expect(report).to.deep.include({ accepted: MANY, rejected: 0, last_line_durable: MANY, stopped: null });
    expect(await count()).to.equal(MANY + 2);
  });

  it("importPoints of the client does nothing without points", async () => {
    expect(await db.importPoints({ ...c, points: [] })).to.deep.include({
      accepted: 0,
      last_line_durable: 0,
    });
  });

  it("importPoints of the client collects one part while another is sent, and reads no more from the source", async () => {
    let taken = 0;
    const slow = held();
    const source = points(4 * PART, (many) => (taken = many));
    const done = slow.db.importPoints({ ...c, points: source });
    while (taken < 2 * PART) await pause();
    await settle();
    expect([taken, slow.sent.length]).to.deep.equal([2 * PART, 1]);
    slow.letGo();
    while (taken < 3 * PART) await pause();
    await settle();
    expect([taken, slow.sent.length, await count()]).to.deep.equal([3 * PART, 2, PART]);
    for (let part = 2; part <= 4; part++) {
      while (slow.sent.length < part) await pause();
      slow.letGo();
    }
    expect((await done).accepted).to.equal(4 * PART);
  });

  it("importPoints of the client reports invalid points with their positions in the source, whatever part they are in", async () => {
    const sofar: ImportReport[] = [];
    const source = (async function* () {
      for (let id = 1; id <= MANY; id++) yield id % PART === 7 ? { id, vector: [1, 2, 3] } : point(id);
    })();
    const report = await db.importPoints({ ...c, points: source, on_progress: (one) => sofar.push(one) });
    expect(report.errors).to.deep.equal(
      [7, PART + 7, 2 * PART + 7].map((line) => ({
        line,
        error: `Dimension mismatch for vector '${line}': expected 2, got 3`,
      })),
    );
    expect([report.accepted, report.rejected]).to.deep.equal([MANY - 3, 3]);
    expect(sofar.map((one) => one.last_line_durable)).to.deep.equal([PART, 2 * PART, MANY]);
  });

  it("importPoints of the client stops at the first invalid point on request, and closes the source", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        for (let id = 1; ; id++) yield id === PART + 7 ? { id, vector: [1] } : point(id);
      } finally {
        isClosed = true;
      }
    })();
    const report = await db.importPoints({ ...c, points: source, on_error: "stop" });
    expect(report.stopped?.code).to.equal("INVALID_ARGUMENT");
    expect(report.last_line_durable).to.be.within(PART, PART + 6);
    expect(await count()).to.equal(report.accepted);
    await settle();
    expect(isClosed).to.equal(true);
  });

  it("importPoints of the client fails like other calls before anything was written, and reports what was written when it fails later", async () => {
    const nowhere = db.importPoints({ collection_name: "none", points: points(3) }).catch((error) => error);
    expect(await nowhere).to.include({ code: "NOT_FOUND", message: "Collection not found: none" });
    const flaky = held((part) => (part === 2 ? new TypeError("the line is cut") : undefined));
    const done = flaky.db.importPoints({ ...c, points: points(3 * PART) });
    for (let part = 1; part <= 2; part++) {
      while (flaky.sent.length < part) await pause();
      flaky.letGo();
    }
    const { stopped, last_line_durable } = await done;
    expect([last_line_durable, stopped?.code]).to.deep.equal([PART, "UNAVAILABLE"]);
    expect(stopped?.error).to.match(/^No answer from http.*: the line is cut$/);
    expect(await count()).to.equal(PART);
  });

  it("importPoints of the client throws an error of the source after the part in progress", async () => {
    const source = (async function* () {
      yield* points(PART);
      throw new Error("no more");
    })();
    const error = await db.importPoints({ ...c, points: source }).catch((thrown) => thrown);
    expect([error.message, await count()]).to.deep.equal(["no more", PART]);
  });

  it("importPoints of the client rejects when it is aborted, and sends nothing more", async () => {
    const slow = held();
    const control = new AbortController();
    const done = slow.db.importPoints({ ...c, points: points(4 * PART) }, { signal: control.signal });
    while (slow.sent.length < 1) await pause();
    control.abort(new Error("enough"));
    const error = await done.catch((thrown) => thrown);
    expect(error.message).to.equal("enough");
    slow.letGo();
    await settle();
    expect(slow.sent).to.have.lengthOf(1);
  });
});
