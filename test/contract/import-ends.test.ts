// Imports that end before their last line. The decision: lines that are durable stay, none is written after them, and
// the report says how many they are.
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { expect } from "chai";
import { bearer, createToken, guard } from "../support/guarded.ts";
import {
  count,
  createCollection,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../support/rest.ts";
import { BrokenFs, IoError } from "../unit/storage/broken-fs.ts";

const IMPORT = "/collections/c/points/import";

interface Reported {
  readonly accepted: number;
  readonly rejected: number;
  readonly last_line_durable: number;
  readonly stopped: { readonly code: string; readonly error: string } | null;
}

describe("an import that ends early", () => {
  let server: TestServer;
  afterEach(() => server.close());

  async function start(options: TestServerOptions = {}): Promise<void> {
    server = await startTestServer(options);
    await createCollection(server);
  }

  const linesFrom = (first: number, many: number) =>
    Array.from({ length: many }, (_, i) => `{"id":${first + i},"vector":[1,2,3,4]}\n`).join("");

  /** Opens an import whose lines the test sends by hand; `next` returns the next line of the response. */
  async function open(headers: Record<string, string> = {}) {
    const { port } = new URL(server.url);
    const sent = request({ port, path: `${IMPORT}?progress=true`, method: "POST", headers });
    sent.on("error", () => {});
    const answer = once(sent, "response");
    let text = "";
    let reading: AsyncIterator<string> | undefined;
    const next = async () => {
      const [response] = await answer;
      response.setEncoding("utf8");
      reading ??= response[Symbol.asyncIterator]() as AsyncIterator<string>;
      while (!text.includes("\n")) {
        const { value, done } = await reading.next();
        if (done) throw new Error(`the answer ended: ${text}`);
        text += value;
      }
      const end = text.indexOf("\n");
      const line = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      return line;
    };
    return { sent, next };
  }

  const resultOf = (line: { result: Reported }) => line.result;

  it("an import that ends early keeps durable lines when its client disconnects, and writes nothing of an incomplete line", async () => {
    await start();
    const { sent, next } = await open();
    sent.write(`${linesFrom(0, 1_000)}{"id":5000,"vector":[1,2,3,4]}`);
    expect((await next()).last_line_durable).to.equal(1_000);
    sent.destroy();
    // The server answers the next import after it has finished with the rest of this one.
    await server.call("POST", IMPORT, linesFrom(9_000, 1));
    expect(await count(server)).to.equal(1_001);
  });

  it("an import that ends early reports what was written when the credential is deleted meanwhile, and writes nothing more", async () => {
    await start();
    const admin = await guard(server);
    const { id, api_key } = await createToken(server, admin, { permission: "write" });
    const { sent, next } = await open(bearer(api_key));
    sent.write(linesFrom(0, 1_000));
    expect((await next()).accepted).to.equal(1_000);
    await server.call("DELETE", `/auth/api_key/${id}`, undefined, admin);
    sent.end(linesFrom(1_000, 2_000));
    const { accepted, last_line_durable, stopped } = resultOf(await next());
    expect([accepted, last_line_durable]).to.deep.equal([1_000, 1_000]);
    expect(stopped).to.deep.equal({
      code: "UNAUTHENTICATED",
      error: "Invalid or missing authorization token",
    });
    const { body } = await server.call("POST", "/collections/c/points/count", {}, admin);
    expect(body.result.count).to.equal(1_000);
  });

  it("an import that ends early reports what was written when the collection is deleted meanwhile", async () => {
    await start();
    const { sent, next } = await open();
    sent.write(linesFrom(0, 1_000));
    await next();
    await server.call("DELETE", "/collections/c");
    sent.end(linesFrom(1_000, 1_000));
    const { accepted, stopped } = resultOf(await next());
    expect([accepted, stopped!.code]).to.deep.equal([1_000, "NOT_FOUND"]);
  });

  it("an import that ends early reports what was written when the license allows no more vectors", async () => {
    await start({ vectors: 12_500 });
    // The last batch alone would fit, but nothing behind a refused batch is imported.
    const { body } = await server.call("POST", IMPORT, linesFrom(0, 13_400));
    const { accepted, last_line_durable, stopped } = body.result as Reported;
    expect([accepted, last_line_durable]).to.deep.equal([12_000, 12_000]);
    expect(stopped!.code).to.equal("CAPACITY_EXCEEDED");
    expect(await count(server)).to.equal(12_000);
  });

  it("an import that ends early reports the reason, and not that all lines were rejected, when none was accepted before", async () => {
    await start({ vectors: 5_500 });
    await server.call("POST", IMPORT, linesFrom(2, 5_000));
    const wrong = '{"id":1,"vector":[1]}\n'.repeat(1_000);
    const { status, body } = await server.call("POST", IMPORT, wrong + linesFrom(6_000, 1_000));
    const { accepted, rejected, stopped } = body.result as Reported;
    expect([status, accepted, rejected, stopped!.code]).to.deep.equal([200, 0, 1000, "CAPACITY_EXCEEDED"]);
  });

  it("an import that ends early reports what was written when the disk is full, or the full disk alone if nothing was", async () => {
    const fs = new BrokenFs();
    await start({ fs: () => fs });
    const { sent, next } = await open();
    sent.write(linesFrom(0, 1_000));
    await next();
    fs.before = (op, path) => {
      if (op === "write" && path.includes("wal")) throw new IoError("ENOSPC");
    };
    sent.end(linesFrom(1_000, 5_000));
    const { accepted, last_line_durable, stopped } = resultOf(await next());
    expect([accepted, last_line_durable]).to.deep.equal([1_000, 1_000]);
    expect(stopped!.code).to.equal("DISK_FULL");
    expect(stopped!.error).to.match(/^no space left/);
    const { status, body } = await server.call("POST", IMPORT, linesFrom(0, 10));
    expect(status).to.equal(500);
    expect(body.status.error).to.match(/^Import failed: no space left/);
    fs.before = () => {};
    expect(await count(server)).to.equal(1_000);
  });

  it("an import that ends early is answered at once on a connection that stays open, however much the client still sends", async () => {
    await start();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const body = `x\n${linesFrom(0, 200_000)}`;
    socket.write(
      `POST ${IMPORT}?on_error=stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).to.contain('"stopped":{"code":"INVALID_ARGUMENT"');
    expect(text).to.contain("azimuth - vector");
    expect(await count(server)).to.equal(0);
  });

  it("an import that ends early does not affect imports that run at the same time", async () => {
    await start({ vectors: 100_000 });
    const bodies = [0, 1, 2, 3].map((i) => linesFrom(i * 100_000, 3_000));
    bodies.push(`${linesFrom(900_000, 1_500)}x\n${linesFrom(950_000, 100)}`);
    const answers = await Promise.all(
      bodies.map((body) => server.call("POST", `${IMPORT}?on_error=stop`, body)),
    );
    expect(answers.map(({ body }) => body.result?.accepted ?? body)).to.deep.equal([
      3_000, 3_000, 3_000, 3_000, 1_500,
    ]);
    expect(await count(server)).to.equal(13_500);
  });
});
