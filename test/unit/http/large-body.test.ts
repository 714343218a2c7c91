// Large bodies that do not arrive, on a real server with short time limits: with and without reserved memory.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect } from "chai";
import Koa from "koa";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { bodyReaderFor } from "../../../src/http/body.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";

const MIB = 1024 * 1024;
const BODY_BYTES = 4 * MIB;
const PACE = { windowMs: 500, leastBytes: 1_000 };
const NO_PACE = { windowMs: 60_000, leastBytes: 1 };
const GRANTED_MS = 150;
const ROW = OPERATIONS.find(({ id }) => id === "upsertPoints")!;

describe("a request body of megabytes", () => {
  let server: Server;
  let memory: MemoryLimit;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** @param pace of bodies without reserved memory */
  async function begin(memoryBytes: number, pace = PACE): Promise<Socket> {
    memory = MemoryLimit.of(memoryBytes);
    const budget = new RequestBudget(100 * MIB, "bodies", memory);
    const read = bodyReaderFor(ROW, 16 * MIB, pace, GRANTED_MS);
    const app = new Koa();
    app.use(async (ctx) => {
      const reservation = budget.reservation();
      ctx.body = await (async () => read(ctx, reservation))().then(
        () => "ok",
        (error: VectorDbError) => `${error.code}: ${error.message}`,
      );
      reservation.release();
    });
    server = createServer(app.callback()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES}\r\n\r\n{`);
    return socket;
  }

  async function answerOn(socket: Socket): Promise<string> {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await once(socket, "close");
    expect(memory.used).to.equal(0);
    return text;
  }

  it("a request body of megabytes is aborted with an error if it is too slow, and releases its reserved memory", async () => {
    const text = await answerOn(await begin(100 * MIB, NO_PACE));
    expect(text).to.contain("REQUEST_TIMEOUT: the body did not arrive within 0.15 seconds");
    expect(text).to.match(/connection: close/i);
  });

  it("a request body of megabytes is refused for lack of memory, and not as too slow, if it gets no memory and does not arrive", async () => {
    const text = await answerOn(await begin(MIB));
    expect(text).to.contain("OUT_OF_MEMORY");
    expect(text).to.match(/connection: close/i);
  });

  it("a request body of megabytes is waited for no longer than others if it gets no memory and arrives slowly", async () => {
    const text = await answerOn(await begin(MIB, NO_PACE));
    expect(text).to.contain("OUT_OF_MEMORY");
  });

  it("a request body of megabytes is refused if it gets no memory and arrives completely, and the connection stays open", async () => {
    const socket = await begin(MIB);
    socket.end(
      Buffer.concat([Buffer.alloc(BODY_BYTES - 1, " "), Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n")]),
    );
    expect((await answerOn(socket)).match(/HTTP\/1.1 200/g)).to.have.length(2);
  });
});
