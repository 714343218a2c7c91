// LangChain, LlamaIndex and Haystack from PyPI, unchanged, with Qdrant's Python client and a server.
// QDRANT_FRAMEWORKS_PYTHON names a Python with their packages; without it, a virtual environment is made.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { pythonWith } from "../support/python.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("../support/qdrant-python/frameworks.py", import.meta.url));
const PACKAGES = [
  "qdrant-client==1.20.0",
  "langchain-qdrant==1.1.0",
  "llama-index-vector-stores-qdrant==0.10.4",
  "qdrant-haystack==13.1.0",
];
const MODULES = ["langchain_qdrant", "llama_index.vector_stores.qdrant", "haystack_integrations"];

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

  for (const how of ["rest", "grpc"]) {
    it(`frameworks for Python store, find, filter and delete over ${how}`, async () => {
      const port = server.grpcAddress.split(":").at(-1)!;
      const { stdout } = await run(python, [SCRIPT, server.url, port, how]);
      expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).to.deep.equal([
        "LangChain",
        "LlamaIndex",
        "Haystack",
      ]);
    });
  }
});
