// The level at which a request is logged.
import { expect } from "chai";
import { createLogger } from "../../../src/log/logger.ts";
import { RequestLog, type RequestLogOptions } from "../../../src/log/requests.ts";

describe("a logged request", () => {
  const facts = {
    api: "rest",
    method: "GET",
    route: "/",
    status: 200,
    ms: 5,
    bytes: 1,
    trace: { id: "x", traceId: null, parent: null, span: null },
    token: null,
    collection: null,
    isFault: false,
  } as const;

  function levelOf(options: RequestLogOptions, more: object = {}): string {
    let line = "{}";
    const output = {
      write: (written: string) => {
        line = written;
      },
    };
    new RequestLog(createLogger({ level: "debug", output }), options).note({ ...facts, ...more });
    return JSON.parse(line).level;
  }

  for (const [what, options, more, level] of [
    ["is logged at debug", { access: false, slowMs: 100 }, {}, "debug"],
    ["is logged at info for an access log", { access: true, slowMs: 100 }, {}, "info"],
    ["is logged at info when the server failed", { access: false, slowMs: 100 }, { isFault: true }, "info"],
    ["is logged at warn when it was slow", { access: false, slowMs: 5 }, {}, "warn"],
    ["is never slow with a limit of 0", { access: false, slowMs: 0 }, { ms: 1e6 }, "debug"],
  ] as const) {
    it(`a request ${what}`, () => expect(levelOf(options, more)).to.equal(level));
  }
});
