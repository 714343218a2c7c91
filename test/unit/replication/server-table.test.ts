// What a server knows of the table of the servers, and when it reads it again.
import { expect } from "chai";
import { LogUnavailable } from "../../../src/errors/cluster.ts";
import { ServerTable } from "../../../src/replication/server-table.ts";
import type { Heard } from "../../../src/service/cluster.ts";

const AGE_MS = 3_000;

describe("the table of the servers as one of them knows it", () => {
  let nowMs: number;
  let reads: number;
  let names: string[];
  /** Ends the reads that wait; null: none wait. */
  let gate: Promise<void> | null;
  let table: ServerTable;

  beforeEach(() => {
    [nowMs, reads, names, gate] = [1e12, 0, ["n1", "n2"], null];
    const list = async () => {
      reads++;
      const read = names.map((name) => ({ name, server: name }) as Heard);
      await gate;
      return read;
    };
    const forget = async (server: string) => {
      names = names.filter((name) => name !== server);
    };
    table = new ServerTable({ list, forget }, { now: () => nowMs });
  });

  const known = async (ageMs?: number) => (await table.nodes(ageMs)).map(({ name }) => name);

  it("the table of the servers is read for each request that wants it as it is now", async () => {
    await known();
    names.push("n3");
    expect(await known()).to.deep.equal(["n1", "n2", "n3"]);
    expect(reads).to.equal(2);
  });

  it("the table of the servers is not read again for a request that takes what the heartbeat has read", async () => {
    await known();
    names.push("n3");
    nowMs += AGE_MS;
    expect(await known(AGE_MS)).to.deep.equal(["n1", "n2"]);
    expect(reads).to.equal(1);
    nowMs += 1;
    expect(await known(AGE_MS)).to.deep.equal(["n1", "n2", "n3"]);
    expect(reads).to.equal(2);
  });

  it("the table of the servers is read once for all requests that wait for it", async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = Array.from({ length: 50 }, () => known(AGE_MS));
    open();
    for (const answer of await Promise.all(asked)) expect(answer).to.deep.equal(["n1", "n2"]);
    expect(reads).to.equal(1);
  });

  it("the table of the servers lacks a server as soon as this one has removed it", async () => {
    await known();
    await table.forget("n2");
    expect(await known(AGE_MS)).to.deep.equal(["n1"]);
  });

  it("the table of the servers lacks a server that was removed while the table was read", async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const early = known(AGE_MS);
    nowMs += 10;
    await table.forget("n2");
    gate = null;
    expect(await known(AGE_MS)).to.deep.equal(["n1"]);
    open();
    await early;
    expect(await known(AGE_MS)).to.deep.equal(["n1"]);
  });

  it("the table of the servers keeps the newer of two answers that came in the other order", async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const slow = known();
    nowMs += 10;
    names.push("n3");
    gate = null;
    await known();
    open();
    await slow;
    expect(await known(AGE_MS)).to.deep.equal(["n1", "n2", "n3"]);
  });

  it("the table of the servers is read again after a clock was set back", async () => {
    await known();
    nowMs -= 60_000;
    await known(AGE_MS);
    expect(reads).to.equal(2);
  });

  it("the table of the servers is asked again after a failure, which each waiting request gets", async () => {
    const failing = new ServerTable(
      {
        list: async () => {
          reads++;
          throw new LogUnavailable("away");
        },
        forget: async () => {},
      },
      { now: () => nowMs },
    );
    const failures = await Promise.all(
      [failing, failing].map((one) => one.nodes(AGE_MS).catch((error) => error)),
    );
    for (const error of failures) expect(error).to.be.instanceOf(LogUnavailable);
    expect(reads).to.equal(1);
    await failing.nodes(AGE_MS).catch(() => {});
    expect(reads).to.equal(2);
  });
});
