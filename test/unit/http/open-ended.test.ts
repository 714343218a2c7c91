// Answers of unknown length: they are sent as they are made, and their source ends with the connection.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { Operation } from "../../../src/api/operation.ts";
import { type StreamAnswer, streamSchema } from "../../../src/schema/snapshot.ts";
import { appOfOne } from "../../support/one-operation.ts";
import { until } from "../../support/until.ts";

const TYPE = "application/x-test";
const CHUNK = new Uint8Array(256 * 1024);
const MOST_CHUNKS = 256;
/** A connection is closed after this time without traffic. */
const SILENCE_MS = 40;

/** Chunks that a test provides one after another. */
class Source implements AsyncIterableIterator<Uint8Array> {
  asked = 0;
  returned = 0;
  #next: ((result: IteratorResult<Uint8Array>) => void) | null = null;

  [Symbol.asyncIterator]() {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    this.asked++;
    return new Promise((resolve) => {
      this.#next = resolve;
    });
  }

  async return() {
    this.returned++;
    return { done: true as const, value: undefined };
  }

  /** Answers the question for the next chunk. */
  async give(value: Uint8Array | null): Promise<void> {
    await until(() => this.#next !== null);
    const answer = this.#next!;
    this.#next = null;
    answer(value === null ? { done: true, value: undefined } : { done: false, value });
  }
}

describe("an answer of unknown length", () => {
  let server: Server;
  let source: Source;
  beforeEach(() => {
    source = new Source();
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function serve(
    run: (
      signal: Parameters<NonNullable<Operation["run"]>>[3]["signal"],
    ) => Promise<StreamAnswer> = async () => answer(),
  ): Promise<number> {
    const work: Operation["run"] = (_services, _request, _rules, { signal }) => run(signal);
    server = createServer(
      appOfOne(work, streamSchema(TYPE), "none", undefined, { success: "stream", lasting: true }).callback(),
    );
    server.timeout = SILENCE_MS;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  const answer = (chunks: AsyncIterable<Uint8Array> = source, name: string | null = null) => ({
    contentType: TYPE,
    name,
    chunks,
  });

  function ask(port: number, method = "GET"): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request({ port, path: "/work", method, headers: { "accept-encoding": "gzip" } }, resolve)
        .on("error", reject)
        .end();
    });
  }

  it("an answer of unknown length has its content type, no length and no compression, and a name if it is a file", async () => {
    for (const name of [null, "a.tar"]) {
      const made = new Source();
      const port = await serve(async () => answer(made, name));
      const response = await ask(port);
      const { headers } = response;
      expect(headers["content-type"]).to.equal(TYPE);
      expect(headers["content-disposition"]).to.equal(
        name === null ? undefined : 'attachment; filename="a.tar"',
      );
      expect(headers["transfer-encoding"]).to.equal("chunked");
      expect(headers).not.to.have.any.keys("content-length", "content-encoding", "vary");
      await made.give(new TextEncoder().encode("one "));
      await made.give(new TextEncoder().encode("two"));
      await made.give(null);
      expect(await text(response)).to.equal("one two");
      expect(response.complete).to.equal(true);
      server.close();
    }
  });

  it("an answer of unknown length begins before its first chunk, and each chunk is sent when it is there", async () => {
    const response = await ask(await serve());
    const chunks = response[Symbol.asyncIterator]();
    for (const word of ["one", "two"]) {
      await source.give(new TextEncoder().encode(word));
      expect((await chunks.next()).value.toString()).to.equal(word);
    }
    await source.give(null);
    expect((await chunks.next()).done).to.equal(true);
  });

  it("an answer of unknown length is not ended by the time limit of silent connections while its source has nothing", async () => {
    const port = await serve();
    const response = await ask(port);
    response.on("error", () => {});
    // Another connection is closed meanwhile, which shows that the limit has passed.
    await source.give(Uint8Array.of(65));
    await once(connect(port, "127.0.0.1").resume(), "close");
    await source.give(null);
    expect(await text(response)).to.equal("A");
  });

  it("an answer of unknown length asks for no more chunks than a client that does not read can take, and ends with it", async () => {
    let asked = 0;
    let returned = 0;
    const endless: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => endless,
      // The sockets of both sides have room for some chunks.
      next: async () => ({ done: ++asked === MOST_CHUNKS, value: CHUNK }),
      return: async () => ({ done: true, value: ++returned }),
    };
    const response = await ask(await serve(async () => answer(endless)));
    response.on("error", () => {});
    await until(() => returned > 0);
    expect([asked < MOST_CHUNKS, returned]).to.deep.equal([true, 1]);
  });

  it("an answer of unknown length ends its source when the client leaves, also while a chunk is awaited", async () => {
    const response = await ask(await serve());
    await source.give(Uint8Array.of(65));
    await until(() => source.asked === 2);
    response.on("error", () => {}).destroy();
    await until(() => source.returned > 0);
    expect(source.returned).to.equal(1);
  });

  it("an answer of unknown length ends its source when the client left before it was there", async () => {
    let leave = () => {};
    const port = await serve(async (signal) => {
      leave();
      await until(() => signal!.aborted);
      return answer();
    });
    const client = request({ port, path: "/work" }).on("error", () => {});
    leave = () => client.destroy();
    client.end();
    await until(() => source.returned > 0);
    expect([source.asked, source.returned]).to.deep.equal([0, 1]);
  });

  it("an answer of unknown length has only headers for HEAD, and is not made", async () => {
    let made = 0;
    const run = async () => {
      made++;
      return answer(source);
    };
    const response = await ask(await serve(run), "HEAD");
    expect(response.headers["content-type"]).to.equal(TYPE);
    expect(await text(response)).to.equal("");
    expect(made).to.equal(0);
  });

  it("an answer of unknown length is cut off by an error of its source", async () => {
    async function* failing() {
      yield Uint8Array.of(65);
      throw new Error("the disk is broken");
    }
    const response = await ask(await serve(async () => answer(failing())));
    const failure = await text(response).catch((error: NodeJS.ErrnoException) => error.code);
    expect([failure, response.complete]).to.deep.equal(["ECONNRESET", false]);
  });
});
