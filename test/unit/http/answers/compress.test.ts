// The compression of responses, on a server that treats its clients as if they were on other machines.
import { createServer, get, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import Koa, { type Context } from "koa";
import { compressLarge } from "../../../../src/http/answers/compress.ts";
import { RawJson } from "../../../../src/schema/raw-json.ts";
import { appOfOne } from "../../../support/one-operation.ts";

const TEXT = JSON.stringify({ text: "ä".repeat(10_000) });

describe("compressLarge", () => {
  let server: Server;
  afterEach(() => server.close());

  /** The response to a request, with its body as it was sent. */
  async function ask(
    answer: (ctx: Context) => void,
    { accept, isNear = false, method = "GET" }: { accept?: string; isNear?: boolean; method?: string },
  ): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
    const app = new Koa();
    const compress = compressLarge((address) => isNear && address !== "");
    app.use(async (ctx) => {
      ctx.set("Content-Type", "application/json; charset=utf-8");
      answer(ctx);
      await compress(ctx);
    });
    return fetched(app.callback(), { accept, method });
  }

  async function fetched(
    listener: RequestListener,
    { accept, method = "GET" }: { accept: string | undefined; method?: string },
  ): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const headers = accept === undefined ? {} : { "accept-encoding": accept };
    return new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      get({ port, host: "127.0.0.1", path: "/work", method, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
      }).on("error", reject);
    });
  }

  const large = (ctx: Context) => {
    ctx.body = TEXT;
  };

  it("compressLarge compresses a large response on request, with its header", async () => {
    for (const accept of ["gzip", "deflate, gzip;q=0.8", "gzip, br"]) {
      const { headers, bytes } = await ask(large, { accept });
      expect(headers["content-encoding"], accept).to.equal("gzip");
      expect(headers.vary).to.equal("Accept-Encoding");
      expect(headers["content-type"]).to.equal("application/json; charset=utf-8");
      expect(Number(headers["content-length"])).to.equal(bytes.length).and.to.be.below(1_000);
      expect(gunzipSync(bytes).toString()).to.equal(TEXT);
      server.close();
    }
  });

  it("compressLarge compresses bytes as it does text", async () => {
    const answer = (ctx: Context) => {
      ctx.body = Buffer.from(TEXT);
    };
    expect(gunzipSync((await ask(answer, { accept: "gzip" })).bytes).toString()).to.equal(TEXT);
  });

  it("compressLarge does not compress if the client does not accept it, and sets Vary", async () => {
    for (const accept of [undefined, "", "identity", "br", "gzip;q=0"]) {
      const { headers, bytes } = await ask(large, accept === undefined ? {} : { accept });
      expect(headers["content-encoding"], accept).to.equal(undefined);
      expect(headers.vary).to.equal("Accept-Encoding");
      expect(bytes.toString()).to.equal(TEXT);
      server.close();
    }
  });

  it("compressLarge does not compress for clients on the same machine", async () => {
    const { headers, bytes } = await ask(large, { accept: "gzip", isNear: true });
    expect([headers["content-encoding"], headers.vary]).to.deep.equal([undefined, undefined]);
    expect(bytes.toString()).to.equal(TEXT);
  });

  it("compressLarge does not compress small, binary, encoded or empty responses", async () => {
    const answers: ((ctx: Context) => void)[] = [
      (ctx) => {
        ctx.body = "x".repeat(4_096);
      },
      (ctx) => {
        ctx.body = Buffer.alloc(10_000);
        ctx.set("Content-Type", "application/octet-stream");
      },
      (ctx) => {
        ctx.body = TEXT;
        ctx.set("Content-Encoding", "br");
      },
      (ctx) => {
        ctx.body = TEXT;
        ctx.set("ETag", '"a"');
      },
    ];
    for (const answer of answers) {
      const { headers } = await ask(answer, { accept: "gzip" });
      expect(headers.vary).to.equal(undefined);
      expect(headers["content-encoding"]).to.be.oneOf([undefined, "br"]);
      server.close();
    }
    const { headers } = await ask(large, { accept: "gzip", method: "HEAD" });
    expect(headers["content-encoding"]).to.equal(undefined);
  });

  it("compressLarge compresses responses of operations, as strings and as bytes", async () => {
    for (const result of ["ä".repeat(10_000), { payload: new RawJson(Buffer.from(TEXT), 1) }]) {
      const answer = appOfOne(async () => result).callback();
      const fromAfar: RequestListener = (request, response) => {
        Object.defineProperty(request.socket, "remoteAddress", { value: "192.0.2.1" });
        answer(request, response);
      };
      const { headers, bytes } = await fetched(fromAfar, { accept: "gzip" });
      expect(headers["content-encoding"]).to.equal("gzip");
      expect(gunzipSync(bytes).toString()).to.contain("ä".repeat(10_000)).and.to.contain('"status":"ok"');
      server.close();
    }
  });
});
