// Product keys: the signed values are the values that are read, and every changed, forged or invalid key is refused
// with a reason.
import { expect } from "chai";
import { InvalidProductKey } from "../../../src/errors/auth.ts";
import { makeIssuer, readIssuer } from "../../../src/license/issuer.ts";
import { issue, parsePublicKeys, refuseUntimely, verify } from "../../../src/license/key.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

const issuer = new ThrowAwayIssuer();
const KEY = {
  kid: "test",
  id: "a license",
  maxVectors: 1_000_000,
  notBefore: Date.parse("2026-01-01T00:00:00Z"),
  expiresAt: Date.parse("2027-01-01T00:00:00Z"),
  customer: "Ärzte & Söhne",
};
const PAYLOAD = { kid: "test", id: "a license", max_vectors: 7, not_before: null, expires_at: null };

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidProductKey);
    const { message } = error as Error;
    expect(message).to.match(/^Invalid product key: /);
    return message.slice("Invalid product key: ".length);
  }
  throw new Error("it was taken");
}

describe("a product key", () => {
  it("a product key contains the signed values", () => {
    expect(verify(issuer.key(KEY.maxVectors, KEY), issuer.publicKeys)).to.deep.equal(KEY);
  });

  it("a product key is read without a beginning, an end and a customer if it has none", () => {
    const read = {
      kid: "test",
      id: "a license",
      maxVectors: 7,
      notBefore: null,
      expiresAt: null,
      customer: "",
    };
    expect(verify(issuer.sign(PAYLOAD), issuer.publicKeys)).to.deep.equal(read);
  });

  it("a product key is refused when any of its characters is changed", () => {
    const text = issuer.key(5_000, KEY);
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === "A" ? "B" : "A";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      reasonOf(() => verify(changed, issuer.publicKeys));
    }
  });

  it("a product key is refused when it is truncated or extended at any position", () => {
    const text = issuer.key(5_000, KEY);
    for (let length = 0; length < text.length; length++)
      reasonOf(() => verify(text.slice(0, length), issuer.publicKeys));
    for (const more of ["A", "=", ".", " ", "\n"]) reasonOf(() => verify(text + more, issuer.publicKeys));
  });

  it("a product key is refused with the signature of another key", () => {
    const [, payload] = issuer.key(1).split(".");
    const [, , signature] = issuer.key(2).split(".");
    const reason = reasonOf(() => verify(`AZL1.${payload}.${signature}`, issuer.publicKeys));
    expect(reason).to.equal("its signature does not match");
  });

  it("a product key is refused when another issuer signed it under the same name", () => {
    const reason = reasonOf(() => verify(new ThrowAwayIssuer().key(1), issuer.publicKeys));
    expect(reason).to.equal("its signature does not match");
  });

  it("a product key is refused when its issuer is not configured, with the name of that issuer", () => {
    const reason = reasonOf(() => verify(new ThrowAwayIssuer("elsewhere").key(1), issuer.publicKeys));
    expect(reason).to.equal(
      'it is signed by "elsewhere", which is not among this server\'s license.public_keys',
    );
  });

  it("a product key is refused with another version of the format", () => {
    const text = issuer.key(1).replace("AZL1", "AZL2");
    expect(reasonOf(() => verify(text, issuer.publicKeys))).to.equal("it does not begin with AZL1");
  });

  it("a product key is refused when it does not have three parts", () => {
    for (const text of ["", "x", "AZL1", "AZL1.e30", "AZL1.e30.e30.e30"]) {
      const reason = reasonOf(() => verify(text, issuer.publicKeys));
      expect(reason).to.equal("expected three parts with dots between them, as in AZL1.xxx.yyy");
    }
  });

  it("a product key is refused in base64url that is not canonical", () => {
    const [, payload, signature] = issuer.key(1).split(".") as [string, string, string];
    for (const part of [`${payload}=`, `${payload}\n`, payload.replace(/.$/, "+"), ""])
      reasonOf(() => verify(`AZL1.${part}.${signature}`, issuer.publicKeys));
    // The last character of 64 bytes encodes two bits: fifteen other characters encode the same bytes.
    for (const other of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      if (other === signature.at(-1)) continue;
      reasonOf(() => verify(`AZL1.${payload}.${signature.slice(0, -1)}${other}`, issuer.publicKeys));
    }
  });

  it("a product key is refused when it is longer than 4096 characters", () => {
    const reason = reasonOf(() => verify("A".repeat(4097), issuer.publicKeys));
    expect(reason).to.equal("it is longer than 4096 characters");
  });

  const bad: [string, unknown, string][] = [
    ["an array", [], "its second part is not a JSON object"],
    ["no kid", { ...PAYLOAD, kid: undefined }, "it does not say who signed it (kid)"],
    ["an empty id", { ...PAYLOAD, id: "" }, "its id is not a text of 1 to 128 characters"],
    [
      "an id that is too long",
      { ...PAYLOAD, id: "x".repeat(129) },
      "its id is not a text of 1 to 128 characters",
    ],
    ["an id with a line end", { ...PAYLOAD, id: "a\nb" }, "its id is not a text of 1 to 128 characters"],
    ["no id", { ...PAYLOAD, id: undefined }, "its id is not a text of 1 to 128 characters"],
    [
      "a limit of no vectors",
      { ...PAYLOAD, max_vectors: 0 },
      "its max_vectors is not an integer from 1 to 2^53 - 1",
    ],
    [
      "a limit with a fraction",
      { ...PAYLOAD, max_vectors: 1.5 },
      "its max_vectors is not an integer from 1 to 2^53 - 1",
    ],
    [
      "a limit above 2^53 - 1",
      { ...PAYLOAD, max_vectors: 2 ** 53 },
      "its max_vectors is not an integer from 1 to 2^53 - 1",
    ],
    [
      "a limit that is a text",
      { ...PAYLOAD, max_vectors: "7" },
      "its max_vectors is not an integer from 1 to 2^53 - 1",
    ],
    [
      "no expires_at",
      { ...PAYLOAD, expires_at: undefined },
      "its expires_at is not a time of RFC 3339, such as 2030-01-31T00:00:00Z",
    ],
    [
      "an end that is not a time",
      { ...PAYLOAD, expires_at: "soon" },
      "its expires_at is not a time of RFC 3339, such as 2030-01-31T00:00:00Z",
    ],
    [
      "an invalid month",
      { ...PAYLOAD, not_before: "2030-13-01T00:00:00Z" },
      "its not_before is not a time of RFC 3339, such as 2030-01-31T00:00:00Z",
    ],
    [
      "a number as a time",
      { ...PAYLOAD, expires_at: 1893456000 },
      "its expires_at is not a time of RFC 3339, such as 2030-01-31T00:00:00Z",
    ],
    [
      "a customer that is not a text",
      { ...PAYLOAD, customer: 7 },
      "its customer is not a text of at most 256 characters",
    ],
    [
      "an end before its beginning",
      { ...PAYLOAD, not_before: "2030-01-01T00:00:00Z", expires_at: "2030-01-01T00:00:00Z" },
      "it expires before it begins",
    ],
  ];
  for (const [what, payload, reason] of bad) {
    it(`a product key is refused with ${what}, even with a valid signature`, () => {
      expect(reasonOf(() => verify(issuer.sign(payload), issuer.publicKeys))).to.equal(reason);
    });
  }

  it("a product key is not issued by the issuer when servers would refuse it", () => {
    const { privateKey } = makeIssuer("test").issuer;
    expect(reasonOf(() => issue({ ...KEY, maxVectors: 0 }, privateKey))).to.match(/^its max_vectors/);
  });

  it("a product key is never shown in an error", () => {
    const text = `AZL1.${Buffer.from('{"kid":"a","secret').toString("base64url")}.AAAA`;
    expect(reasonOf(() => verify(text, issuer.publicKeys))).to.equal("its second part is not a JSON object");
  });

  it("a product key is valid from its first moment until before its last", () => {
    refuseUntimely(KEY, KEY.notBefore);
    refuseUntimely(KEY, KEY.expiresAt - 1);
    const before = reasonOf(() => refuseUntimely(KEY, KEY.notBefore - 1));
    expect(before).to.equal(
      "it is not valid before 2026-01-01T00:00:00.000Z; here it is 2025-12-31T23:59:59.999Z",
    );
    const after = reasonOf(() => refuseUntimely(KEY, KEY.expiresAt));
    expect(after).to.equal("it expired at 2027-01-01T00:00:00.000Z");
  });
});

