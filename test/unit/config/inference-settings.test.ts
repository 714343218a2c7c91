// The settings of models in a file and in the environment: what is refused names the setting of the model.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../../src/config/environment.ts";
import { WrongSettings } from "../../../src/errors/usage.ts";

const URL = "https://models.example/v1/embeddings";

describe("the settings of models", () => {
  let folder: string;
  let path: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-models-"));
    path = join(folder, "azimuth.yaml");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function fromFile(text: string) {
    writeFileSync(path, text);
    return loadConfig({ config: path }, {}).inferenceModels;
  }

  function problem(text: string): string {
    try {
      fromFile(text);
    } catch (error) {
      if (error instanceof WrongSettings) return error.message;
      throw error;
    }
    throw new Error("the settings were not refused");
  }

  it("the settings of models are sections of a file", () => {
    const models = fromFile(`
inference:
  models:
    my/model:
      kind: openai
      url: ${URL}
      dimensions: 384
    other: {kind: qdrant, url: "http://localhost:7000/", allow_private: true}
`);
    expect(Object.fromEntries(models)).to.deep.equal({
      "my/model": { kind: "openai", url: URL, dimensions: 384 },
      other: { kind: "qdrant", url: "http://localhost:7000/", allow_private: true },
    });
  });

  it("the settings of models may be JSON in a variable", () => {
    const json = JSON.stringify({ m: { kind: "openai", url: URL } });
    const { inferenceModels } = loadConfig({}, { AZIMUTH_INFERENCE__MODELS: json });
    expect([...inferenceModels.keys()]).to.deep.equal(["m"]);
    const wrong = JSON.stringify({ m: { kind: "openai", url: "ftp://x" } });
    expect(() => loadConfig({}, { AZIMUTH_INFERENCE__MODELS: wrong })).to.throw(
      WrongSettings,
      "AZIMUTH_INFERENCE__MODELS: inference.models.m.url: expected an address such as https://",
    );
  });

  /** The settings of my/model, and the text after the path of the file. */
  for (const [what, settings, text] of [
    ["no kind", { url: URL }, ".kind is required"],
    [
      "an unknown kind",
      { kind: "cohere", url: URL },
      '.kind: expected openai, qdrant or local, got "cohere"',
    ],
    ["no url", { kind: "openai" }, ".url is required"],
    [
      "a url that is none",
      { kind: "openai", url: "models.example" },
      ".url: expected an address such as https://api.example.com/v1/embeddings",
    ],
    [
      "another protocol",
      { kind: "openai", url: "file:///etc/passwd" },
      ".url: expected an address such as https://api.example.com/v1/embeddings",
    ],
    [
      "http",
      { kind: "openai", url: "http://models.example" },
      ".url: expected https; http is possible for localhost, and for others with allow_private",
    ],
    [
      "a private address",
      { kind: "openai", url: "https://10.1.2.3/v1" },
      ".url: the address is private, link-local or reserved; if that is meant, set allow_private",
    ],
    [
      "the address of a cloud's credentials, written as a number",
      { kind: "openai", url: "https://2852039166/" },
      ".url: the address is private, link-local or reserved; if that is meant, set allow_private",
    ],
    [
      "a password in the url",
      { kind: "openai", url: "https://me:s3cret@models.example" },
      ".url: expected no user and no password in the address; use api_key_file",
    ],
    [
      "a batch of 257",
      { kind: "openai", url: URL, batch: 257 },
      ".batch: expected an integer from 1 to 256, got 257",
    ],
    [
      "a key instead of its file",
      { kind: "openai", url: URL, api_key: "s3cret" },
      ".api_key: a key is no setting; write it into a file and set api_key_file",
    ],
    [
      "an input_type for qdrant",
      { kind: "qdrant", url: URL, input_type: "query" },
      ".input_type: only endpoints of the kind openai take it; leave it out",
    ],
    [
      "an address for a local model",
      { kind: "local", url: URL },
      ".url: a model of the kind local has no endpoint; leave it out",
    ],
    [
      "repetitions for a local model",
      { kind: "local", retries: 1 },
      ".retries: a model of the kind local has no endpoint; leave it out",
    ],
    ["no settings", 5, ": expected kind, url and others"],
  ] as const) {
    it(`the settings of models are refused with the name of the setting: ${what}`, () => {
      const told = problem(JSON.stringify({ inference: { models: { "my/model": settings } } }));
      expect(told).to.equal(`${path}:1: inference.models.my/model${text}`);
      expect(told).not.to.contain("s3cret");
    });
  }

  it("the settings of models cannot have the name of a model of the server itself", () => {
    const told = problem(
      JSON.stringify({ inference: { models: { "Qdrant/BM25": { kind: "openai", url: URL } } } }),
    );
    expect(told).to.equal(
      `${path}:1: inference.models.Qdrant/BM25.name: Qdrant/BM25 is a model of the server itself; choose another name`,
    );
  });
});
