// A request body of lines: how far ahead of the writer it is read, and the memory that it reserves.
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { expect } from "chai";
import type { Context } from "koa";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { type LineBody, lineOpener } from "../../../src/http/lines.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";
import { PointSchema } from "../../../src/schema/point.ts";

const LINE = Buffer.from(`{"id":1,"vector":[${"0.25,".repeat(199)}1]}\n`);
const CHUNK = Buffer.concat(Array(50).fill(LINE));
const open = lineOpener(PointSchema, 2 ** 20);

describe("a request body of lines", () => {
  /** A body of the given number of chunks, which counts how many were read. */
  async function bodyOf(chunks: number, bodies: RequestBudget, ensureLetIn = async () => {}) {
    const read = { chunks: 0 };
    const req = new Readable({
      read() {
        this.push(read.chunks++ < chunks ? CHUNK : null);
      },
    });
    Object.assign(req, { headers: {}, socket: new EventEmitter() });
    const lines = await open({ req, res: new EventEmitter() } as unknown as Context, { bodies, ensureLetIn });
    return { lines, read };
  }

  const budget = (bytes = 2 ** 30) =>
    new RequestBudget(bytes, "bodies are under way", MemoryLimit.unlimited());

  async function settled(): Promise<void> {
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Reads all batches. @returns their lengths */
  async function readAll(lines: LineBody): Promise<number[]> {
    const lengths: number[] = [];
    for await (const { items } of lines) lengths.push(items.length);
    return lengths;
  }

  it("a request body of lines is read one batch ahead of the writer, and no further", async () => {
    const { lines, read } = await bodyOf(10_000, budget());
    const batches = lines[Symbol.asyncIterator]();
    await batches.next();
    void batches.next();
    await settled();
    // A thousand lines are twenty chunks; a stream buffers a few itself.
    expect(read.chunks).to.be.within(40, 45);
    lines.end();
  });

  it("a request body of lines reserves memory for the batches in progress, and releases all of it", async () => {
    const limit = CHUNK.length * 60;
    const bodies = budget(limit);
    const { lines } = await bodyOf(200, bodies);
    expect(await readAll(lines)).to.deep.equal(Array(10).fill(1_000));
    lines.end();
    const reservation = bodies.reservation();
    reservation.reserve(limit);
    reservation.release();
  });

  it("a request body of lines waits for memory that other requests have reserved", async () => {
    const bodies = budget(CHUNK.length * 60);
    const others = bodies.reservation();
    others.reserve(CHUNK.length * 59);
    const { lines, read } = await bodyOf(30, bodies);
    const all = readAll(lines);
    await settled();
    expect(read.chunks).to.be.below(10);
    others.release();
    expect(await all).to.deep.equal([1_000, 500]);
    lines.end();
  });

  it("a request body of lines checks before each batch whether its client is still permitted", async () => {
    let asked = 0;
    const { lines } = await bodyOf(100, budget(), async () => {
      if (++asked === 3) throw new TooManyRequests("of these");
    });
    const lengths: number[] = [];
    const reading = (async () => {
      for await (const { items } of lines) lengths.push(items.length);
    })();
    expect(await reading.catch((error: Error) => error)).to.be.instanceOf(TooManyRequests);
    expect(lengths).to.deep.equal([1_000, 1_000]);
    lines.end();
  });
});
