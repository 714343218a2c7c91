// The values of access tokens: their shape, the stored hash, and that only exactly the same value is recognised.
import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { idOf, isToken, makeToken } from "../../../src/auth/access-token.ts";

const zeros = (count: number) => new Uint8Array(count);

describe("the value of an access token", () => {
  it("the value of an access token is az_, the id of the token, and 32 random bytes in base64url", () => {
    expect(makeToken(7, zeros).value).to.equal(`az_7_${"A".repeat(43)}`);
    expect(makeToken(7, randomBytes).value).to.match(/^az_7_[A-Za-z0-9_-]{43}$/);
  });

  it("the value of an access token is stored as its SHA-256 only", () => {
    const { value, hash } = makeToken(7, randomBytes);
    expect(hash).to.equal(createHash("sha256").update(value).digest("base64url"));
  });

  it("the value of an access token is different for each token", () => {
    expect(makeToken(7, randomBytes).value).not.to.equal(makeToken(7, randomBytes).value);
  });

  it("the value of an access token contains the id of its record", () => {
    for (const id of [1, 10_000, Number.MAX_SAFE_INTEGER])
      expect(idOf(makeToken(id, zeros).value)).to.equal(id);
  });

  it("the value of an access token matches its own record and no other", () => {
    const [one, other] = [makeToken(1, randomBytes), makeToken(1, randomBytes)];
    expect(isToken(one.value, one)).to.equal(true);
    expect(isToken(one.value, other)).to.equal(false);
    expect(isToken(one.value, undefined)).to.equal(false);
  });

  it("the value of an access token is invalid when any of its characters is changed", () => {
    const { value, hash } = makeToken(12, randomBytes);
    for (let i = 0; i < value.length; i++) {
      const changed = value.slice(0, i) + (value[i] === "B" ? "C" : "B") + value.slice(i + 1);
      expect(isToken(changed, { hash }), `character ${i}`).to.equal(false);
    }
  });

  it("the value of an access token matches no record whose hash is truncated, empty or invalid", () => {
    const { value, hash } = makeToken(1, randomBytes);
    for (const kept of ["", hash.slice(0, 20), `${hash}AAAA`, "?", "A".repeat(43)]) {
      expect(isToken(value, { hash: kept })).to.equal(false);
    }
  });
});

describe("a text that is not an access token", () => {
  const secret = "A".repeat(43);
  for (const text of [
    "",
    "az_",
    `az_0_${secret}`,
    `az_01_${secret}`,
    `az_-1_${secret}`,
    `az_+1_${secret}`,
    `az_1.5_${secret}`,
    `az_1e3_${secret}`,
    `az_0x1_${secret}`,
    `az_ 1_${secret}`,
    `az_\u0661_${secret}`,
    `az_9007199254740992_${secret}`,
    `az_99999999999999999_${secret}`,
    `AZ_1_${secret}`,
    `az_1_${secret}A`,
    `az_1_${secret.slice(1)}`,
    `az_1_${secret}\n`,
    ` az_1_${secret}`,
    `az_1_${secret.slice(1)}+`,
    `az_1_${secret.slice(1)}=`,
    `az_1_${secret.slice(1)}\u00e9`,
  ]) {
    it(`a text that is not an access token has no token id: ${JSON.stringify(text)}`, () => {
      expect(idOf(text)).to.equal(null);
    });
  }

  it("a text that is not an access token has no token id, whatever the type of the value is", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => idOf(text) === null));
  });

  it("a text that is not an access token has no token id and takes no time to read when it is very long", () => {
    expect(idOf(`az_${"1".repeat(1e7)}`)).to.equal(null);
  });
});
