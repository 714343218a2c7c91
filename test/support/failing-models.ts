// A server with models whose endpoint fails as a test says, and what must hold whatever happens: nothing is stored, and
// neither answers nor the log have the address, the key, the texts, or the words of the endpoint.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ModelClock } from "./model-clock.ts";
import { DIMENSION, ModelEndpoint } from "./model-endpoint.ts";
import { startTestServer, type TestServer } from "./rest.ts";
import type { Answer } from "./rest-call.ts";
import { scratchFolder } from "./scratch.ts";

export const TIMEOUT_MS = 60_000;
const SHORT_MS = 60;
export const KEY = "sk-5up3r-53cr3t";
export const SAID = "the words of the endpoint";
const TEXT = "private words";

export const document = (model = "model") => ({ text: TEXT, model });

export class FailingModels {
  readonly endpoint: ModelEndpoint;
  readonly server: TestServer;
  readonly clock: ModelClock;
  readonly log: readonly string[];

  private constructor(endpoint: ModelEndpoint, server: TestServer, clock: ModelClock, log: string[]) {
    this.endpoint = endpoint;
    this.server = server;
    this.clock = clock;
    this.log = log;
  }

  /** Starts a server with the collection `c` and the models `model`, `impatient` and `gone`. */
  static async open(): Promise<FailingModels> {
    const endpoint = await ModelEndpoint.open();
    const clock = new ModelClock();
    const log: string[] = [];
    const file = join(scratchFolder("azimuth-key-"), "key");
    writeFileSync(file, `${KEY}\n`);
    const settings = {
      kind: "openai",
      url: endpoint.url,
      dimensions: DIMENSION,
      api_key_file: file,
    } as const;
    const fixed = {
      model: { ...settings, timeout_ms: TIMEOUT_MS, retries: 1 },
      impatient: { ...settings, timeout_ms: SHORT_MS, retries: 0 },
      gone: { kind: "openai", url: "http://127.0.0.1:9/", retries: 0 },
    } as const;
    const server = await startTestServer({
      models: { fixed, clock },
      log: (line) => log.push(JSON.stringify(line)),
    });
    await server.call("PUT", "/collections/c", { vectors: { size: DIMENSION, distance: "Dot" } });
    return new FailingModels(endpoint, server, clock, log);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.endpoint.close();
  }

  /** Writes two points, one of them with a document. */
  write(headers?: Record<string, string>, model?: string): Promise<Answer> {
    const points = [
      { id: 1, vector: [1, 2, 3, 4] },
      { id: 2, vector: document(model) },
    ];
    return this.server.call("PUT", "/collections/c/points?wait=true", { points }, headers);
  }

  async expectNothing(): Promise<void> {
    const { body } = await this.server.call("POST", "/collections/c/points/count", {});
    expect(body.result.count).to.equal(0);
    const written = this.log.join("\n");
    for (const secret of [KEY, SAID, TEXT, String(this.endpoint.port)]) {
      expect(written).not.to.contain(secret);
    }
  }
}
