// Short steps of one request: the event loop runs when the steps have used the thread for some milliseconds together.
import { expect } from "chai";
import { nextStep } from "../../../src/scheduling/cancel.ts";
import { pause } from "../../../src/scheduling/pause.ts";

describe("the next step of a request", () => {
  it("the next step of a request waits when earlier steps have used the thread for more than five milliseconds", async () => {
    await pause();
    await nextStep(undefined);
    let others = false;
    setImmediate(() => {
      others = true;
    });
    for (const began = performance.now(); performance.now() - began < 6; );
    await nextStep(undefined);
    expect(others).to.equal(true);
  });

  it("the next step of a request is not run when the request was cancelled", async () => {
    const error = await nextStep({ aborted: true }).catch((one: Error) => one);
    expect((error as Error).message).to.contain("deadline");
  });
});
