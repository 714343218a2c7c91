// The setup code at a start: a server without an admin gets a code of its own, whatever is in the place of its file.

import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createLogger } from "../../../src/log/logger.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { openSecurity } from "../../../src/serve/open-security.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { readOwnSetupCode } from "../../../src/storage/node-setup-code.ts";
import { SETUP_CODE_FILE } from "../../../src/storage/setup-code.ts";
import { scratchFolder } from "../../support/scratch.ts";

/** The lowest cost that may be configured. */
const SCRYPT_COST = 2 ** 15;

describe("a start without an admin", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = scratchFolder("azimuth-test-");
  });
  afterEach(() => nodeFs.remove(dataDir));

  const start = async () => {
    const { settle } = await openSecurity({
      config: {
        scryptCost: SCRYPT_COST,
        licensePublicKeys: new Map(),
        authEnabled: null,
        consoleCookie: true,
      },
      secrets: { jwtSecret: null, adminPassword: null, apiKey: null, readOnlyApiKey: null, files: [] },
      dataDir,
      memory: MemoryLimit.unlimited(),
      clock: { now: Date.now, after: () => () => {} },
      log: createLogger({ level: "silent" }),
      tell: null,
    });
    await settle();
  };

  const found: readonly [string, (path: string) => void][] = [
    ["nothing", () => {}],
    ["a pipe, which is not waited for", (path) => execFileSync("mkfifo", ["-m", "600", path])],
    ["a link", (path) => symlinkSync("elsewhere", path)],
  ];
  for (const [what, place] of found) {
    it(`a start without an admin creates a setup code if there is ${what}`, async () => {
      place(join(dataDir, SETUP_CODE_FILE));
      await start();
      expect(readOwnSetupCode(dataDir)).to.be.a("string");
    });
  }

  it("a start without an admin keeps an existing setup code", async () => {
    await start();
    const code = readOwnSetupCode(dataDir);
    await start();
    expect(readOwnSetupCode(dataDir)).to.equal(code);
  });
});
