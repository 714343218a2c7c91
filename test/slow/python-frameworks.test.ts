// LangChain, LlamaIndex, Haystack, mem0 and agno from PyPI, unchanged, with Qdrant's Python client and a server: their
// dense modes, and those that also need a sparse vector.
// QDRANT_FRAMEWORKS_PYTHON names a Python with their packages; without it, a virtual environment is made.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { pythonWith } from "../support/python.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

const run = promisify(execFile);
const scriptOf = (name: string) =>
  fileURLToPath(new URL(`../support/qdrant-python/${name}.py`, import.meta.url));
const DENSE = ["LangChain", "LlamaIndex", "Haystack"];
const PACKAGES = [
  "qdrant-client==1.20.0",
  "langchain-qdrant==1.1.0",
  "llama-index-vector-stores-qdrant==0.10.4",
  "qdrant-haystack==13.1.0",
  "mem0ai==2.2.1",
  "agno==3.1.10",
];
const MODULES = [
  "langchain_qdrant",
  "llama_index.vector_stores.qdrant",
  "haystack_integrations",
  "mem0.vector_stores.qdrant",
  "agno.vectordb.qdrant",
];

describe("frameworks for Python", function () {
  this.timeout(30 * 60 * 1000);
  let python = "";
  let server: TestServer;
  before(() => {
    python = pythonWith("qdrant-frameworks", "QDRANT_FRAMEWORKS_PYTHON", PACKAGES, MODULES);
  });
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, dialect: "qdrant" });
  });
  afterEach(() => server.close());

  /** The names of the frameworks that did what the script asks of them. */
  async function served(script: string, how: string): Promise<string[]> {
    const port = server.grpcAddress.split(":").at(-1)!;
    const { stdout } = await run(python, [scriptOf(script), server.url, port, how]);
    return JSON.parse(stdout.trim().split("\n").at(-1)!);
  }

  for (const how of ["rest", "grpc"]) {
    it(`frameworks for Python store, find, filter and delete over ${how}`, async () => {
      expect(await served("frameworks", how)).to.deep.equal(DENSE);
    });

    it(`frameworks for Python search by sparse vectors, alone and beside dense ones, over ${how}`, async () => {
      expect(await served("hybrid", how)).to.deep.equal([...DENSE, "mem0", "agno"]);
    });
  }
});
