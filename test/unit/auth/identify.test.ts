// Identification of credentials: by the parameters at the time of the request, not by earlier ones.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { makeToken } from "../../../src/auth/access-token.ts";
import { signAdminToken } from "../../../src/auth/admin-token.ts";
import { Credentials } from "../../../src/auth/identify.ts";
import { StaticKeys } from "../../../src/auth/static-keys.ts";
import type { Params } from "../../../src/storage/params.ts";
import { ServerParams } from "../../../src/storage/server-params.ts";
import { HandClock, paramsWith, recordOf, SECRET, START } from "./fixtures.ts";

const NO_KEYS = new StaticKeys({ apiKey: null, readOnlyApiKey: null });

/** Parameters that tests replace, and the function that identifies credentials with them. */
function setUp(first: Partial<Params> = {}) {
  const clock = new HandClock();
  const params = { current: paramsWith(first) };
  return { clock, params, credentials: new Credentials(params, clock.now, NO_KEYS) };
}

const one = makeToken(1, randomBytes);
const two = makeToken(2, randomBytes);

describe("an access token of a request", () => {
  it("an access token of a request is recognised by its value and has its own permission", async () => {
    const { credentials } = setUp({
      tokens: [recordOf(1, one.hash, { permission: 6 }), recordOf(2, two.hash)],
    });
    expect(await credentials.identify(one.value)).to.deep.equal({ kind: "token", id: 1, permission: 6 });
    expect(await credentials.identify(two.value)).to.deep.equal({ kind: "token", id: 2, permission: 1 });
  });

  it("an access token of a request is invalid with the id of another token", async () => {
    const { credentials } = setUp({ tokens: [recordOf(1, one.hash), recordOf(2, two.hash)] });
    expect(await credentials.identify(one.value.replace("az_1_", "az_2_"))).to.equal(null);
    expect(await credentials.identify(one.value.replace("az_1_", "az_3_"))).to.equal(null);
  });

  it("an access token of a request is invalid from the time of its expiry on", async () => {
    const { clock, credentials } = setUp({ tokens: [recordOf(1, one.hash, { expiredAt: START + 1_000 })] });
    clock.at = START + 999;
    expect(await credentials.identify(one.value)).not.to.equal(null);
    clock.at = START + 1_000;
    expect(await credentials.identify(one.value)).to.equal(null);
  });

  it("an access token of a request is invalid as soon as it is deleted or rotated", async () => {
    const { params, credentials } = setUp({ tokens: [recordOf(1, one.hash), recordOf(2, two.hash)] });
    await credentials.identify(one.value);
    const rotated = makeToken(2, randomBytes);
    params.current = paramsWith({ tokens: [recordOf(2, rotated.hash)] });
    expect(await credentials.identify(one.value)).to.equal(null);
    expect(await credentials.identify(two.value)).to.equal(null);
    expect(await credentials.identify(rotated.value)).to.deep.equal({ kind: "token", id: 2, permission: 1 });
  });

  it("an access token of a request stays valid until the change that deletes it is durable, and is invalid from then on", async () => {
    const params = await ServerParams.open({ replace: async () => {} }, null, () =>
      paramsWith({ tokens: [recordOf(1, one.hash)] }),
    );
    const credentials = new Credentials(params, new HandClock().now, NO_KEYS);
    const change = params.change((now) => ({ next: { ...now, tokens: [] }, result: null }));
    expect(await credentials.identify(one.value)).not.to.equal(null);
    await change;
    expect(await credentials.identify(one.value)).to.equal(null);
  });

  it("an access token of a request is recognised on a server without an admin", async () => {
    const { credentials } = setUp({ admin: null, tokens: [recordOf(1, one.hash)] });
    expect(await credentials.identify(one.value)).not.to.equal(null);
  });
});

describe("the time of the last use of an access token", () => {
  it("the time of the last use of an access token is noted only when the request was permitted", async () => {
    const { clock, credentials } = setUp({
      tokens: [recordOf(1, one.hash), recordOf(2, two.hash, { expiredAt: START })],
    });
    clock.pass(60);
    await credentials.identify(one.value);
    await credentials.identify(two.value);
    await credentials.identify(makeToken(1, randomBytes).value);
    expect([...credentials.lastUses()]).to.deep.equal([[1, START + 60_000]]);
  });

  it("the time of the last use of an access token is removed together with the token", async () => {
    const { params, credentials } = setUp({ tokens: [recordOf(1, one.hash), recordOf(2, two.hash)] });
    await credentials.identify(one.value);
    params.current = paramsWith({ tokens: [recordOf(2, two.hash)] });
    await credentials.identify(two.value);
    expect([...credentials.lastUses().keys()]).to.deep.equal([2]);
  });
});

describe("the login token of a request", () => {
  it("the login token of a request identifies the admin", async () => {
    const { credentials } = setUp();
    expect(await credentials.identify(await signAdminToken(SECRET, 1, START))).to.deep.equal({
      kind: "admin",
    });
  });

  it("the login token of a request is invalid on a server without an admin", async () => {
    const { credentials } = setUp({ admin: null });
    expect(await credentials.identify(await signAdminToken(SECRET, 1, START))).to.equal(null);
  });

  it("the login token of a request is invalid after a password reset, and that of the next login is valid", async () => {
    const { params, credentials } = setUp();
    params.current = paramsWith({ adminVersion: 2 });
    expect(await credentials.identify(await signAdminToken(SECRET, 1, START))).to.equal(null);
    expect(await credentials.identify(await signAdminToken(SECRET, 2, START))).to.deep.equal({
      kind: "admin",
    });
  });

  for (const [what, change] of [
    ["the password is reset", { adminVersion: 2 }],
    ["the secret is replaced", { jwtSecret: "another secret of more than 32 bytes" }],
    ["the admin is removed", { admin: null }],
  ] as const) {
    it(`the login token of a request is invalid when ${what} during its check`, async () => {
      const { params, credentials } = setUp();
      const answer = credentials.identify(await signAdminToken(SECRET, 1, START));
      params.current = paramsWith(change);
      expect(await answer).to.equal(null);
    });
  }

  it("the login token of a request is invalid when it has expired", async () => {
    const { clock, credentials } = setUp();
    const token = await signAdminToken(SECRET, 1, START);
    clock.pass(3_606);
    expect(await credentials.identify(token)).to.equal(null);
  });
});

describe("a credential that is neither an access token nor a login token", () => {
  for (const text of ["", "admin", "Bearer x", "a.b.c", "az_1_", "\u0000", "x".repeat(1e6)]) {
    it(`a credential that is neither an access token nor a login token is invalid: ${JSON.stringify(text.slice(0, 20))}`, async () => {
      const { credentials } = setUp({ tokens: [recordOf(1, one.hash)] });
      expect(await credentials.identify(text)).to.equal(null);
    });
  }
});
