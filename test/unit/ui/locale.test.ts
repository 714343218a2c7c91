// Languages of browsers that Intl refuses.
import { expect } from "chai";
import { guardLanguage, usableLanguage } from "../../../src/ui/app/kit/locale.ts";

describe("the language of the console", () => {
  it("the language of the console is the browser's own if Intl accepts it", () => {
    for (const one of ["en-US", "de", "zh-Hant-TW", "sr-Latn"]) expect(usableLanguage(one)).to.equal(one);
  });

  it("the language of the console is the part before the modifier of a POSIX locale, and English if nothing remains", () => {
    expect(usableLanguage("en-US@posix")).to.equal("en-US");
    expect(usableLanguage("de_DE.UTF-8")).to.equal("de-DE");
    for (const one of ["", undefined, "@", "C.UTF-8", "*"]) expect(usableLanguage(one)).to.equal("en-US");
  });

  it("the language of the console replaces a getter of the navigator, and only when the browser's own is invalid", () => {
    const posix = Object.create({
      get language() {
        return "en-US@posix";
      },
    }) as { language: string };
    guardLanguage(posix);
    expect(posix.language).to.equal("en-US");
    const plain = Object.create({
      get language() {
        return "fr";
      },
    }) as { language: string };
    guardLanguage(plain);
    expect(Object.keys(plain)).to.deep.equal([]);
    expect(plain.language).to.equal("fr");
  });
});
