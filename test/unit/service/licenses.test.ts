// Adding product keys: a valid key counts at once and is stored, an invalid one changes nothing.
import { expect } from "chai";
import { InvalidProductKey } from "../../../src/errors/auth.ts";
import { License } from "../../../src/license/license.ts";
import type { Clock } from "../../../src/scheduling/clock.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import { type LicenseParams, LicensesService } from "../../../src/service/licenses.ts";
import type { AuditEvent } from "../../../src/storage/audit.ts";
import type { Params } from "../../../src/storage/params.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

const T = Date.parse("2026-06-01T00:00:00Z");
const DAY = 86_400_000;
const HOUR = 3_600_000;
const CALLER: Caller = {
  surface: "ui",
  address: "127.0.0.1",
  isLocal: true,
  credentials: [],
  setupCode: null,
};
const FIRST: Params = {
  generation: 1,
  authEnabled: false,
  jwtSecret: "",
  admin: null,
  adminVersion: 1,
  tokens: [],
  nextTokenId: 1,
  licenses: [],
  latestTime: 0,
};

/** Parameters that are kept in memory and not in a file. */
class KeptParams implements LicenseParams {
  current = FIRST;
  fails: Error | null = null;
  /** The option of the last change. */
  canWait: boolean | undefined;

  async change<T>(
    make: Parameters<LicenseParams["change"]>[0] & ((now: Params) => { result: T }),
  ): Promise<T> {
    const { next, result, canWait } = make(this.current);
    this.canWait = canWait;
    if (this.fails) throw this.fails;
    if (next) this.current = { ...next, generation: this.current.generation + 1 };
    return result as T;
  }

  readonly changeOwn = this.change;
}

function world(params = new KeptParams()) {
  const state = { now: T };
  const issuer = new ThrowAwayIssuer();
  const { publicKeys } = issuer;
  const keys = () => params.current.licenses;
  const { latestTime } = params.current;
  const license = new License({ keys, publicKeys, now: () => state.now, latestTime });
  const told: AuditEvent[] = [];
  const audit = { append: (event: AuditEvent) => told.push(event) };
  const service = new LicensesService({ params: params as never, license, publicKeys, audit });
  const add = (product_key: string) =>
    service.add({ product_key }, { caller: CALLER, by: null, signal: undefined });
  return { params, state, issuer, service, add, told };
}

/** Timers that run when a test says so. */
function handClock() {
  const tasks = new Set<() => void>();
  const clock: Clock = {
    now: () => T,
    after: (ms, task) => {
      expect(ms).to.equal(600_000);
      tasks.add(task);
      return () => tasks.delete(task);
    },
  };
  const ring = () => {
    for (const task of [...tasks]) if (tasks.delete(task)) task();
  };
  return { clock, ring, tasks };
}

/** The error with which the work is refused. */
async function refusal(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error("it was not refused"),
    (error: Error) => error,
  );
}

describe("adding a license", () => {
  it("adding a license returns the new limits", async () => {
    const { add, service, issuer } = world();
    const status = await add(issuer.key(1_000_000, { expiresAt: T + DAY }));
    const expected = { edition: "licensed", max_vectors: 1_000_000, expires_at: "2026-06-02T00:00:00.000Z" };
    expect(status).to.deep.equal(expected);
    expect(await service.status()).to.deep.equal(expected);
  });

  it("adding a license stores the product key as it was given, and the time", async () => {
    const { add, params, issuer } = world();
    const key = issuer.key(1_000_000);
    await add(` ${key}\n`);
    expect(params.current.licenses).to.deep.equal([key]);
    expect(params.current.latestTime).to.equal(T);
  });

  it("adding a license changes nothing with a known product key, even an expired one", async () => {
    const { add, params, issuer, state, told } = world();
    const key = issuer.key(1_000_000, { expiresAt: T + DAY });
    await add(key);
    const before = params.current;
    expect((await add(key)).max_vectors).to.equal(1_000_000);
    state.now = T + DAY;
    expect((await add(key)).max_vectors).to.equal(5_000);
    expect(params.current).to.equal(before);
    expect(told.map(({ result }) => result)).to.deep.equal(["done"]);
  });

  it("adding a license adds up product keys", async () => {
    const { add, issuer } = world();
    await add(issuer.key(1_000_000));
    expect((await add(issuer.key(2_000_000))).max_vectors).to.equal(3_000_000);
  });

  it("adding a license changes nothing with an invalid product key", async () => {
    const { add, params, issuer } = world();
    const bad = [
      "",
      "nonsense",
      issuer.key(1).slice(0, -1),
      new ThrowAwayIssuer().key(1),
      issuer.key(1, { expiresAt: T }),
      issuer.key(1, { notBefore: T + 1 }),
    ];
    for (const key of bad) expect(await refusal(add(key))).to.be.instanceOf(InvalidProductKey);
    expect(params.current).to.equal(FIRST);
  });

  it("adding a license refuses a product key that expired before the clock was set back", async () => {
    const { add, issuer, state, service } = world();
    state.now = T + DAY;
    await service.status();
    state.now = T;
    const error = await refusal(add(issuer.key(1, { expiresAt: T + DAY })));
    expect(error.message).to.equal("Invalid product key: it expired at 2026-06-02T00:00:00.000Z");
  });

  it("adding a license does not count a product key that could not be stored", async () => {
    const { add, params, issuer, service } = world();
    params.fails = new Error("no space left on device");
    expect((await refusal(add(issuer.key(1_000_000)))).message).to.equal("no space left on device");
    expect((await service.status()).edition).to.equal("community");
  });

  it("adding a license accepts at most 1000 product keys", async () => {
    const { add, params, issuer } = world();
    params.current = { ...FIRST, licenses: Array.from({ length: 1_000 }, (_, i) => `${i}`) };
    expect((await refusal(add(issuer.key(1)))).message).to.equal(
      "This server has 1000 licenses, the most it can; ask for a larger one",
    );
  });

  it("adding a license notifies listeners, without the product key", async () => {
    const { add, issuer, told } = world();
    await add(issuer.key(7_000, { id: "mine" }));
    expect(told).to.deep.equal([
      {
        action: "license_added",
        result: "done",
        who: "nobody",
        address: CALLER.address,
        surface: CALLER.surface,
        licenseId: "mine",
      },
    ]);
  });

  it("adding a license writes unauthenticated attempts without an effect to no audit log, which a flood would fill", async () => {
    const { add, issuer, told } = world();
    const key = issuer.key(7_000);
    await add(key);
    for (const again of [key, "AZL1.x.y"]) await add(again).catch(() => {});
    expect(told.length).to.equal(1);
  });

  it("adding a license writes refused attempts of a known caller to the audit log", async () => {
    const { service, told } = world();
    const admitted = { caller: CALLER, by: { kind: "admin" }, signal: undefined } as const;
    await service.add({ product_key: "AZL1.x.y" }, admitted).catch(() => {});
    expect(told.map(({ who, result }) => [who, result])).to.deep.equal([["admin", "refused"]]);
  });
});