describe("the public keys of a server's issuers", () => {
  it("the public keys of a server's issuers are read from text, several of them separated by commas", () => {
    const other = new ThrowAwayIssuer("other");
    const keys = parsePublicKeys(` ${issuer.setting} , ${other.setting}`);
    expect([...keys.keys()]).to.deep.equal(["test", "other"]);
    expect(verify(other.key(3), keys).maxVectors).to.equal(3);
  });

  it("the public keys of a server's issuers may be an empty list", () => {
    expect(parsePublicKeys(" ").size).to.equal(0);
  });

  const x = issuer.setting.split(":")[1]!;
  for (const text of [
    x,
    `:${x}`,
    "a b:c",
    `a:${x.slice(1)}`,
    `a:${x}=`,
    `a:${x}:b`,
    `a:${x},a:${x}`,
    `a:${x},`,
  ]) {
    it(`the public keys of a server's issuers are refused as ${JSON.stringify(text.replaceAll(x, "<key>"))}`, () => {
      expect(() => parsePublicKeys(text)).to.throw(Error);
    });
  }
});

describe("the private key of an issuer", () => {
  it("the private key of an issuer can be restored from its stored form", () => {
    const { issuer: made, secret } = makeIssuer("mine");
    const read = readIssuer(secret);
    expect(read.publicKey).to.equal(made.publicKey);
    const text = issue({ ...KEY, kid: "mine" }, read.privateKey);
    expect(verify(text, parsePublicKeys(made.publicKey)).kid).to.equal("mine");
  });

  it("the private key of an issuer is refused if it is invalid, without showing anything of its file", () => {
    for (const text of ["secret", "{}", '{"kty":"OKP","crv":"Ed25519","d":"secret","kid":"a"}'])
      expect(() => readIssuer(text)).to.throw(
        "it is not the private key of an issuer, as azimuth license keygen makes it",
      );
  });
});
