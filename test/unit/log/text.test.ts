// The log for people: the format of a line, and the escaping of everything that a terminal could interpret.
import { expect } from "chai";
import { createLogger, LineCounts, type LOG_FORMATS, textOf } from "../../../src/log/logger.ts";

describe("a line of the log in the text format", () => {
  const time = "2026-01-31T12:34:56.789Z";

  function check(line: object, expected: string): void {
    expect(textOf(JSON.stringify({ level: "info", time, ...line }), false)).to.equal(expected);
  }

  it("a line of the log in the text format has time, level and message", () => {
    check({ msg: "ready" }, "12:34:56.789 INFO  ready\n");
    check({ level: "error", msg: "no" }, "12:34:56.789 ERROR no\n");
  });

  it("a line of the log in the text format has further values after the message, single words unquoted and others as JSON", () => {
    check(
      { msg: "listening", rest: 6573, path: "/a/b", text: "two words", list: [1] },
      '12:34:56.789 INFO  listening rest=6573 path=/a/b text="two words" list=[1]\n',
    );
  });

  it("a line of the log in the text format has the stack of an error in the lines below", () => {
    check(
      { msg: "failed", err: { stack: "Error: x\n    at y" } },
      "12:34:56.789 INFO  failed\n    Error: x\n        at y\n",
    );
  });

  it("a line of the log in the text format has escaped control characters", () => {
    check({ msg: "a\u001b[2Jb\nc", x: "\u0007" }, '12:34:56.789 INFO  a\\u001b[2Jb\\u000ac x="\\u0007"\n');
  });

  it("a line of the log in the text format has colours only on request", () => {
    const line = JSON.stringify({ level: "warn", time, msg: "slow" });
    expect(textOf(line, true)).to.contain("\u001b[33mWARN ");
    expect(textOf(line, false)).to.not.contain("\u001b");
  });
});

describe("the log of a server", () => {
  function written(format: (typeof LOG_FORMATS)[number], isTTY: boolean): string {
    let text = "";
    const output = {
      isTTY,
      write: (part: string) => {
        text += part;
      },
    };
    createLogger({ level: "info", format, output }).info({ a: 1 }, "hello");
    return text;
  }

  for (const [format, isTTY, isJson] of [
    ["auto", false, true],
    ["auto", true, false],
    ["json", true, true],
    ["text", false, false],
  ] as const) {
    it(`the log of a server is ${isJson ? "JSON" : "text"} with the format ${format} ${isTTY ? "on a terminal" : "in a file"}`, () => {
      const text = written(format, isTTY);
      if (isJson) expect(JSON.parse(text)).to.include({ a: 1, msg: "hello" });
      else expect(text).to.match(/ hello .*1\n$/);
    });
  }

  it("the log of a server counts its written lines by level", () => {
    const lines = new LineCounts();
    const log = createLogger({ level: "info", output: { write: () => {} }, lines });
    log.info("a");
    log.warn({ b: 1 }, "b");
    log.warn("c");
    log.debug("not written");
    expect([...lines.byLevel]).to.deep.equal([
      ["info", 1],
      ["warn", 2],
    ]);
  });
});
