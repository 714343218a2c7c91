// The password policy: each rule alone, all rules at once, and what counts as a character.
import { expect } from "chai";
import fc from "fast-check";
import { checkPassword } from "../../../src/auth/password.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { cpuMsSince } from "../../support/cpu.ts";
import { thrownBy } from "./fixtures.ts";

const GOOD = "Blue7 kettle!";

const missed = (password: string): string => thrownBy(InvalidArgument, () => checkPassword(password)).message;
const accepts = (password: string): void => {
  expect(() => checkPassword(password)).not.to.throw();
};

describe("a new password", () => {
  for (const good of [
    GOOD,
    "abcDEF123!@#xyz",
    "Straße 9 im Nebel",
    "пАроль-7-лампа",
    "9 Lives of a cat",
    "Zwölf0Zeichen",
  ]) {
    it(`a new password is accepted if it is like '${good}'`, () => accepts(`${good} kettle`));
  }

  for (const [password, rule] of [
    ["Blue7kettl!", "have at least 12 characters"],
    ["blue7 kettle!", "have an upper-case letter"],
    ["BLUE7 KETTLE!", "have a lower-case letter"],
    ["Blue kettle!!", "have a digit"],
    ["Blue7kettle55", "have a character of another kind, such as a space or a sign"],
    ["Blue7 admin kettle", "not contain 'admin'"],
    ["Blue7 AdMiNs", "not contain 'admin'"],
    ["My aZimuth 2 you", "not contain 'azimuth'"],
    ["Password123!", "not be a common password or one with digits and signs added"],
  ] as const) {
    it(`a new password is refused as '${password}', because it does not ${rule}`, () => {
      expect(missed(password)).to.equal(`The password must ${rule}`);
    });
  }

  it("a new password is refused with one sentence that names each broken rule", () => {
    expect(missed("azimuth admin")).to.equal(
      "The password must have an upper-case letter, have a digit, not contain 'admin' and not contain 'azimuth'",
    );
    expect(missed("")).to.equal(
      "The password must have at least 12 characters, have an upper-case letter, have a lower-case letter, " +
        "have a digit and have a character of another kind, such as a space or a sign",
    );
  });

  it("a new password is never repeated in an error", () => {
    expect(missed("kettle")).not.to.contain("kettle");
  });

  it("a new password is measured in characters, not in UTF-16 units", () => {
    expect(missed("Qx1!😀😀😀😀")).to.equal("The password must have at least 12 characters");
    accepts("Qx1!😀😁😂😃😄😅😆😇");
  });

  it("a new password is measured and checked in NFKC: a ligature counts as three letters, a full-width A as an A", () => {
    accepts("Blue7 ketﬃx"); // 11 characters as typed
    expect(missed("Blue7 ａｄｍｉｎ kettle")).to.equal("The password must not contain 'admin'");
    expect(missed("Ｐａｓｓｗｏｒｄ１２３！")).to.contain("common password");
  });

  it("a new password may have up to 1,024 bytes in UTF-8, and no more", () => {
    accepts(`${GOOD}${"é".repeat((1_024 - GOOD.length - 1) / 2)}.`);
    const text = "The password must be valid Unicode text without NUL, of at most 1024 bytes in UTF-8";
    expect(missed(`${GOOD}${"x".repeat(1_025 - GOOD.length)}`)).to.equal(text);
    expect(missed(`${GOOD}${"\ufdfa".repeat(40)}`)).to.equal(text); // 133 bytes as typed, 1,333 in NFKC
  });

  it("a new password may be longer as typed than the limit if it is shorter in NFKC", () => {
    accepts(`${GOOD}${"\u1112\u1161\u11ab".repeat(300)}`); // 300 syllables, each typed in three parts
  });

  it("a new password is refused with half of a surrogate pair, because all halves have the same bytes in UTF-8", () => {
    expect(missed(`${GOOD}\ud800`)).to.contain("valid Unicode");
    expect(missed(`\udc00${GOOD}`)).to.contain("valid Unicode");
  });

  it("a new password is refused with a NUL at the end, because scrypt ignores it", () => {
    expect(missed(`${GOOD}\0`)).to.contain("without NUL");
  });

  it("a new password is checked quickly when it is very long", () => {
    const began = process.cpuUsage();
    for (const text of ["\ufdfa", "x", "1", "a1"]) {
      expect(missed(text.repeat(1e7))).to.contain("at most 1024 bytes");
    }
    expect(cpuMsSince(began)).to.be.lessThan(2_000);
  });

  it("a new password is checked quickly when it is made to be slow to check", () => {
    const began = process.cpuUsage();
    for (const text of [
      "ab".repeat(511),
      "1".repeat(1_023),
      `${"a".repeat(1_022)}b`,
      "a1".repeat(511),
      "1a!".repeat(341),
    ]) {
      expect(() => checkPassword(text)).to.throw(InvalidArgument);
    }
    expect(cpuMsSince(began)).to.be.lessThan(3_000);
  });

  it("a new password is accepted or refused with an InvalidArgument, whatever text it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        try {
          checkPassword(text);
        } catch (error) {
          return error instanceof InvalidArgument;
        }
        return true;
      }),
    );
  });
});
