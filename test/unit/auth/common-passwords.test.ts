// Common passwords and the ways in which people vary them; random texts and longer passwords are not taken for common
// ones.
import { expect } from "chai";
import { isCommonPassword } from "../../../src/auth/common-passwords.ts";
import { pick, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";

describe("a common password", () => {
  for (const [disguise, passwords] of Object.entries({
    unchanged: ["password", "iloveyou", "letmein", "trustno1"],
    "with upper case": ["PASSWORD", "PassWord", "QwErTy"],
    "with digits and signs at its ends": [
      "Password123!",
      "Qwerty123456!",
      "!!Welcome2026",
      "2026#Summer#",
      "Aa1234567890!",
    ],
    "with signs for letters": [
      "P@ssw0rd1234",
      "Pa$$w0rd!2026",
      "$unsh1ne2026!",
      "L3tm31n!!!!!",
      "W3lc0me@2024",
    ],
    "with spaces and dashes inside": [
      "I love you 1234!",
      "let-me-in-2026",
      "Correct Horse Battery Staple 1!",
    ],
    "written twice or more": [
      "PasswordPassword1!",
      "Password1!Password1!",
      "Qwerty1Qwerty1!",
      "Abc!Abc!Abc!1",
    ],
    "as one repeated letter": ["Aaaaaaaaaaa1!", "ZzZzZzZzZz99!"],
    "as a walk over the keyboard": [
      "Qwertyuiop1!",
      "Poiuytrewq12!",
      "Asdfghjkl123!",
      "Zxcvbnm12345!",
      "Azertyuiop1!",
    ],
    "as a walk over the keyboard with shift held down": [
      "1qaz2wsx#EDC4rfv",
      "!QAZ2wsx#EDC4rfv",
      "!QAZ@WSX3edc4rfv",
      "1qaz@WSX3edc",
    ],
    "as a piece of the alphabet": ["Abcdefgh1234!", "Zyxwvut98765!"],
    "as a month and a year": ["January2026!", "December-2025"],
  })) {
    it(`a common password is recognised ${disguise}`, () => {
      expect(passwords.filter((password) => !isCommonPassword(password))).to.deep.equal([]);
    });
  }

  it("a common password is not found in a longer password that contains a common word", () => {
    const good = [
      "Blue7 kettle password",
      "MonkeyLampRiver7!",
      "tr!angle-9-Qwerty-moss",
      "9 Dragons ate my kettle",
      "Grün7-Fahrradständer",
    ];
    expect(good.filter(isCommonPassword)).to.deep.equal([]);
  });

  it("a common password is not found in random texts", () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
    const drawn = Array.from({ length: 5_000 }, () =>
      Array.from({ length: 12 }, () => pick(random, signs)).join(""),
    );
    // A drawn text may rightly count as common only when nearly all of it is digits and signs, or one letter.
    const lettersOf = (text: string) => text.toLowerCase().match(/\p{L}/gu) ?? [];
    const isVaried = (letters: readonly string[]) => letters.length > 3 && new Set(letters).size > 1;
    const doubtful = drawn.filter((text) => isCommonPassword(text) && isVaried(lettersOf(text)));
    expect(doubtful, `SEED=${seed}`).to.deep.equal([]);
  });
});
