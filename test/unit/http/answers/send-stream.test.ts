// Responses whose body is a stream, sent by a real server of Koa.
import { once } from "node:events";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect } from "chai";
import Koa from "koa";
import { sendStream } from "../../../../src/http/answers/send-stream.ts";

const PARTS = ["one ", "two ", "three"];

describe("a response that is a stream", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Serves the stream that `make` returns to every request. @returns the address, and the errors of the connections */
  async function serving(make: () => Readable): Promise<{ url: string; errors: Error[] }> {
    const errors: Error[] = [];
    const app = new Koa();
    app.on("error", (error: Error) => errors.push(error));
    app.use((ctx) => {
      ctx.set("Content-Type", "text/plain");
      ctx.body = make();
      sendStream(ctx, ctx.body as Readable);
    });
    const server = app.listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, errors };
  }

  it("a response that is a stream has all of its parts, in order", async () => {
    const { url } = await serving(() => Readable.from(PARTS));
    expect(await (await fetch(url)).text()).to.equal(PARTS.join(""));
  });

  it("a response that is a stream has a head without a body for HEAD", async () => {
    const { url } = await serving(() => Readable.from(PARTS));
    const response = await fetch(url, { method: "HEAD" });
    expect([response.status, await response.text()]).to.deep.equal([200, ""]);
  });

  it("a response that is a stream ends the connection when the stream fails, so no client takes a part for the whole", async () => {
    const { url, errors } = await serving(() =>
      Readable.from(
        (async function* () {
          yield "one ";
          throw new Error("the file cannot be read");
        })(),
      ),
    );
    const failure = await fetch(url)
      .then((response) => response.text())
      .catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(errors.map(({ message }) => message)).to.deep.equal(["the file cannot be read"]);
  });

  it("a response that is a stream is no longer read when its client has disconnected", async () => {
    let closed: () => void = () => {};
    const whenClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { url } = await serving(() => {
      const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
      endless.on("close", closed);
      return endless;
    });
    const asked = request(url, (response) => response.once("data", () => asked.destroy()));
    asked.on("error", () => {});
    asked.end();
    await whenClosed;
  });
});
