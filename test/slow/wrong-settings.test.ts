// Settings with which no server starts, each given to a process: `unit/config` tests every invalid value of all
// settings.
import { expect } from "chai";
import { runMain } from "../support/process.ts";

describe("azimuth serve", () => {
  for (const [args, error] of [
    [["--dialect", "sql"], '--dialect: expected one of auto, native, qdrant, got "sql"'],
    [["--rest-port", "x"], '--rest-port: expected a port from 0 to 65535, got "x"'],
    [["--rest-port", "65536"], '--rest-port: expected a port from 0 to 65535, got "65536"'],
    [["--workers", "0"], "--workers: expected a number of threads from 1 to 62"],
    [["--log-level", "loud"], "--log-level: expected one of trace, debug"],
    [["--data-dir", "x", "--ephemeral"], "give one of --ephemeral and --data-dir"],
    [
      ["--checkpoint-log-size", "5"],
      '--checkpoint-log-size: expected a size of 1MiB or more, such as 64MiB or 1000000, got "5"',
    ],
    [["--checkpoint-log-size", "50%"], "--checkpoint-log-size: expected a size"],
    [["--checkpoint-interval", "0"], "--checkpoint-interval: expected a number of seconds from 1 to 86400"],
  ] as const) {
    it(`azimuth serve refuses ${args.join(" ")}`, async () => {
      const { code, stderr } = await runMain(["serve", ...args]);
      expect(code).to.equal(2);
      expect(stderr).to.contain(error);
    });
  }
});
