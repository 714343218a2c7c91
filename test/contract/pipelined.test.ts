// Requests that a client sends before it reads a response. The decision: requests of one connection are executed one at
// a time, and none is started after the connection has ended.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import Type from "typebox";
import { appOfOne } from "../support/one-operation.ts";

const REQUEST = "GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("requests of one connection", () => {
  let server: Server;
  let client: Socket;
  afterEach(() => {
    client.destroy();
    server.close();
  });

  /** Starts a server, and sends `count` requests at once; `work` is run for each of them. */
  async function serve(
    count: number,
    work: (number: number) => Promise<unknown>,
    request = REQUEST,
  ): Promise<void> {
    let begun = 0;
    const app = appOfOne(() => work(++begun), Type.Unknown());
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.on("error", () => {});
    client.write(request.repeat(count));
  }

  it("requests of one connection are executed one at a time, in their order", async () => {
    let underWay = 0;
    let most = 0;
    await serve(20, async (number) => {
      most = Math.max(most, ++underWay);
      for (let i = 0; i < 5; i++) await setImmediate();
      underWay--;
      return number;
    });
    let text = "";
    while ((text.match(/"result":/g) ?? []).length < 20) text += String((await once(client, "data"))[0]);
    expect(most).to.equal(1);
    expect([...text.matchAll(/"result":(\d+)/g)].map(([, number]) => Number(number))).to.deep.equal(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it("requests of one connection are not started after the connection has ended, and the running one is cancelled", async () => {
    let begun = 0;
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    await serve(50, async (number) => {
      begun = number;
      client.resetAndDestroy();
      while (await stillOpen()) await setImmediate();
      ended();
      return new Array(10).fill(new Float32Array(100_000));
    });
    const stillOpen = () =>
      new Promise<boolean>((resolve) => server.getConnections((_, open) => resolve(open > 0)));
    await end;
    for (let i = 0; i < 20; i++) await setImmediate();
    expect(begun).to.equal(1);
  });

  for (const [what, count, bytes, isCut] of [
    ["more than a thousand", 1_002, 0, true],
    ["a thousand", 1_001, 0, false],
    ["more than a megabyte of bodies", 60, 30_000, true],
    ["half a megabyte of bodies", 20, 30_000, false],
  ] as const) {
    it(`requests of one connection ${isCut ? "end it" : "wait"} when ${what} arrive while the first request is executed`, async () => {
      const head = `GET /work HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      let done = 0;
      await serve(
        count,
        async () => {
          await held;
          return ++done;
        },
        head + "x".repeat(bytes),
      );
      const isClosed = new Promise<boolean>((resolve) => client.once("close", () => resolve(true)));
      if (isCut) expect(await isClosed).to.equal(true);
      letGo();
      while (!isCut && done < count) await once(client, "data");
      for (let i = 0; i < 20; i++) await setImmediate();
      expect(done).to.equal(isCut ? 1 : count);
    });
  }
});
