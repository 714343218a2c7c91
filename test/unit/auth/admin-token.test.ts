// Tokens of admin logins: their claims, their expiry, and every way to make a token that the server did not issue.
import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { expect } from "chai";
import { isAdminToken, signAdminToken } from "../../../src/auth/admin-token.ts";
import { SECRET, START } from "./fixtures.ts";

const HOUR = 3_600_000;
const SECONDS = START / 1000;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const hmac = (signed: string, secret: string, hash = "sha256"): string =>
  createHmac(hash, secret).update(signed).digest("base64url");

const HEADER = { alg: "HS256" };
const CLAIMS = {
  iss: "azimuth",
  aud: "azimuth",
  sub: "admin",
  iat: SECONDS,
  exp: SECONDS + 3_600,
  jti: randomUUID(),
  ver: 1,
};

/** Makes a token as a program would that knows the secret. */
function made(claims: object = CLAIMS, header: object = HEADER, secret = SECRET): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${hmac(signed, secret)}`;
}

const holds = (token: string, now = START, version = 1) => isAdminToken(token, SECRET, version, now);

describe("the token of an admin login", () => {
  it("the token of an admin login contains issuer, subject and expiry", async () => {
    const [header, claims] = (await signAdminToken(SECRET, 3, START + 999)).split(".").map((text) => {
      return Buffer.from(text, "base64url").toString();
    });
    expect(JSON.parse(header!)).to.deep.equal({ alg: "HS256", typ: "JWT" });
    const found = JSON.parse(claims!);
    expect(found.jti).to.match(/^[0-9a-f-]{36}$/);
    expect(found).to.deep.equal({ ...CLAIMS, jti: found.jti, ver: 3 });
  });

  it("the token of an admin login is different at each login", async () => {
    expect(await signAdminToken(SECRET, 1, START)).not.to.equal(await signAdminToken(SECRET, 1, START));
  });

  it("the token of an admin login is valid for an hour and five seconds of tolerance", async () => {
    const token = await signAdminToken(SECRET, 1, START);
    expect(await holds(token)).to.equal(true);
    expect(await holds(token, START + HOUR + 4_999)).to.equal(true);
    expect(await holds(token, START + HOUR + 5_000)).to.equal(false);
  });

  it("the token of an admin login is invalid before its time of issue", async () => {
    const token = await signAdminToken(SECRET, 1, START);
    expect(await holds(token, START - 5_000)).to.equal(true);
    expect(await holds(token, START - 6_000)).to.equal(false);
  });

  it("the token of an admin login is invalid with another password version and with another secret", async () => {
    const token = await signAdminToken(SECRET, 1, START);
    expect(await holds(token, START, 2)).to.equal(false);
    expect(await holds(token, START, 0)).to.equal(false);
    expect(await isAdminToken(token, `${SECRET}!`, 1, START)).to.equal(false);
    expect(await isAdminToken(token, "", 1, START)).to.equal(false);
  });

  it("the token of an admin login is invalid when any of its characters is changed", async () => {
    const token = await signAdminToken(SECRET, 1, START);
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === "A" ? "B" : "A") + token.slice(i + 1);
      expect(await holds(changed), `character ${i}`).to.equal(false);
    }
  });

  it("the token of an admin login is invalid when its last character encodes the same bytes in another way", async () => {
    const token = made();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const twin = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]!;
    const signature = (text: string) => Buffer.from(text.split(".")[2]!, "base64url");
    expect(signature(twin).equals(signature(token))).to.equal(true);
    expect(await holds(twin)).to.equal(false);
  });
});

describe("a token made by a program that has the secret", () => {
  it("a token made with the secret is valid if it has the form of issued tokens", async () => {
    expect(await holds(made())).to.equal(true);
    expect(await holds(made(CLAIMS, { ...HEADER, typ: "at+jwt" }))).to.equal(true);
  });

  for (const name of Object.keys(CLAIMS)) {
    it(`a token made with the secret is invalid without ${name}`, async () => {
      expect(await holds(made({ ...CLAIMS, [name]: undefined }))).to.equal(false);
    });
  }

  for (const wrong of [
    { iss: "another" },
    { aud: "another" },
    { sub: "token" },
    { ver: "1" },
    { ver: [1] },
    { ver: true },
    { exp: String(SECONDS + 60) },
    { exp: SECONDS - 5 },
    { iat: SECONDS - 3_606, exp: SECONDS + 1e9 },
    { iat: "0" },
    { nbf: SECONDS + 60 },
  ]) {
    it(`a token made with the secret is invalid with ${JSON.stringify(wrong)}`, async () => {
      expect(await holds(made({ ...CLAIMS, ...wrong }))).to.equal(false);
    });
  }
});

describe("a token with another algorithm", () => {
  for (const alg of ["none", "None", "NONE", "nOnE", "", "hs256"]) {
    it(`a token with another algorithm is invalid with '${alg}', signed or not`, async () => {
      const header = { alg };
      const signed = `${part(header)}.${part(CLAIMS)}`;
      expect(await holds(`${signed}.`)).to.equal(false);
      expect(await holds(signed)).to.equal(false);
      expect(await holds(made(CLAIMS, header))).to.equal(false);
    });
  }

  for (const [alg, hash] of [
    ["HS384", "sha384"],
    ["HS512", "sha512"],
  ] as const) {
    it(`a token with another algorithm is invalid with ${alg} and the right secret`, async () => {
      const signed = `${part({ alg })}.${part(CLAIMS)}`;
      expect(await holds(`${signed}.${hmac(signed, SECRET, hash)}`)).to.equal(false);
    });
  }

  it("a token with another algorithm is invalid with a key of its own in the header", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const signed = `${part({ alg: "EdDSA", jwk: publicKey.export({ format: "jwk" }) })}.${part(CLAIMS)}`;
    const signature = sign(null, Buffer.from(signed), privateKey).toString("base64url");
    expect(await holds(`${signed}.${signature}`)).to.equal(false);
  });

  it("a token with another algorithm is invalid with an unknown extension or an unencoded payload", async () => {
    expect(await holds(made(CLAIMS, { ...HEADER, crit: ["x"], x: 1 }))).to.equal(false);
    expect(await holds(made(CLAIMS, { ...HEADER, crit: ["b64"], b64: false }))).to.equal(false);
  });
});

describe("a text that is not a login token", () => {
  for (const text of [
    "",
    ".",
    "..",
    "...",
    "a.b",
    "a.b.c",
    "a.b.c.d",
    "null",
    "é.é.é",
    "\u0000",
    `${"A".repeat(43)}`,
  ]) {
    it(`a text that is not a login token is refused without an exception: ${JSON.stringify(text)}`, async () => {
      expect(await holds(text)).to.equal(false);
    });
  }

  it("a text that is not a login token is refused when it is longer than any token, even with a valid signature", async () => {
    expect(await holds(made({ ...CLAIMS, more: "x".repeat(2_000) }))).to.equal(false);
    expect(await holds("A".repeat(1e7))).to.equal(false);
  });

  it("a text that is not a login token is refused when the time is invalid", async () => {
    expect(await holds(await signAdminToken(SECRET, 1, START), Number.NaN)).to.equal(false);
  });
});
