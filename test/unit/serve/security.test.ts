// What the security of a server does by itself as time passes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { PasswordHasher } from "../../../src/auth/password.ts";
import { MemoryLimit } from "../../../src/memory-limit.ts";
import { firstParams, Security, setupCodeIn } from "../../../src/serve/security.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { LocalParams } from "../../../src/storage/params-file.ts";
import { ServerParams } from "../../../src/storage/server-params.ts";

describe("the security of a server", () => {
  it("has as many things waiting after a day as at the start", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "azimuth-security-"));
    let waiting: (() => void)[] = [];
    const after = (_: number, task: () => void) => {
      waiting.push(task);
      return () => {
        waiting = waiting.filter((one) => one !== task);
      };
    };
    const security = new Security({
      params: await ServerParams.open(new LocalParams(nodeFs, dataDir), null, firstParams),
      setupCode: setupCodeIn(nodeFs, dataDir),
      hasher: new PasswordHasher({ cost: 2 ** 10, memory: MemoryLimit.unlimited() }),
      publicKeys: new Map(),
      audit: { append: () => {} },
      clock: { now: Date.now, after },
    });
    security.start();
    const atStart = waiting.length;
    for (let i = 0; i < 10; i++) for (const task of waiting.splice(0)) task();
    expect(waiting).to.have.length(atStart);
    await security.stop();
    expect(waiting).to.deep.equal([]);
    rmSync(dataDir, { recursive: true });
  });
});
