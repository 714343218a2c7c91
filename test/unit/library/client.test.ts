// The client over HTTP: its requests, the results and errors it makes of responses, when it repeats a request, and when
// it gives up.
import { expect } from "chai";
import { type ConnectOptions, connectWith } from "../../../src/client/connect.ts";
import { connect, type VectorDbError } from "../../../src/client/index.ts";
import { freePort } from "../../support/free-port.ts";
import { startTestServer } from "../../support/rest.ts";

const c = { collection_name: "c" };
const LARGE = 13570027672830659665n;
const STARTING = { status: 412, body: '{"time":0,"status":{"error":"Engine not initialized"}}' };
const EMPTY = { status: 200, body: '{"result":{"collections":[]}}' };

interface Canned {
  readonly status: number;
  readonly body: string;
}

/** A client of a server that gives these responses one after another; `pauses` has the delays of the client. */
function clientOf(answers: readonly Canned[], options: Partial<ConnectOptions> = {}) {
  const pauses: number[] = [];
  const sent: (RequestInit & { url: string })[] = [];
  const fake = (async (url: string, init: RequestInit) => {
    sent.push({ url, ...init });
    const { status, body } = answers[Math.min(sent.length, answers.length) - 1]!;
    return new Response(body, { status });
  }) as typeof fetch;
  const pause = async (ms: number) => {
    pauses.push(ms);
  };
  return { db: connectWith({ url: "http://x", fetch: fake, ...options }, pause), pauses, sent };
}

async function refusal(work: Promise<unknown>): Promise<VectorDbError> {
  return work.then(
    () => expect.fail("it was not refused"),
    (error) => error,
  );
}

describe("the client made by connect", () => {
  it("the client made by connect repeats requests to a server that is starting, five times with doubled delays", async () => {
    const { db, pauses } = clientOf([STARTING]);
    const { code, message } = await refusal(db.listCollections());
    expect([code, message]).to.deep.equal(["ENGINE_NOT_INITIALIZED", "Engine not initialized"]);
    expect(pauses).to.deep.equal([500, 1000, 2000, 4000, 8000]);
  });

  it("the client made by connect continues as soon as the server is ready", async () => {
    const { db, pauses } = clientOf([STARTING, STARTING, EMPTY]);
    expect(await db.listCollections()).to.deep.equal({ collections: [] });
    expect(pauses).to.deep.equal([500, 1000]);
  });

  it("the client made by connect does not repeat requests with other errors", async () => {
    const deleted = { status: 412, body: '{"time":0,"status":{"error":"Collection deleted: c"}}' };
    for (const answer of [deleted, { status: 500, body: "{}" }, { status: 503, body: "<html>" }]) {
      const { db, sent } = clientOf([answer]);
      await refusal(db.countPoints(c));
      expect(sent.length).to.equal(1);
    }
  });

  it("the client made by connect finds the code of an error by status and text without a header, in both envelopes", async () => {
    const cases = [
      [412, '{"status":{"error":"Collection deleted: c"}}', "COLLECTION_DELETED", "Collection deleted: c"],
      [401, '{"status":"error","message":"no"}', "UNAUTHENTICATED", "no"],
      [
        500,
        '{"status":{"error":"Upsert failed: out of memory"}}',
        "OUT_OF_MEMORY",
        "Upsert failed: out of memory",
      ],
      [502, "<html>", "INTERNAL", "the server answered with status 502"],
    ] as const;
    for (const [status, body, ...expected] of cases) {
      const { code, message } = await refusal(clientOf([{ status, body }]).db.listCollections());
      expect([code, message]).to.deep.equal(expected);
    }
  });

  it("the client made by connect rejects a call at its time limit", async () => {
    const { signal } = new AbortController();
    const never = ((_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal!.addEventListener("abort", () => reject(init.signal!.reason));
      })) as typeof fetch;
    const db = connect({ url: "http://x", fetch: never, timeoutMs: 1 });
    const { code, message } = await refusal(db.listCollections({}, { signal }));
    expect([code, message]).to.deep.equal(["DEADLINE_EXCEEDED", "there was no answer within 1 ms"]);
  });

  it("the client made by connect rejects a call when it is aborted, and sends nothing if that was before", async () => {
    const { db, sent } = clientOf([EMPTY]);
    const reason = new Error("enough");
    const error = await refusal(db.listCollections({}, { signal: AbortSignal.abort(reason) }));
    expect(error).to.equal(reason);
    expect(sent).to.deep.equal([]);
  });

  for (const host of ["127.0.0.1", "localhost"]) {
    it(`the client made by connect reports that no server answers at ${host}, with the cause`, async () => {
      const port = await freePort();
      const db = connect({ url: `http://${host}:${port}` });
      const { code, message } = await refusal(db.listCollections());
      expect(code).to.equal("UNAVAILABLE");
      expect(message).to.match(
        new RegExp(
          `^No answer from http://${host}:${port}: connect ECONNREFUSED .+:${port}; is the server running\\?$`,
        ),
      );
    });
  }

  it("the client made by connect refuses an invalid address, and calls after close", async () => {
    expect(() => connect({ url: "nowhere" })).to.throw("url: expected the address of a REST API");
    const { db } = clientOf([EMPTY]);
    await db.close();
    expect((await refusal(db.listCollections())).code).to.equal("CLOSED");
  });

  it("the client made by connect returns the recall beside a result as a member that is not listed, and an explanation with the result", async () => {
    const recall = { asked: 0.9, expected: null, ef: 112 };
    const found = (more: object) => ({ status: 200, body: JSON.stringify({ result: [], ...more }) });
    const explain = { strategy: "hnsw" };
    const { db } = clientOf([found({ recall }), found({}), found({ recall, explain })]);
    const search = () => db.searchPoints({ ...c, vector: [1] });
    const points = await search();
    expect([points, points.recall]).to.deep.equal([[], recall]);
    expect((await search()).recall).to.equal(undefined);
    expect(await search()).to.deep.equal({ result: [], explain, recall });
  });

  it("the client made by connect lets the server refuse a number that JSON lacks", async () => {
    const server = await startTestServer();
    const db = connect({ url: server.url });
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
    const search = db.searchPoints({ ...c, vector: [1, 2], params: { recall: Number.NaN } });
    const message = await search.catch((error) => error.message);
    await server.close();
    expect(message).to.equal('params.recall: expected a number from 0.5 to 1, got "NaN"');
  });

  it("the client made by connect keeps ids exact in both directions, and refuses numbers that are not exact", async () => {
    const server = await startTestServer();
    const db = connect({ url: server.url });
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
    await db.upsertPoints({ ...c, points: [{ id: LARGE, vector: [0.1, 2], payload: { n: LARGE } }] });
    expect(await db.getPoint({ ...c, id: LARGE })).to.deep.equal({
      id: LARGE,
      payload: { n: LARGE },
      vector: [0.1, 2],
    });
    for (const work of [
      db.getPoint({ ...c, id: Number(LARGE) }),
      db.deletePoints({ ...c, points: [Number(LARGE)] }),
    ]) {
      expect((await refusal(work)).message).to.match(/expected an unsigned 64-bit integer or a UUID, got/);
    }
    const packed = connect({ url: server.url, vectors: "float32" });
    expect((await packed.getPoint({ ...c, id: LARGE })).vector).to.deep.equal(new Float32Array([0.1, 2]));
    await server.close();
  });
});
