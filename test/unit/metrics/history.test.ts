// The figures of the last hour: a ring of samples, and the slow requests.
import { expect } from "chai";
import { quantileOf } from "../../../src/metrics/histogram.ts";
import { History } from "../../../src/metrics/history.ts";
import { ObservedRequests } from "../../../src/metrics/requests.ts";

describe("the history of figures in the server", () => {
  it("the history has the samples after a moment, and no value where a line had none", () => {
    const history = new History(10);
    history.add(1, new Map([["a", 1]]));
    history.add(2, new Map([["b", 2]]));
    history.add(3, new Map([["a", 3]]));
    const all = history.since(0);
    expect(all.times).to.deep.equal([1, 2, 3]);
    expect([...all.lines]).to.deep.equal([
      ["a", [1, null, 3]],
      ["b", [null, 2, null]],
    ]);
    const later = history.since(2);
    expect([later.times, later.lines.get("a")]).to.deep.equal([[3], [3]]);
    expect(history.since(3).times).to.deep.equal([]);
  });

  it("the history forgets the oldest samples, and lines without a value among those it has", () => {
    const history = new History(3);
    for (let at = 1; at <= 5; at++) history.add(at, new Map([[at === 1 ? "old" : "a", at]]));
    const { times, lines } = history.since(0);
    expect(times).to.deep.equal([3, 4, 5]);
    expect([...lines]).to.deep.equal([["a", [3, 4, 5]]]);
  });

  it("the history has at most 400 lines", () => {
    const history = new History(2);
    history.add(1, new Map(Array.from({ length: 1_000 }, (_, i) => [`line ${i}`, i])));
    expect(history.since(0).lines.size).to.equal(400);
  });
});

describe("a quantile of a histogram", () => {
  const bounds = [1, 2, 4];

  it("a quantile is interpolated within its bucket", () => {
    expect(quantileOf({ bounds, counts: [2, 2, 0, 0] }, 0.5)).to.equal(1);
    expect(quantileOf({ bounds, counts: [2, 2, 0, 0] }, 0.75)).to.equal(1.5);
    expect(quantileOf({ bounds, counts: [0, 0, 4, 0] }, 0.5)).to.equal(3);
  });

  it("a quantile is null if nothing was counted, and at most the last bound", () => {
    expect(quantileOf({ bounds, counts: [0, 0, 0, 0] }, 0.5)).to.equal(null);
    expect(quantileOf({ bounds, counts: [0, 0, 0, 5] }, 0.99)).to.equal(4);
  });
});

describe("observed requests", () => {
  const request = {
    api: "rest",
    method: "GET",
    route: "/collections/{collection_name}",
    collection: "c",
    status: 200,
    ms: 3,
  } as const;

  it("the last 100 slow requests are kept, the newest first, without anything that a client wrote", () => {
    let now = 0;
    const observed = new ObservedRequests(() => ++now);
    for (let i = 0; i < 150; i++)
      observed.note({ ...request, ms: i, trace: "secret", token: 7 } as typeof request, i >= 10);
    expect(observed.slow).to.have.length(100);
    expect(observed.slow[0]).to.deep.equal({ ...request, ms: 149, at: 140 });
    expect(observed.slow.at(-1)!.ms).to.equal(50);
  });

  it("slow requests for figures and pages are left out", () => {
    const observed = new ObservedRequests();
    for (const route of ["/status/history", "/metrics", "(ui)", "/auth/session"])
      observed.note({ ...request, route, collection: null }, true);
    expect(observed.slow).to.deep.equal([]);
  });

  it("requests are counted by collection, those of the console and those to none left out", () => {
    const observed = new ObservedRequests();
    observed.note(request, false);
    observed.note({ ...request, ms: 5 }, false);
    observed.note({ ...request, api: "ui" }, false);
    observed.note({ ...request, collection: null }, false);
    expect([...observed.collections]).to.deep.equal([["c", { requests: 2, ms: 8 }]]);
  });

  it("50 collections are counted: those that were asked last", () => {
    const observed = new ObservedRequests();
    for (let i = 0; i < 50; i++) observed.note({ ...request, collection: `c${i}` }, false);
    observed.note({ ...request, collection: "c0" }, false);
    observed.note({ ...request, collection: "new" }, false);
    expect(observed.collections.size).to.equal(50);
    expect(observed.collections.has("c1")).to.equal(false);
    expect(observed.collections.get("c0")!.requests).to.equal(2);
  });
});
