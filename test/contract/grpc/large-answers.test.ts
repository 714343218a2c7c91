// Large gRPC responses on one connection. The decision: responses are built one at a time, while the client reads, and
// none for a client that has left.

import { once } from "node:events";
import { type ClientHttp2Stream, constants } from "node:http2";
import { expect } from "chai";
import { countPoints, scrollPoints } from "../../../src/grpc/convert/searches.ts";
import type { ScrollPoints } from "../../../src/grpc/gen/azimuth.d.ts";
import { messages } from "../../../src/grpc/wire/messages.ts";
import { answerTo, framed, RawGrpc } from "../../support/raw-grpc.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const { CountPoints, ScrollResponse } = messages;

const POINTS = 200;
const SIZE = 1_536;
/** The window of the connection is larger than all responses, so that only the window of its stream delays one. */
const WINDOW = 64 * 1024 * 1024;
const HEAD_BYTES = 5;
const IN_C = { collection_name: "c" };
const SCROLL = "/azimuth.v1.Points/Scroll";
const COUNT = "/azimuth.v1.Points/Count";

function request(limit: number): Buffer {
  const message = scrollPoints.write({ ...IN_C, limit, with_vectors: true }) as ScrollPoints;
  return framed(messages.ScrollPoints.encode(message));
}

describe("large responses over gRPC", () => {
  let server: TestServer;
  let client: RawGrpc;

  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", { vectors_config: { size: SIZE, distance: "Dot" } });
    const vector = Array.from({ length: SIZE }, (_, i) => i);
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector }));
    await server.call("PUT", "/collections/c/points", { points });
  });
  after(() => server.close());
  beforeEach(async () => {
    client = new RawGrpc(server.grpcAddress);
    await once(client.session, "connect");
    client.session.setLocalWindowSize(WINDOW);
  });
  afterEach(() => client.close());

  /** Begins a call for many points whose response is not read. */
  function begin(limit: number): ClientHttp2Stream {
    const stream = client.begin(SCROLL);
    stream.pause();
    stream.end(request(limit));
    return stream;
  }

  /** Resolves when the server has handled all calls that came before. */
  async function count(): Promise<void> {
    const { code } = await client.call(COUNT, framed(CountPoints.encode(countPoints.write(IN_C))));
    expect(code).to.equal(0);
  }

  it("large responses over gRPC are complete, and as long as their header says", async () => {
    const { code, body } = await client.call(SCROLL, request(POINTS));
    expect(code).to.equal(0);
    expect(body.readUInt32BE(1)).to.equal(body.length - HEAD_BYTES);
    expect(body.length).to.be.above(POINTS * SIZE * 4);
    const { result } = ScrollResponse.decode(body.subarray(HEAD_BYTES));
    expect(result.map(({ id }) => id?.point_id_options?.value)).to.deep.equal(
      Array.from({ length: POINTS }, (_, id) => BigInt(id)),
    );
  });

  for (const limit of [POINTS, 2_000]) {
    it(`large responses over gRPC are sent one after another on a connection, each when the one before was read: limit ${limit}`, async () => {
      const answered: number[] = [];
      const streams = [0, 1, 2].map((i) => begin(limit).once("response", () => answered.push(i)));
      await once(streams[0]!, "response");
      // Small responses are not delayed.
      for (let i = 0; i < 20; i++) await count();
      expect(answered).to.deep.equal([0]);
      for (const [i, stream] of streams.entries()) {
        const { code, body } = await answerTo(stream.resume());
        expect([i, code]).to.deep.equal([i, 0]);
        expect(body.length).to.be.above(POINTS * SIZE * 4);
      }
      expect(answered).to.deep.equal([0, 1, 2]);
    });
  }

  it("large responses over gRPC do not wait for a cancelled one that waited before them", async () => {
    const first = begin(2_000);
    await once(first, "response");
    const waiting = Array.from({ length: 30 }, () => begin(2_000));
    const last = begin(2_000);
    await count();
    for (const stream of waiting) stream.close(constants.NGHTTP2_CANCEL);
    await count();
    first.close(constants.NGHTTP2_CANCEL);
    expect((await answerTo(last.resume())).code).to.equal(0);
  });

  it("large responses over gRPC do not wait for one on another connection that is not read", async () => {
    await once(begin(2_000), "response");
    const other = new RawGrpc(server.grpcAddress);
    expect((await other.call(SCROLL, request(2_000))).code).to.equal(0);
    other.close();
  });
});
