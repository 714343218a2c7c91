// The code of a thread as a URL: the name that stack traces show for it.
import { expect } from "chai";
import { scriptOf } from "../../../src/threads/script-url.ts";

describe("the code of a thread without a file", () => {
  it("the code of a thread without a file has a short name in stack traces", async () => {
    const source = "export const stack = new Error('here').stack; // and much more";
    const { stack } = await import(scriptOf(source, "some-thread").href);
    expect(stack).to.contain("some-thread.js:1:").and.not.contain("much more");
  });
});
