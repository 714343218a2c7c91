// The settings of the log in PostgreSQL: what a URL and a schema may be, and that no text contains the password.
import { expect } from "chai";
import { StartRefused } from "../../../../src/errors/server.ts";
import { checkSchemaName, hostsOf } from "../../../../src/replication/postgres/address.ts";
import { postgresLog } from "../../../../src/replication/postgres/load.ts";
import { crc32 } from "../../../../src/storage/crc32.ts";
import { freePort } from "../../../support/free-port.ts";

const ID = "0b9a8f4e-3c1d-4e2f-8a6b-5c4d3e2f1a0b";

describe("the address of the log in PostgreSQL", () => {
  it("a URL with several hosts stands for one URL of each host", () => {
    const hosts = hostsOf("postgres://me:p%40ss@one,two:5433,[::1]:5434/db?sslmode=verify-full");
    expect(hosts).to.deep.equal([
      { shown: "one", url: "postgres://me:p%40ss@one/db?sslmode=verify-full" },
      { shown: "two:5433", url: "postgres://me:p%40ss@two:5433/db?sslmode=verify-full" },
      { shown: "[::1]:5434", url: "postgres://me:p%40ss@[::1]:5434/db?sslmode=verify-full" },
    ]);
  });

  it("a URL may have no user, no database, and the other name of the protocol", () => {
    expect(hostsOf("postgresql://one")).to.deep.equal([{ shown: "one", url: "postgresql://one" }]);
  });

  for (const url of [
    "mysql://me:hidden@one/db",
    "postgres://me:hidden@/db",
    "postgres://me:hidden@one,/db",
    "",
  ]) {
    it(`the URL ${JSON.stringify(url)} is refused by the name of its setting, without the password`, () => {
      expect(() => hostsOf(url))
        .to.throw(StartRefused, /^cluster\.log\.postgres\.url: this is not a URL of PostgreSQL/)
        .with.property("message")
        .that.does.not.include("hidden");
    });
  }

  it("a schema whose name would have to be quoted is refused by the name of its setting", () => {
    checkSchemaName("azimuth_2");
    for (const name of ["", "Azimuth", "2nd", "a-b", 'a"b', "a".repeat(64)]) {
      expect(() => checkSchemaName(name), name).to.throw(StartRefused, /^cluster\.log\.postgres\.schema: /);
    }
  });

  it("a start ends with one line when PostgreSQL is away for too long", async () => {
    const url = `postgres://me:hidden@127.0.0.1:${await freePort()}/db`;
    const options = {
      schema: "azimuth",
      name: "test",
      requireQuorum: false,
      timeoutMs: 50,
      startTimeoutMs: 50,
    };
    const log = await postgresLog({ ...options, url, sums: { crc32 }, randomUuid: () => ID });
    const error = await log.open().then(
      () => null,
      (refusal: Error) => refusal,
    );
    expect(error).to.be.instanceOf(StartRefused);
    expect(error?.message)
      .to.match(/^cluster\.log\.postgres\.url: .*ECONNREFUSED/)
      .and.not.include("hidden")
      .and.not.include("\n");
  });
});
