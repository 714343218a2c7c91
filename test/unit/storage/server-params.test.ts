// Changes of the parameters: one after another, none is lost, and none is used before it is durable.
import { expect } from "chai";
import type { Params, ParamsStore } from "../../../src/storage/params.ts";
import { ServerParams, type SharedParamsLog } from "../../../src/storage/server-params.ts";
import { type SharedParams, sharedPartOf } from "../../../src/storage/shared-params.ts";
import { until } from "../../support/until.ts";
import { NEW, PARAMS } from "./params-fixtures.ts";

/** A store that keeps the parameters in memory; a replacement ends when the test lets it, or at once. */
class HeldStore implements ParamsStore {
  readonly kept: Params[] = [];
  readonly waiting: ((error?: Error) => void)[] = [];
  held = false;

  async replace(params: Params): Promise<void> {
    if (this.held) {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push((error) => (error ? reject(error) : resolve()));
      });
    }
    this.kept.push(params);
  }
}

const never = () => {
  throw new Error("there are parameters already");
};
const addLicense = (key: string) => (now: Params) => ({
  next: { ...now, licenses: [...now.licenses, key] },
  result: now.licenses.length,
});

/** A log of a cluster that has every change at once. */
class OwnLog implements SharedParamsLog {
  onSet: (shared: SharedParams) => void = () => {};
  shared: SharedParams | null = null;

  current(): SharedParams | null {
    return this.shared;
  }

  async change(make: () => SharedParams | null): Promise<void> {
    const next = make();
    if (next === null) return;
    this.shared = next;
    this.onSet(next);
  }
}

describe("the parameters of the server", () => {
  let store: HeldStore;
  beforeEach(() => {
    store = new HeldStore();
  });

  it("the parameters of the server are read from the store", async () => {
    const params = await ServerParams.open(store, PARAMS, never);
    expect(params.current).to.equal(PARAMS);
    expect(store.kept).to.deep.equal([]);
  });

  it("the parameters of the server are durable before a new server uses them", async () => {
    const params = await ServerParams.open(store, null, () => NEW);
    expect(store.kept).to.deep.equal([NEW]);
    expect(params.current).to.equal(NEW);
  });

  it("the parameters of the server are changed one generation at a time", async () => {
    const params = await ServerParams.open(store, NEW, never);
    await params.change(addLicense("a"));
    await params.change(addLicense("b"));
    expect(params.current).to.deep.equal({ ...NEW, generation: 3, licenses: ["a", "b"] });
    expect(store.kept.map(({ generation }) => generation)).to.deep.equal([2, 3]);
  });

  it("the parameters of the server are changed one after another: of many concurrent changes none is lost", async () => {
    const params = await ServerParams.open(store, NEW, never);
    const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`);
    const results = await Promise.all(keys.map((key) => params.change(addLicense(key))));
    expect(results).to.deep.equal(keys.map((_, i) => i));
    expect(params.current.licenses).to.deep.equal(keys);
    expect(params.current.generation).to.equal(51);
  });

  it("the parameters of the server are changed by one of two conflicting changes", async () => {
    const params = await ServerParams.open(store, NEW, never);
    const become = () =>
      params.change((now) => {
        if (now.admin !== null) throw new Error("there is one");
        return { next: { ...now, admin: PARAMS.admin }, result: "admin" };
      });
    const outcomes = await Promise.allSettled([become(), become(), become()]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "rejected"]);
    expect(store.kept).to.have.length(1);
  });

  it("the parameters of the server are not visible before they are durable", async () => {
    const params = await ServerParams.open(store, NEW, never);
    store.held = true;
    const change = params.change(addLicense("a"));
    await Promise.resolve();
    expect(store.waiting).to.have.length(1);
    expect(params.current).to.equal(NEW);
    store.waiting[0]!();
    await change;
    expect(params.current.licenses).to.deep.equal(["a"]);
  });

  it("the parameters of the server stay unchanged when they cannot be stored, and later changes continue from there", async () => {
    const params = await ServerParams.open(store, NEW, never);
    store.held = true;
    const lost = params.change(addLicense("a")).catch((error: Error) => error.message);
    const kept = params.change(addLicense("b"));
    await Promise.resolve();
    store.held = false;
    store.waiting[0]!(new Error("no room"));
    expect(await lost).to.equal("no room");
    await kept;
    expect(params.current.licenses).to.deep.equal(["b"]);
  });

  it("the parameters of the server never use a generation twice, since a failed one may be on the disk", async () => {
    const params = await ServerParams.open(store, NEW, never);
    store.held = true;
    const lost = params.change(addLicense("a")).catch(() => {});
    await Promise.resolve();
    store.waiting[0]!(new Error("cannot be made durable"));
    await lost;
    store.held = false;
    await params.change(addLicense("b"));
    expect(params.current.generation).to.equal(3);
  });

  it("the parameters of the server are not written when a change changes nothing", async () => {
    const params = await ServerParams.open(store, PARAMS, never);
    expect(await params.change((now) => ({ next: null, result: now.generation }))).to.equal(1);
    expect(store.kept).to.deep.equal([]);
  });

  it("the parameters of the server are unchanged when the function of a change throws", async () => {
    const params = await ServerParams.open(store, PARAMS, never);
    const refused = await params.change(never).catch((error: Error) => error.message);
    expect(refused).to.equal("there are parameters already");
    expect(params.current).to.equal(PARAMS);
    expect(store.kept).to.deep.equal([]);
  });

  describe("in a cluster", () => {
    const setTime = (latestTime: number) => (now: Params) => ({
      next: { ...now, latestTime },
      result: undefined,
    });

    async function joined(before: Params = NEW) {
      const log = new OwnLog();
      const params = await ServerParams.open(store, before, never);
      params.expectCluster();
      await params.join(log);
      return { log, params };
    }

    it("the parameters of the server have a record that is applied while a change of its own is being stored", async () => {
      const { log, params } = await joined();
      store.held = true;
      const change = params.changeOwn(setTime(5));
      await until(() => store.waiting.length === 1);
      log.onSet(sharedPartOf({ ...NEW, licenses: ["a"] }));
      expect(params.current.licenses).to.deep.equal(["a"]);
      store.held = false;
      store.waiting[0]!();
      await change;
      expect(params.current).to.include({ latestTime: 5 });
      expect(params.current.licenses).to.deep.equal(["a"]);
      await until(() => store.kept.length === 2);
      expect(store.kept[1]).to.deep.include({ latestTime: 5, licenses: ["a"] });
    });

    it("the parameters of the server are changed when the log of the cluster has the change, although it cannot be stored here", async () => {
      const { log, params } = await joined();
      store.held = true;
      const change = params.change(addLicense("a"));
      await until(() => store.waiting.length === 1);
      store.held = false;
      store.waiting[0]!(new Error("no room"));
      await change;
      expect([log.shared!.licenses, params.current.licenses]).to.deep.equal([["a"], ["a"]]);
      await params.changeOwn(setTime(5));
      expect(store.kept.at(-1)).to.deep.include({ latestTime: 5, licenses: ["a"] });
    });

    it("the parameters of the server are not written to the log of the cluster by a change of what is its own", async () => {
      const { log, params } = await joined();
      await params.change(setTime(5));
      expect(log.shared).to.equal(null);
      expect(store.kept.at(-1)).to.include({ latestTime: 5 });
    });
  });
});
