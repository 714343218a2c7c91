// Limits of an import. The decision: it ends after a maximum of rejected lines and of unpacked text, so that a small
// request cannot cause unlimited work.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { FREE_INFLATED_BYTES, MAX_INFLATION, MAX_REJECTED_LINES } from "../../src/schema/limits.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import type { Answer } from "../support/rest-call.ts";
import { itWeekly } from "../support/weekly.ts";

describe("an import over its limits", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
  });
  afterEach(() => server.close());

  const send = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call("POST", "/collections/c/points/import", body, headers);
  const GZIP = { "content-encoding": "gzip" };

  it("an import over its limits ends after the maximum number of rejected lines, and reports what was written", async () => {
    const good = '{"id":1,"vector":[1]}\n';
    const { status, body } = await send(good + "x\n".repeat(MAX_REJECTED_LINES * 3) + good.replace("1", "2"));
    expect(status).to.equal(200);
    const { accepted, rejected, last_line_durable, stopped } = body.result;
    expect([accepted, stopped.code]).to.deep.equal([1, "INVALID_ARGUMENT"]);
    expect(rejected).to.be.within(MAX_REJECTED_LINES + 1, MAX_REJECTED_LINES + 2_000);
    expect(last_line_durable).to.equal(rejected + 1);
    expect(stopped.error).to.equal(
      `more than ${MAX_REJECTED_LINES} lines were rejected, the first of them line 2; the lines behind line ` +
        `${last_line_durable} were not read`,
    );
    expect(await count(server)).to.equal(1);
  });

  it("an import over its limits continues while fewer lines are rejected than the maximum", async () => {
    const { body } = await send(`${"x\n".repeat(MAX_REJECTED_LINES)}{"id":1,"vector":[1]}`);
    expect([body.result.accepted, body.result.stopped]).to.deep.equal([1, null]);
  });

  it("an import over its limits ends when its body unpacks to more text than the limit", async () => {
    const spaces = " ".repeat(FREE_INFLATED_BYTES);
    const small = gzipSync(`{"id":1,"vector":[1]${spaces.slice(100)}}`);
    expect((await send(small, GZIP)).body.result.accepted).to.equal(1);
    const { status, body } = await send(
      gzipSync(`${'{"id":1,"vector":[1]}\n'.repeat(2000)}${spaces}${spaces}`),
      GZIP,
    );
    expect(status).to.equal(200);
    expect(body.result.stopped.error).to.match(
      new RegExp(
        `^Content-Encoding: after \\d+ bytes the body is more than ${MAX_INFLATION} times as large as it came`,
      ),
    );
  });

  itWeekly("an import over its limits does not block the event loop with rejected lines", async () => {
    let turns = 0;
    let isOver = false;
    const tick = () => {
      turns++;
      if (!isOver) setImmediate(tick);
    };
    const importing = send("\n".repeat(1_000_000));
    tick();
    expect((await importing).body.result.last_line_durable).to.equal(1_000_000);
    isOver = true;
    expect(turns).to.be.at.least(50);
  });
});
