// A server started with models in its file of settings: the file of a key is read at the start, and models are used as
// they are set there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { DIMENSION, ModelEndpoint } from "../../support/model-endpoint.ts";
import { refusedHere, startHere } from "../../support/server-here.ts";
import { call } from "../../support/servers.ts";

describe("a server with models in its settings", () => {
  let folder: string;
  let endpoint: ModelEndpoint;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-models-"));
    endpoint = await ModelEndpoint.open();
  });
  after(async () => {
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function settings(more: object): Record<string, unknown> {
    const config = join(folder, "azimuth.yaml");
    const model = { kind: "openai", url: endpoint.url, ...more };
    writeFileSync(config, JSON.stringify({ inference: { models: { "my/model": model } } }));
    return { config, ephemeral: true };
  }

  it("a server with models in its settings embeds texts by them", async () => {
    const key = join(folder, "key");
    writeFileSync(key, "sk-1234\n");
    const server = await startHere(settings({ api_key_file: key }));
    try {
      await call(server, "PUT", "/collections/c", { vectors: { size: DIMENSION, distance: "Cosine" } });
      const points = [{ id: 1, vector: { text: "x", model: "my/model" } }];
      await call(server, "PUT", "/collections/c/points", { points });
      expect(endpoint.calls[0]!.headers.authorization).to.equal("Bearer sk-1234");
      expect(server.output()).not.to.contain("sk-1234");
    } finally {
      await server.stop();
    }
  });

  it("a server with models in its settings does not start without the file of a key", async () => {
    const key = join(folder, "missing");
    const { code, said } = await refusedHere(settings({ api_key_file: key }));
    expect(code).to.equal(2);
    expect(said).to.contain(
      `inference.models.my/model.api_key_file: cannot be used: ENOENT: no such file or directory, open '${key}'`,
    );
  });
});
