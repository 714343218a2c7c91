// The audit log: one line for each event, whatever state the file is in; a failed write never fails a request.
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { AuditEvent } from "../../../src/storage/audit.ts";
import { AUDIT_FILE, AuditFile } from "../../../src/storage/node-audit-file.ts";
import { freshDir } from "./fixtures.ts";

const MOST_BYTES = 10 * 2 ** 20;
const NOON = Date.UTC(2026, 10, 22, 12);
const LOGIN: AuditEvent = {
  action: "login",
  result: "done",
  who: "admin",
  address: "192.0.2.1",
  surface: "rest",
};

function setUp(dataDir = freshDir()) {
  const failures: Error[] = [];
  const audit = new AuditFile({ dataDir, now: () => NOON, onFailure: (error) => failures.push(error) });
  const path = join(dataDir, AUDIT_FILE);
  const linesOf = (file = path) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  return { dataDir, path, failures, audit, linesOf };
}

describe("the audit log", () => {
  it("the audit log has a line of JSON for each event, with its time in UTC first", () => {
    const { audit, path } = setUp();
    audit.append(LOGIN);
    audit.append({ ...LOGIN, action: "token_created", tokenId: 7, permission: "read,admin" });
    expect(readFileSync(path, "utf8")).to.equal(
      `{"time":"2026-11-22T12:00:00.000Z","action":"login","result":"done","who":"admin","address":"192.0.2.1","surface":"rest"}\n` +
        `{"time":"2026-11-22T12:00:00.000Z","action":"token_created","result":"done","who":"admin","address":"192.0.2.1",` +
        `"surface":"rest","tokenId":7,"permission":"read,admin"}\n`,
    );
  });

  it("the audit log can be read by its owner only", () => {
    const { audit, path } = setUp();
    audit.append(LOGIN);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it("the audit log belongs to the owner of the directory, even when root creates it", () => {
    const { dataDir, audit, path } = setUp();
    if (process.getuid?.() === 0) chownSync(dataDir, 4711, 4712);
    const { uid, gid } = statSync(dataDir);
    audit.append(LOGIN);
    expect([statSync(path).uid, statSync(path).gid]).to.deep.equal([uid, gid]);
  });

  it("the audit log continues after the lines of an earlier server, or of a command", () => {
    const { dataDir, audit, linesOf } = setUp();
    audit.append(LOGIN);
    setUp(dataDir).audit.append({ ...LOGIN, who: "command", address: null, surface: null });
    audit.append(LOGIN);
    expect(linesOf()).to.have.length(3);
  });

  it("the audit log keeps one event on one line, whatever the event contains", () => {
    const { audit, linesOf } = setUp();
    const address = `1\n{"action":"login"}\r\u2028\u0000\ud800`;
    audit.append({ ...LOGIN, address });
    expect(linesOf()).to.have.length(1);
    expect(JSON.parse(linesOf()[0]!).address).to.equal(address);
  });

  it("the audit log starts a new line after an incomplete one", () => {
    const { audit, path, linesOf } = setUp();
    audit.append(LOGIN);
    truncateSync(path, 40);
    audit.append(LOGIN);
    expect(linesOf()).to.have.length(2);
    expect(JSON.parse(linesOf()[1]!).action).to.equal("login");
  });

  it("the audit log is created again when it was moved away", () => {
    const { audit, path, linesOf } = setUp();
    audit.append(LOGIN);
    rmSync(path);
    audit.append(LOGIN);
    expect(linesOf()).to.have.length(1);
  });
});

describe("the audit log at 10 MiB", () => {
  it("the audit log at 10 MiB is renamed to audit.log.1, and a new one begins", () => {
    const { audit, path, linesOf } = setUp();
    audit.append(LOGIN);
    const { size } = statSync(path);
    writeFileSync(path, `${"x".repeat(MOST_BYTES - size - 1)}\n`);
    audit.append(LOGIN);
    expect(statSync(path).size).to.equal(MOST_BYTES);
    expect(existsSync(`${path}.1`)).to.equal(false);
    audit.append(LOGIN);
    expect(linesOf()).to.have.length(1);
    expect(statSync(`${path}.1`).size).to.equal(MOST_BYTES);
  });

  it("the audit log at 10 MiB replaces the previous audit.log.1", () => {
    const { audit, path } = setUp();
    for (const letter of ["a", "b"]) {
      writeFileSync(path, `${letter.repeat(MOST_BYTES)}\n`);
      audit.append(LOGIN);
    }
    expect(readFileSync(`${path}.1`, "latin1")[0]).to.equal("b");
    expect(existsSync(`${path}.2`)).to.equal(false);
  });

  it("the audit log at 10 MiB continues to grow when it cannot be renamed, and reports that", () => {
    const { audit, path, failures } = setUp();
    mkdirSync(`${path}.1`);
    writeFileSync(join(`${path}.1`, "full"), "");
    writeFileSync(path, `${"x".repeat(MOST_BYTES)}\n`);
    audit.append(LOGIN);
    expect(failures).to.have.length(1);
    expect(readFileSync(path, "latin1").slice(MOST_BYTES + 1)).to.match(/^\{"time".*\}\n$/);
  });
});

describe("an event that cannot be written to the audit log", () => {
  it("an event that cannot be written to the audit log is reported, and no error is thrown", () => {
    const { audit, path, failures } = setUp();
    mkdirSync(path);
    audit.append(LOGIN);
    expect(failures).to.have.length(1);
  });

  it("an event that cannot be written to the audit log is reported when the directory is gone, and the next one is written when it is back", () => {
    const { dataDir, audit, failures, linesOf } = setUp();
    rmSync(dataDir, { recursive: true });
    audit.append(LOGIN);
    expect(failures).to.have.length(1);
    mkdirSync(dataDir);
    audit.append(LOGIN);
    expect(linesOf()).to.have.length(1);
  });

  it("an event that cannot be written to the audit log is not written through a link to another file", () => {
    for (const lead of [symlinkSync, linkSync]) {
      const { dataDir, audit, path, failures } = setUp();
      const other = join(dataDir, "other");
      writeFileSync(other, "kept\n");
      lead(other, path);
      audit.append(LOGIN);
      expect(failures).to.have.length(1);
      expect(readFileSync(other, "utf8")).to.equal("kept\n");
    }
  });

  it("an event that cannot be written to the audit log is reported when the file may not be written to", () => {
    const { audit, path, failures } = setUp();
    writeFileSync(path, "");
    chmodSync(path, 0o400);
    audit.append(LOGIN);
    expect(failures).to.have.length(process.getuid?.() === 0 ? 0 : 1);
  });
});
