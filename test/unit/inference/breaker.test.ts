// The breaker of a model: when calls stop, for how long, and what lets them go on.
import { expect } from "chai";
import { Breaker } from "../../../src/inference/breaker.ts";

describe("the breaker of a model", () => {
  let time: { ms: number };
  let breaker: Breaker;
  beforeEach(() => {
    time = { ms: 1_000 };
    breaker = new Breaker({ now: () => time.ms });
  });

  function fail(times: number): boolean[] {
    return Array.from({ length: times }, () => {
      expect(breaker.enter()).to.equal("usual");
      return breaker.tell("usual", "failure");
    });
  }

  it("the breaker of a model stops calls for ten seconds after five failures in a row", () => {
    expect(fail(5)).to.deep.equal([false, false, false, false, true]);
    expect(breaker.enter()).to.equal(10_000);
    time.ms += 9_999;
    expect(breaker.enter()).to.equal(1);
  });

  it("the breaker of a model begins to count again after a success", () => {
    fail(4);
    breaker.enter();
    breaker.tell("usual", "success");
    expect(fail(4)).to.deep.equal([false, false, false, false]);
    expect(breaker.enter()).to.equal("usual");
  });

  it("the breaker of a model does not count answers that are neither", () => {
    fail(4);
    breaker.enter();
    expect(breaker.tell("usual", "neither")).to.equal(false);
    expect(fail(1)).to.deep.equal([true]);
  });

  it("the breaker of a model lets one call through after the pause, and all after its success", () => {
    fail(5);
    time.ms += 10_000;
    expect(breaker.enter()).to.equal("trial");
    expect(breaker.enter()).to.equal(1_000);
    breaker.tell("trial", "success");
    expect([breaker.enter(), breaker.enter()]).to.deep.equal(["usual", "usual"]);
  });

  it("the breaker of a model stops calls again after one failure of the call that was let through", () => {
    fail(5);
    time.ms += 10_000;
    expect(breaker.enter()).to.equal("trial");
    expect(breaker.tell("trial", "failure")).to.equal(true);
    expect(breaker.enter()).to.equal(10_000);
  });

  it("the breaker of a model lets the next call through if the tried one came to nothing", () => {
    fail(5);
    time.ms += 10_000;
    breaker.enter();
    breaker.tell("trial", "neither");
    expect(breaker.enter()).to.equal("trial");
  });

  it("the breaker of a model is not kept open by calls that began before it opened", () => {
    for (let i = 0; i < 8; i++) expect(breaker.enter()).to.equal("usual");
    const opened = Array.from({ length: 7 }, () => breaker.tell("usual", "failure"));
    expect(opened.filter(Boolean)).to.have.length(1);
    time.ms += 10_000;
    expect(breaker.enter()).to.equal("trial");
    breaker.tell("usual", "failure");
    expect(breaker.enter()).to.equal(1_000);
  });
});