describe("the latest time that a server has seen", () => {
  it("the latest time that a server has seen is stored every ten minutes if there are licenses", async () => {
    const { add, params, issuer, service, state } = world();
    await add(issuer.key(1));
    const { clock, ring, tasks } = handClock();
    void service.start(clock);
    state.now = T + DAY;
    ring();
    expect(params.current.latestTime).to.equal(T + DAY);
    expect(tasks.size).to.equal(1);
  });

  it("the latest time that a server has seen is stored at the start, so that keys that expired while the server was down stay expired after a kill", async () => {
    const { add, params, issuer, service, state } = world();
    await add(issuer.key(1, { expiresAt: T + HOUR }));
    state.now = T + DAY;
    void service.start(handClock().clock);
    expect(params.current.latestTime).to.equal(T + DAY);
    const later = world(params);
    expect((await later.service.status()).edition).to.equal("community");
  });

  it("the latest time that a server has seen is stored when a license ends, also one that was added after the start", async () => {
    const { add, params, issuer, service, state } = world();
    const waits: number[] = [];
    let ring = () => {};
    const clock: Clock = {
      now: () => state.now,
      after: (ms, task) => {
        waits.push(ms);
        ring = task;
        return () => {};
      },
    };
    void service.start(clock);
    await add(issuer.key(1, { expiresAt: T + 5_000 }));
    expect(waits).to.deep.equal([600_000, 5_000]);
    state.now = T + 5_000;
    ring();
    expect(params.current.latestTime).to.equal(T + 5_000);
    expect(waits.at(-1)).to.equal(600_000);
    // A clock that is behind does not start the timer without end.
    await add(issuer.key(1, { id: "second", expiresAt: T + 6_000 }));
    state.now = T - DAY;
    ring();
    expect(waits.at(-1)).to.equal(600_000);
  });

  it("the latest time that a server has seen does not use the disk reserve, which is kept for requests", async () => {
    const { add, params, issuer, service, state } = world();
    await add(issuer.key(1));
    expect(params.canWait).to.equal(undefined);
    state.now = T + DAY;
    await service.stop();
    expect(params.canWait).to.equal(true);
  });

  it("the latest time that a server has seen is not stored without licenses, or when it is older than the stored one", async () => {
    const { add, params, issuer, service, state } = world();
    const { clock, ring } = handClock();
    void service.start(clock);
    ring();
    expect(params.current).to.equal(FIRST);
    await add(issuer.key(1));
    const { generation } = params.current;
    state.now = T - DAY;
    ring();
    expect(params.current.generation).to.equal(generation);
  });

  it("the latest time that a server has seen is stored by one timer, however often the timer is started", async () => {
    const { service } = world();
    const { clock, ring, tasks } = handClock();
    void service.start(clock);
    void service.start(clock);
    ring();
    expect(tasks.size).to.equal(1);
  });

  it("the latest time that a server has seen is stored when the server closes, and not afterwards", async () => {
    const { add, params, issuer, service, state } = world();
    await add(issuer.key(1));
    const { clock, tasks } = handClock();
    void service.start(clock);
    state.now = T + DAY;
    await service.stop();
    expect(params.current.latestTime).to.equal(T + DAY);
    expect(tasks.size).to.equal(0);
  });

  it("the latest time that a server has seen continues from the stored time of an earlier run", async () => {
    const params = new KeptParams();
    params.current = { ...FIRST, latestTime: T + DAY };
    const { add, issuer } = world(params);
    expect((await refusal(add(issuer.key(1, { expiresAt: T + DAY })))).message).to.match(/it expired at/);
  });
});
