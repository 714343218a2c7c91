// The limit of open files, and how it is divided between storage and connections.
import { expect } from "chai";
import {
  connectionsWithin,
  openFilesLimit,
  openFilesWarning,
  payloadFilesWithin,
  readLimit,
} from "../../../src/storage/node-open-files.ts";

describe("the limit of open files", () => {
  it("the limit of open files is read from the limits of a process on Linux", () => {
    const text = (soft: string) =>
      `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft}                 4096                 files\n`;
    expect(readLimit(text("1024"))).to.equal(1024);
    expect(readLimit(text("unlimited"))).to.equal(null);
    expect(readLimit("")).to.equal(null);
  });

  it("the limit of open files is a number or unknown for this process", () => {
    const limit = openFilesLimit();
    expect(limit === null || limit >= 16, String(limit)).to.equal(true);
  });

  it("the limit of open files leaves files for storage and its threads, whatever the limit is", () => {
    for (const limit of [128, 256, 1024, 4096, 65_536, 1_048_576]) {
      for (const readers of [1, 4, 16]) {
        const connections = connectionsWithin(limit, readers);
        const left = limit - connections;
        expect(connections, `${limit}, ${readers}`).to.be.at.least(16);
        if (connections > 16) expect(left).to.be.at.least(64 + 6 * readers + payloadFilesWithin(limit));
      }
    }
    expect(connectionsWithin(null, 4)).to.equal(Number.POSITIVE_INFINITY);
    expect([256, 1024, 100_000, null].map(payloadFilesWithin)).to.deep.equal([32, 128, 512, 512]);
  });

  it("the limit of open files causes a warning when a listener would accept more connections than possible", () => {
    expect(openFilesWarning(1_048_576, connectionsWithin(1_048_576, 4), 4096)).to.equal(undefined);
    expect(openFilesWarning(null, Number.POSITIVE_INFINITY, 4096)).to.equal(undefined);
    const connections = connectionsWithin(1024, 4);
    expect(openFilesWarning(1024, connections, 4096)).to.equal(
      `the process may have 1024 files open, so all listeners together take ${connections} connections instead of 4096 each; ` +
        "raise the limit (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile= of docker)",
    );
  });
});
