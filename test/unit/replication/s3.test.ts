// Requests to an object store whose connections, answers and credentials are not what they should be.
import { expect } from "chai";
import { S3CheckpointStore } from "../../../src/replication/s3/store.ts";
import { failureOf, LOG, MIB, piecesOf, stored } from "../../support/checkpoints.ts";
import { answer, BUCKET, dead, FakeS3, KEYS, REGION, refusing, silent } from "../../support/fake-s3.ts";
import { until } from "../../support/until.ts";

const PART = 8 * MIB;

describe("an object store for checkpoints", () => {
  let server: FakeS3;
  let store: S3CheckpointStore;
  let pauses: number[];
  /** Pauses pass at once. */
  const clock = {
    now: Date.now,
    after: (ms: number, task: () => void) => {
      pauses.push(ms);
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    },
  };

  function open(parts: object = {}): S3CheckpointStore {
    const address = { endpoint: server.url, region: REGION, bucket: BUCKET, isPathStyle: true };
    return new S3CheckpointStore({
      ...{ address, clock, prefix: "", log: LOG, credentials: async () => KEYS },
      ...parts,
    });
  }

  beforeEach(async () => {
    server = await FakeS3.open();
    pauses = [];
    store = open();
  });
  afterEach(async () => {
    store.close();
    await server.close();
  });

  const summary = () =>
    server.calls.map(({ method, query }) => `${method} ${[...query.keys()].join(",")}`.trim());

  it("an object store is asked again, after longer and longer pauses, when it fails in passing", async () => {
    server.next = [
      refusing(503, "SlowDown"),
      refusing(429, "TooManyRequests"),
      refusing(400, "RequestTimeout"),
      dead,
      (response) => {
        answer(response, "<Error><Code>InternalError</Code><Message>Again.</Message></Error>");
        return false;
      },
    ];
    await stored(store, 1);
    expect(pauses).to.deep.equal([200, 400, 800, 1_600, 3_200]);
  });

  it("an object store that goes on failing is given up after six attempts", async () => {
    server.next = Array.from({ length: 6 }, () => refusing(500, "InternalError", "We are sorry."));
    const { message } = await failureOf(store.list());
    expect(message).to.equal(`GET of the bucket ${BUCKET}: 500 InternalError We are sorry.`);
    expect(server.calls).to.have.length(6);
  });

  it("an object store that refuses is not asked again", async () => {
    server.next = [refusing(403, "AccessDenied", "Access &lt;denied&gt;,\n see the policy.")];
    const { message } = await failureOf(store.list());
    expect(message).to.equal(
      `GET of the bucket ${BUCKET}: 403 AccessDenied Access <denied>, see the policy.`,
    );
    expect(server.calls).to.have.length(1);
  });

  it("an object store whose answer is no error in XML is shown by the status only", async () => {
    server.next = [
      (response) => {
        response.writeHead(403).end("<html><Code>x</Code>the proxy says no</html>");
        return false;
      },
    ];
    expect((await failureOf(store.list())).message).to.equal(`GET of the bucket ${BUCKET}: 403`);
  });

  it("an object store that is silent counts as lost, and is asked again", async () => {
    const quick = open({ silenceMs: 50 });
    server.next = [silent];
    expect(await quick.list()).to.deep.equal([]);
    server.next = Array.from({ length: 6 }, () => silent);
    expect((await failureOf(quick.list())).message).to.equal("the store was silent for 0.05 s");
    quick.close();
  });

  it("an object store that redirects is refused, and the other address gets nothing", async () => {
    const other = await FakeS3.open();
    server.next = [
      (response) => {
        response.writeHead(307, { location: `${other.url}/${BUCKET}/` }).end();
        return false;
      },
    ];
    const { message } = await failureOf(store.list());
    expect(message).to.contain(
      ": 307 (a redirect, which is not followed: check endpoint, region and path_style)",
    );
    expect([server.calls.length, other.calls.length]).to.deep.equal([1, 0]);
    await other.close();
  });

  it("an object store refuses a wrong secret, and the error shows none", async () => {
    const wrong = open({ credentials: async () => ({ ...KEYS, secretAccessKey: "anothersecret" }) });
    const { message } = await failureOf(wrong.put(1, piecesOf(10, 1)));
    expect(message).to.match(/^PUT .*\.tar\.sha256: 403 SignatureDoesNotMatch Refused\.$/);
    wrong.close();
  });

  it("an object store gets a session token with each request, and no error shows it", async () => {
    server.sessionToken = "token/of+a=session";
    const session = open({ credentials: async () => ({ ...KEYS, sessionToken: server.sessionToken }) });
    await stored(session, 1, 2 * PART);
    expect((await failureOf(store.list())).message).to.contain("403 InvalidToken");
    server.next = [refusing(400, "ExpiredToken", `The token token/of+a=session has expired.`)];
    expect((await failureOf(session.list())).message).to.contain("The token (secret) has expired.");
    session.close();
  });

  it("an object store gets credentials that are read anew for each request", async () => {
    let secretAccessKey = "old";
    const changing = open({ credentials: async () => ({ ...KEYS, secretAccessKey }) });
    await failureOf(changing.list());
    secretAccessKey = KEYS.secretAccessKey;
    expect(await changing.list()).to.deep.equal([]);
    changing.close();
  });

  it("an object store with many objects is listed page by page", async () => {
    server.pageSize = 2;
    for (const lsn of [1, 2, 3]) await stored(store, lsn);
    server.calls.length = 0;
    expect((await store.list()).map(({ lsn }) => lsn)).to.deep.equal([3, 2, 1]);
    expect(summary()).to.deep.equal([
      "GET list-type,prefix",
      "GET list-type,prefix,continuation-token",
      "GET list-type,prefix,continuation-token",
    ]);
  });

  it("an object store that is closed ends what waits for it", async () => {
    server.next = [silent];
    const list = failureOf(store.list());
    await until(() => server.calls.length === 1);
    store.close();
    expect((await list).name).to.equal("AbortError");
    expect((await failureOf(store.list())).name).to.equal("AbortError");
  });

  it("an object store at a bare address refuses buckets in the name of the host", () => {
    const address = { endpoint: server.url, region: REGION, bucket: BUCKET, isPathStyle: false };
    expect(() => open({ address })).to.throw("set path_style to true");
  });
});
