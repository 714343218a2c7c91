// Concurrent writes that read points first: none reads what another one is about to change. The log answers a little
// later than it has written, like a log on another thread, so that a wrong order would show.
import { expect } from "chai";
import { readRaw } from "../../../../src/json/raw.ts";
import type { RawJson } from "../../../../src/schema/leaf.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { PointsService } from "../../../../src/service/points.ts";
import { setPayload } from "../../../../src/service/writes/payload.ts";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { NewRecord } from "../../../../src/storage/log.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { bare } from "../../../support/annotated.ts";
import { configOf, freshDir, type Opened, open } from "../../core/fixtures.ts";

class LateLog extends LocalLog {
  override async append(record: NewRecord): Promise<number> {
    const lsn = await super.append(record);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return lsn;
  }
}

const C = { collection_name: "c" };
const MANY = 20;

const raw = (payload: object): RawJson => readRaw(Buffer.from(JSON.stringify(payload)), 0);
const point = (n: number) => ({ id: 1, vector: Float32Array.of(n), payload: raw({ [`first${n}`]: n }) });

describe("concurrent writes that read first", () => {
  let opened: Opened;
  let service: PointsService;
  beforeEach(async () => {
    const dir = freshDir();
    opened = await open({ dir, more: { log: new LateLog(nodeFs, dir, { reserveBytes: 0 }) } });
    await opened.database.create("c", configOf({ name: "", size: 1, distance: "Dot" }));
    service = new PointsService(opened.database);
  });
  afterEach(() => opened.database.close());

  async function payload(): Promise<object> {
    const record = await service.get({ ...C, id: 1 });
    return JSON.parse(Buffer.from(record.payload!.bytes).toString());
  }

  const all = <T>(call: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: MANY }, (_, n) => call(n)));

  it("concurrent writes that read first lose no key that one of them sets", async () => {
    await service.upsert({ ...C, points: [{ ...point(0), payload: null }] }, NATIVE_RULES);
    await all((n) =>
      service.write({ ...C, points: [1], payload: raw({ [`k${n}`]: n }) }, setPayload, NATIVE_RULES),
    );
    expect(Object.keys(await payload())).to.have.lengthOf(MANY);
  });

  it("concurrent writes that read first insert a point once if they only insert", async () => {
    const results = await all((n) =>
      service.upsert({ ...C, points: [point(n)], update_mode: "insert_only" }, NATIVE_RULES),
    );
    const numbers = results.map((result) => bare(result).operation_id);
    const winner = numbers.indexOf(Math.min(...numbers));
    expect(await payload()).to.deep.equal({ [`first${winner}`]: winner });
  });

  it("concurrent writes that read first read the results of earlier writes that do not read", async () => {
    await service.upsert({ ...C, points: [point(0)] }, NATIVE_RULES);
    const replaced = service.upsert({ ...C, points: [point(1)] }, NATIVE_RULES);
    await service.write({ ...C, points: [1], payload: raw({ set: true }) }, setPayload, NATIVE_RULES);
    await replaced;
    expect(await payload()).to.deep.equal({ first1: 1, set: true });
  });
});
