// Texts of Qdrant's Python client, unchanged, which the server embeds.
// QDRANT_PYTHON names a Python with its package; without it, a virtual environment is made.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { compileBm25, embedDocument } from "../../src/text/bm25.ts";
import { pythonWith } from "../support/python.ts";
import { startTestServer } from "../support/rest.ts";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("../support/qdrant-python/documents.py", import.meta.url));

describe("documents of Qdrant's Python client", function () {
  this.timeout(30 * 60 * 1000);
  let python = "";
  before(() => {
    python = pythonWith("qdrant-documents", "QDRANT_PYTHON", ["qdrant-client==1.20.0"], ["qdrant_client"]);
  });

  for (const how of ["rest", "grpc"]) {
    it(`documents of Qdrant's Python client are stored, found and replaced over ${how}`, async () => {
      const server = await startTestServer({ extendedApi: true, dialect: "qdrant" });
      try {
        const port = server.grpcAddress.split(":").at(-1)!;
        const { stdout } = await run(python, [SCRIPT, server.url, port, how]);
        const { ids, stored } = JSON.parse(stdout.trim().split("\n").at(-1)!);
        expect(ids).to.deep.equal({ query: [1, 2], prefetch: [3], recommend: [2, 1], updated: [1, 3] });
        const { indices, values } = embedDocument("foxes", await compileBm25({ avg_len: 5 }));
        expect(stored.indices).to.deep.equal(Array.from(indices));
        expect(stored.values.map(Math.fround)).to.deep.equal(Array.from(values));
      } finally {
        await server.close();
      }
    });
  }
});
