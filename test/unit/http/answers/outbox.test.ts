// The outbox: when responses are sent that are ready in the same turn of the event loop.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { Outbox } from "../../../../src/http/answers/outbox.ts";

describe("the outbox", () => {
  let now = 0;
  let sent: string[] = [];
  let outbox: Outbox;

  beforeEach(() => {
    now = 0;
    sent = [];
    outbox = new Outbox(() => now);
  });

  async function answer(name: string): Promise<void> {
    await outbox.nextSend();
    sent.push(name);
  }

  /** Lets the continuations of resolved promises run. */
  const settled = () => Promise.resolve().then(() => {});

  it("the outbox collects responses until the end of the turn, and then sends all of them", async () => {
    void answer("first");
    void answer("second");
    await settled();
    expect(sent).to.deep.equal([]);
    await nextTurn();
    expect(sent).to.deep.equal(["first", "second"]);
  });

  it("the outbox keeps no response of one turn for the next", async () => {
    void answer("first");
    await nextTurn();
    void answer("second");
    await nextTurn();
    expect(sent).to.deep.equal(["first", "second"]);
  });

  it("the outbox sends responses that have waited for a millisecond when another one is added", async () => {
    void answer("first");
    now = 1.5;
    void answer("second");
    await settled();
    expect(sent).to.deep.equal(["first"]);
    await nextTurn();
    expect(sent).to.deep.equal(["first", "second"]);
  });
});
