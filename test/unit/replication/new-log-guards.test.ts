// When a new log of a cluster may continue the data of one server.
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import {
  ensureLogMayBeReplaced,
  ensureOriginSuits,
  type FoundLog,
  type Origin,
} from "../../../src/replication/new-log-guards.ts";

const ORIGIN: Origin = {
  ...{ lastLsn: 100, log: "old", replaced: null, server: "a", seq: 90 },
  lacksShards: false,
};
const FOUND: FoundLog = { id: "old", lastSeq: 80, nodes: [] };
const node = (name: string, applied: number, silentSeconds = 3_600) => ({
  ...{ server: name, name: `n-${name}`, applied, silentSeconds },
});

describe("the data directory that a new log begins with", () => {
  const refuses = (reason: "recover" | "import", origin: Partial<Origin>, text: RegExp, isForced = false) =>
    expect(() => ensureOriginSuits(reason, { ...ORIGIN, ...origin }, isForced)).to.throw(StartRefused, text);

  it("the data directory that a new log begins with has records", () => {
    refuses("recover", { lastLsn: 0 }, /has no records/, true);
    refuses("import", { lastLsn: 0 }, /has no records/, true);
  });

  it("the data directory that a new log begins with was in a cluster for recover, and in none for import", () => {
    ensureOriginSuits("recover", ORIGIN, false);
    refuses("recover", { log: null }, /never in a cluster: azimuth cluster import$/);
    ensureOriginSuits("import", { ...ORIGIN, log: null, seq: 0 }, false);
    refuses("import", {}, /server of a cluster: azimuth cluster recover$/);
  });

  it("the data directory that a new log begins with is not that of a leader whose place another server has, unless it is forced", () => {
    const replaced = { ...ORIGIN, seq: 0, replaced: 3 };
    refuses("import", replaced, /replaced at epoch 3/);
    ensureOriginSuits("import", replaced, true);
  });
});

describe("a log that a new one replaces", () => {
  const check = (found: Partial<FoundLog>, isForced = false, reason: "recover" | "import" = "recover") =>
    ensureLogMayBeReplaced(reason, ORIGIN, { ...FOUND, ...found }, isForced);
  const refuses = (found: Partial<FoundLog>, text: RegExp, isForced = false) =>
    expect(() => check(found, isForced)).to.throw(StartRefused, text);

  it("a log that a new one replaces is empty, or ends before the data directory does", () => {
    check({});
    check({ lastSeq: 0, id: "made by a server that was started on an empty PostgreSQL" });
    refuses({ lastSeq: 100 }, /nothing to recover: .* ends at entry 100, and the data directory at 100/);
    check({ lastSeq: 100 }, true);
  });

  it("a log that a new one replaces was applied by no other server further than by this one", () => {
    check({ nodes: [node("b", 100), node("a", 200)] });
    refuses({ nodes: [node("b", 101)] }, /n-b has applied 101 entries, and this data directory ends at 100/);
    check({ nodes: [node("b", 101)] }, true);
  });

  it("a log that a new one replaces has no running servers, even if it is forced", () => {
    check({ nodes: [node("a", 100, 1), node("b", 100, 10)] });
    refuses({ nodes: [node("b", 50, 9.4)] }, /n-b was heard of 9 s ago: stop all servers/, true);
    refuses({ lastSeq: 0, nodes: [node("b", 0, 1)] }, /n-b was heard of 1 s ago/);
  });

  it("a log that a new one replaces is the one of the data directory, unless it is forced", () => {
    refuses(
      { id: "other" },
      /log of the cluster is other with 80 entries, and the data directory is from old/,
    );
    check({ id: "other" }, true);
  });

  it("a log that a new one replaces has never had entries when a directory is imported", () => {
    check({ lastSeq: 0 }, false, "import");
    expect(() => check({ lastSeq: 1 }, true, "import")).to.throw(StartRefused, /has 1 entries already/);
  });
});
