// The bundle of the library has no code for models elsewhere: neither their protocols nor HTTP of Node.
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { build } from "esbuild";

describe("the bundle of the library", () => {
  it("the bundle of the library has no file of src/inference, and opens no connection by node:http", async () => {
    const { metafile } = await build({
      absWorkingDir: fileURLToPath(new URL("../../../", import.meta.url)),
      entryPoints: ["src/index.ts"],
      bundle: true,
      platform: "node",
      format: "esm",
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    const inputs = Object.entries(metafile.inputs);
    expect(inputs.length).to.be.greaterThan(100);
    expect(inputs.map(([path]) => path).filter((path) => path.startsWith("src/inference/"))).to.deep.equal(
      [],
    );
    const imported = inputs.flatMap(([, { imports }]) => imports.map(({ path }) => path));
    expect(imported).to.include("node:fs").and.not.include.members(["node:http", "node:https"]);
  });
});
