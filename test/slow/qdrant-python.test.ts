// Random calls of Qdrant's own Python client, to a server and to the client's local mode, whose results are compared.
// REST_SEQUENCES (300) and GRPC_SEQUENCES (150) set their numbers, SEED repeats a run. QDRANT_PYTHON names a Python
// that has the package; without it a virtual environment is made and the package installed (support/python.ts).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { pythonWith } from "../support/python.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

const VERSION = "1.20.0";
const SEED = seedOf() >>> 1;
const REST_SEQUENCES = countOf("REST_SEQUENCES", 300);
const GRPC_SEQUENCES = countOf("GRPC_SEQUENCES", 150);
const RUN = fileURLToPath(new URL("../support/qdrant-python/run.py", import.meta.url));

describe("Qdrant's Python client", function () {
  this.timeout(60 * 60 * 1000);
  let python = "";
  let server: TestServer;
  before(async () => {
    const name = `qdrant-client-${VERSION}`;
    python = pythonWith(name, "QDRANT_PYTHON", [`qdrant-client==${VERSION}`], ["qdrant_client"]);
    server = await startTestServer({ extendedApi: true, dialect: "qdrant" });
  });
  after(() => server?.close());

  /** Returns the lines that the comparison printed: differences, and at the end a line with counts. */
  async function compared(sequences: number, ...how: string[]): Promise<string[]> {
    const port = server.grpcAddress.split(":").at(-1)!;
    const child = spawn(python, [RUN, server.url, port, String(SEED), String(sequences), ...how], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    await once(child, "close");
    return text.trim().split("\n");
  }

  it(`Qdrant's Python client gets the results of its local mode over REST; SEED=${SEED}`, async () => {
    const lines = await compared(REST_SEQUENCES);
    expect(lines).to.deep.equal([`{"sequences": ${REST_SEQUENCES}, "different": 0}`]);
  });

  it(`Qdrant's Python client gets the results of its local mode over gRPC; SEED=${SEED}`, async () => {
    const lines = await compared(GRPC_SEQUENCES, "grpc");
    expect(lines).to.deep.equal([`{"sequences": ${GRPC_SEQUENCES}, "different": 0}`]);
  });
});
