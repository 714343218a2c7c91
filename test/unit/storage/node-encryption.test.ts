// The encryption of secrets in a backup: the passphrase, and the data that is encrypted with it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { decryptWith, encryptWith, readPassphrase } from "../../../src/storage/node-encryption.ts";
import { itWeekly } from "../../support/weekly.ts";
import { freshDir } from "./fixtures.ts";

/** A small cost of the key, where the cost is not what is tested. */
const CHEAP = { n: 2 ** 10, r: 8, p: 1 };
const PASSPHRASE = "correct horse battery staple";

describe("a passphrase in a file", () => {
  const passphraseOf = (text: string) => {
    const path = join(freshDir(), "passphrase");
    writeFileSync(path, text);
    return readPassphrase(path);
  };

  it("a passphrase in a file is the content of the file without its line end", () => {
    for (const end of ["", "\n", "\r\n"]) expect(passphraseOf(`${PASSPHRASE}${end}`)).to.equal(PASSPHRASE);
    expect(passphraseOf(" blanks count too \n")).to.equal(" blanks count too ");
  });

  it("a passphrase in a file has 12 characters or more", () => {
    expect(passphraseOf("äöüÄÖÜäöüÄÖÜ")).to.have.length(12);
    expect(() => passphraseOf("elevenchars\n")).to.throw(
      InvalidArgument,
      "11 characters; at least 12 are needed",
    );
  });

  itWeekly("a passphrase in a file gives the same key in every composition of its Unicode characters", () => {
    const plain = new TextEncoder().encode("secret");
    const composed = "Ångström und Öl".normalize("NFC");
    const encrypted = encryptWith(composed)(plain);
    expect(Buffer.from(decryptWith(composed.normalize("NFD"))(encrypted)).toString()).to.equal("secret");
  });
});

describe("data that is encrypted with a passphrase", () => {
  it("data that is encrypted with a passphrase differs each time, with another salt and nonce", () => {
    const plain = new TextEncoder().encode("secret");
    const [first, second] = [1, 2].map(
      () => encryptWith(PASSPHRASE, CHEAP)(plain) as Record<string, unknown>,
    );
    for (const name of ["salt", "nonce", "data"]) expect(first![name]).to.not.equal(second![name]);
  });
});
