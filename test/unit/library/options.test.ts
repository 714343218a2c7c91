// Options that a program may get wrong: each is refused before a database is opened or a request is sent.
import { expect } from "chai";
import { open as openPage } from "../../../src/browser/index.ts";
import { connect } from "../../../src/client/index.ts";
import { open, VectorDbError } from "../../../src/index.ts";

/** The error text with which a call was refused. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    expect(error).to.be.instanceOf(VectorDbError);
    expect((error as VectorDbError).code).to.equal("INVALID_ARGUMENT");
    return (error as Error).message;
  }
  return expect.fail("it was not refused");
}

const ENTRIES = {
  open: (options: unknown) => open(options as never),
  "open in a page": (options: unknown) => openPage(options as never),
  connect: async (options: unknown) => connect(options as never),
};

describe("the options of the library", () => {
  for (const [entry, call] of Object.entries(ENTRIES)) {
    const main = entry === "open" ? "dataDir" : entry === "connect" ? "url" : "name";
    const name = entry === "connect" ? "connect" : "open";

    it(`the options of the library are refused by ${entry} if they are a text, with a suggestion`, async () => {
      expect(await refusal(() => call("my-data"))).to.equal(
        `${name}: expected an object with options, got a string; did you mean ${name}({ ${main}: "my-data" })?`,
      );
    });

    it(`the options of the library are refused by ${entry} if they are not an object`, async () => {
      for (const value of [null, 5, true, ["my-data"]]) {
        expect(await refusal(() => call(value))).to.match(/: expected an object with options such as /);
      }
    });

    it(`the options of the library are refused by ${entry} with an unknown name, with a suggestion and all options`, async () => {
      expect(await refusal(() => call({ vecors: "array" }))).to.match(
        new RegExp(`^${name}: unknown option vecors; did you mean vectors\\? \\(options are .*${main}`),
      );
      expect(await refusal(() => call({ dir: "x" }))).to.match(/unknown option dir \(options are /);
    });

    it(`the options of the library are refused by ${entry} with an unknown form of vectors`, async () => {
      const options = entry === "connect" ? { url: "http://127.0.0.1:1" } : {};
      const text = await refusal(() => call({ ...options, vectors: "float64" }));
      expect(text).to.equal('vectors: expected "array" or "float32", got "float64"');
    });
  }

  for (const dataDir of ["", 5, null, {}]) {
    it(`the options of the library are refused by open with ${JSON.stringify(dataDir)} as a directory`, async () => {
      expect(await refusal(() => open({ dataDir } as never))).to.match(
        /^dataDir: expected the path of a directory/,
      );
    });
  }

  it("the options of the library are read by open as if they were missing when they are undefined", async () => {
    const db = await open({ dataDir: undefined, threads: undefined, onWarning: undefined } as never);
    expect(await db.listCollections()).to.deep.equal({ collections: [] });
    await db.close();
  });

  it("the options of the library are refused by connect with an invalid time, or an empty token", async () => {
    const url = "http://127.0.0.1:1";
    expect(await refusal(() => connect({ url, timeoutMs: "5" } as never))).to.match(
      /^timeoutMs: expected milli/,
    );
    expect(await refusal(() => connect({ url, token: "" }))).to.match(/^token: expected an access token/);
  });

  it("the options of the library are refused by a call if they are anything but a valid signal", async () => {
    const db = await open();
    const list = (options: unknown) => () => db.listCollections({}, options as never);
    expect(await refusal(list({ timeout: 5 }))).to.equal(
      "listCollections: unknown option timeout (options are signal)",
    );
    expect(await refusal(list({ signal: 5 }))).to.equal("signal: expected an AbortSignal, got 5");
    await db.close();
  });
});
