// Drawn calls by Qdrant's own Python client, to a server and to the client's local mode, whose answers are compared.
// REST_SEQUENCES (300) and GRPC_SEQUENCES (150) from SEED on. QDRANT_PYTHON names a Python that has the package; without it
// a virtual environment is made and the package installed. Where there is no Python the test fails and says so: it is what
// shows that existing clients get the answers they are used to, so it is never passed over in silence.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

const VERSION = "1.20.0";
const SEED = seedOf("SEED") >>> 1;
const REST_SEQUENCES = countOf("REST_SEQUENCES", 300);
const GRPC_SEQUENCES = countOf("GRPC_SEQUENCES", 150);
const RUN = fileURLToPath(new URL("../support/qdrant-python/run.py", import.meta.url));
const PYTHONS = ["python3", "python", "py"];

/** A Python that has qdrant-client of the version that local mode was judged by. */
function pythonWithClient(): string {
  const given = process.env.QDRANT_PYTHON;
  if (given !== undefined) return given;
  const home = join(tmpdir(), `azimuth-qdrant-client-${VERSION}`);
  const python = join(home, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  if (existsSync(python) && hasClient(python)) return python;
  const maker = PYTHONS.find((name) => works(name, ["-m", "venv", "--help"]));
  if (maker === undefined) {
    throw new Error(
      `this test needs Python 3.10 or newer with venv: none of ${PYTHONS.join(", ")} has it; ` +
        `install one, or name one that has qdrant-client ${VERSION} in QDRANT_PYTHON`,
    );
  }
  execFileSync(maker, ["-m", "venv", home]);
  execFileSync(python, ["-m", "pip", "install", "--quiet", `qdrant-client==${VERSION}`], {
    stdio: "inherit",
  });
  return python;
}

function hasClient(python: string): boolean {
  return works(python, ["-c", "import qdrant_client"]);
}

function works(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("Qdrant's Python client", function () {
  this.timeout(60 * 60 * 1000);
  let python = "";
  let server: TestServer;
  before(async () => {
    python = pythonWithClient();
    server = await startTestServer({ extendedApi: true, dialect: "qdrant" });
  });
  after(() => server?.close());

  /** The lines that the comparison printed: differences, and a last one with counts. */
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

  it(`gets the answers of its local mode over REST; SEED=${SEED}`, async () => {
    const lines = await compared(REST_SEQUENCES);
    expect(lines).to.deep.equal([`{"sequences": ${REST_SEQUENCES}, "different": 0}`]);
  });

  it(`gets the answers of its local mode over gRPC; SEED=${SEED}`, async () => {
    const lines = await compared(GRPC_SEQUENCES, "grpc");
    expect(lines).to.deep.equal([`{"sequences": ${GRPC_SEQUENCES}, "different": 0}`]);
  });
});
