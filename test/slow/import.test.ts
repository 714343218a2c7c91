// Imports into a server in a process of its own: their use of memory, and the rows that are left after a kill.
import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { expect } from "chai";
import { licensed, type ServerProcess } from "../support/process.ts";
import { residentMiB } from "../support/resident.ts";
import { call, Servers } from "../support/servers.ts";

const POINTS = Number(process.env.POINTS ?? 100_000);
const DIMENSION = 8;
/** Memory of a point on the server, including tables that grow by doubling. */
const BYTES_EACH = 200;
const SLACK_MIB = 96;
const PART = 500;

describe("an import of many points", () => {
  let servers: Servers;
  let server: ServerProcess;
  beforeEach(async () => {
    servers = new Servers({ isOnDisk: true });
    server = await licensed(await servers.start());
    await call(server, "PUT", "/collections/c", { vectors_config: { size: DIMENSION, distance: "Euclid" } });
  });
  afterEach(() => servers.close());

  const lineOf = (id: number) => `{"id":${id},"vector":[${Array(DIMENSION).fill(id % 1000)}]}\n`;

  function open(): ClientRequest {
    const url = `${server.url}/collections/c/points/import?progress=true`;
    return request(url, { method: "POST" }).on("error", () => {});
  }

  /** Sends lines as fast as the server reads them. */
  function send(sent: ClientRequest): void {
    Readable.from(parts()).pipe(sent);
  }

  function* parts(): Generator<string> {
    for (let id = 1; id <= POINTS; id += PART) {
      yield Array.from({ length: Math.min(PART, POINTS - id + 1) }, (_, i) => lineOf(id + i)).join("");
    }
  }

  it(`an import of many points uses little more memory than ${POINTS} points take`, async () => {
    const before = residentMiB(server);
    const began = performance.now();
    const sent = open();
    send(sent);
    const [response] = await once(sent, "response");
    let last = "";
    for await (const line of createInterface(response)) last = line;
    const { result } = JSON.parse(last);
    expect([result.accepted, result.last_line_durable, result.stopped]).to.deep.equal([POINTS, POINTS, null]);
    const rate = Math.round(POINTS / ((performance.now() - began) / 1000));
    const grown = residentMiB(server, "VmHWM") - before;
    process.stdout.write(`      ${rate} points/s, ${Math.round(grown)} MiB\n`);
    expect(grown).to.be.below((POINTS * BYTES_EACH) / 2 ** 20 + SLACK_MIB);
  });

  it("an import of many points keeps all rows that were reported as durable before a kill", async () => {
    const sent = open();
    send(sent);
    const [response] = await once(sent, "response");
    response.on("error", () => {});
    let durable = 0;
    const enough = new Promise<void>((resolve) => {
      createInterface(response)
        .on("error", () => {})
        .on("line", (line) => {
          durable = JSON.parse(line).last_line_durable;
          if (durable >= 5_000) resolve();
        });
    });
    await enough;
    await server.stop("SIGKILL");
    server = await servers.start();
    const ids = { filter: { must: [{ has_id: Array.from({ length: durable }, (_, i) => i + 1) }] } };
    expect((await call(server, "POST", "/collections/c/points/count", ids)).result).to.deep.equal({
      count: durable,
    });
  });
});
