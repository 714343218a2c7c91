// Request bodies that do not arrive, on a real server with short time limits.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import Koa from "koa";
import type { Operation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { bodyReaderFor } from "../../../src/http/body.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";

const MIB = 1024 * 1024;
const PACE = { windowMs: 60, leastBytes: 1_000 };
/** An operation whose body our own reader reads, and one whose body koa-bodyparser reads. */
const ROWS = ["upsertPoints", "createCollection"].map((id) => OPERATIONS.find((row) => row.id === id)!);

for (const row of ROWS) {
  describe(`a request body of ${row.id}`, () => {
    let server: Server;
    let memory: MemoryLimit;
    let reading: Promise<object>[];

    async function serve(limitBytes: number): Promise<number> {
      const budget = new RequestBudget(limitBytes, "bodies", memory);
      const read = bodyReaderFor(row as Operation, MIB, PACE);
      const app = new Koa();
      app.use(async (ctx) => {
        const reservation = budget.reservation();
        const body = (async () => read(ctx, reservation))().finally(() => reservation.release());
        reading.push(body);
        ctx.body = await body.then(
          () => "ok",
          (error: VectorDbError) => `${error.code}: ${error.message}`,
        );
      });
      server = createServer(app.callback()).listen(0, "127.0.0.1");
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    }

    beforeEach(() => {
      memory = MemoryLimit.of(100 * MIB);
      reading = [];
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    async function begin(port: number, body: Uint8Array | string, headers = ""): Promise<Socket> {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        `PUT / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n${headers}\r\n`,
      );
      socket.write(body);
      return socket;
    }

    async function answerOn(socket: Socket): Promise<string> {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      await once(socket, "close");
      return text;
    }

    const SLOW = "REQUEST_TIMEOUT: the request body comes too slowly: send at least";

    for (const [what, body, headers] of [
      ["that never arrives", "", ""],
      ["that stops in the middle", "[".repeat(50_000), ""],
      [
        "that is compressed and stops",
        gzipSync(Buffer.alloc(50_000)).subarray(0, 40),
        "Content-Encoding: gzip\r\n",
      ],
    ] as const) {
      it(`a request body of ${row.id} is aborted with an error, and releases its memory: a body ${what}`, async () => {
        const socket = await begin(await serve(MIB), body, headers);
        expect(await answerOn(socket))
          .to.contain(SLOW)
          .and.match(/connection: close/i);
        expect(memory.used).to.equal(0);
      });
    }

    it(`a request body of ${row.id} is read if it arrives slowly but above the minimum rate`, async () => {
      const port = await serve(MIB);
      const socket = connect(port, "127.0.0.1");
      socket.write("PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 8002\r\n\r\n{");
      const answer = answerOn(socket);
      for (let part = 0; part < 4; part++) {
        socket.write(" ".repeat(2_000));
        await new Promise((resolve) => setTimeout(resolve, PACE.windowMs * 0.8));
      }
      socket.end("}");
      expect(await answer).to.match(/\r\nok$/);
    });

    it(`a request body of ${row.id} reserves no more memory than the received bytes`, async () => {
      const port = await serve(2_000);
      const silent = await Promise.all([1, 2, 3, 4].map(() => begin(port, " ".repeat(100))));
      while (reading.length < 4) await new Promise((resolve) => setImmediate(resolve));
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: "PUT", body: "{}" });
      expect(await answer.text()).to.equal("ok");
      for (const socket of silent) socket.destroy();
    });

    it(`a request body of ${row.id} is refused when there is no memory for the received bytes`, async () => {
      const port = await serve(2_000);
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: "PUT", body: " ".repeat(5_000) });
      expect(await answer.text()).to.contain("TOO_MANY_REQUESTS");
      expect(memory.used).to.equal(0);
    });
  });
}
