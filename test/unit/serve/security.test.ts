// The timed work of a server's security.
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { expect } from "chai";
import { makeToken } from "../../../src/auth/access-token.ts";
import { PasswordHasher } from "../../../src/auth/password.ts";
import { StaticKeys } from "../../../src/auth/static-keys.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { firstParams, Security, setupCodeIn } from "../../../src/serve/security.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import type { ReplaceOptions } from "../../../src/storage/params.ts";
import { LocalParams } from "../../../src/storage/params-file.ts";
import { ServerParams } from "../../../src/storage/server-params.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { NEW, TOKEN } from "../storage/params-fixtures.ts";

describe("the security of a server", () => {
  it("the security of a server has as many pending timers after a day as at the start", async () => {
    const dataDir = scratchFolder("azimuth-security-");
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
      keys: new StaticKeys({ apiKey: null, readOnlyApiKey: null }),
      declared: null,
      audit: { append: () => {} },
      clock: { now: Date.now, after },
    });
    void security.start();
    const atStart = waiting.length;
    for (let i = 0; i < 10; i++) for (const task of waiting.splice(0)) task();
    expect(waiting).to.have.length(atStart);
    await security.stop();
    expect(waiting).to.deep.equal([]);
    rmSync(dataDir, { recursive: true });
  });

  it("the security of a server does not use the disk reserve for revocations to note when a token was used", async () => {
    const { value, hash } = makeToken(TOKEN.id, randomBytes);
    const before = { ...NEW, tokens: [{ ...TOKEN, hash }], nextTokenId: TOKEN.id + 1 };
    const asked: (ReplaceOptions | undefined)[] = [];
    const store = {
      async replace(_: unknown, options?: ReplaceOptions) {
        asked.push(options);
      },
    };
    const params = await ServerParams.open(store, before, firstParams);
    const security = new Security({
      params,
      setupCode: { current: () => null, take: () => false, restore: () => {}, discard: () => {} },
      hasher: new PasswordHasher({ cost: 2 ** 10, memory: MemoryLimit.unlimited() }),
      publicKeys: new Map(),
      keys: new StaticKeys({ apiKey: null, readOnlyApiKey: null }),
      declared: null,
      audit: { append: () => {} },
      clock: { now: () => 5000, after: () => () => {} },
    });
    expect(await security.access.identify(value)).to.include({ kind: "token", id: TOKEN.id });
    await security.stop();
    expect(params.current.tokens[0]?.lastUsedAt).to.equal(5000);
    expect(asked).to.deep.equal([{ canWait: true }]);
  });
});
