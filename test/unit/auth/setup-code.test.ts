// Who knows the setup code, and who does not.
import { expect } from "chai";
import { isSetupCode } from "../../../src/auth/setup-code.ts";

const CODE = "7K3M-0000-AAAA-BBBB-CCCC-DDDD-EEEE-FFFF";

describe("the setup code", () => {
  it("is right as it was shown, and as people type it", () => {
    for (const given of [
      CODE,
      CODE.toLowerCase(),
      CODE.replaceAll("-", ""),
      ` ${CODE.replaceAll("-", " ")} `,
    ]) {
      expect(isSetupCode(given, CODE), given).to.equal(true);
    }
  });

  it("is wrong when any one of its characters is another, missing or too many", () => {
    for (let i = 0; i < CODE.length; i++) {
      expect(isSetupCode(`${CODE.slice(0, i)}Z${CODE.slice(i + 1)}`, CODE), `character ${i}`).to.equal(false);
      expect(isSetupCode(`${CODE.slice(0, i)}Z${CODE.slice(i)}`, CODE)).to.equal(false);
    }
    for (const given of ["", "-", CODE.slice(0, -1), CODE + CODE])
      expect(isSetupCode(given, CODE)).to.equal(false);
  });

  it("is never right when there is none", () => {
    for (const given of ["", "-", "null", CODE]) {
      expect(isSetupCode(given, null)).to.equal(false);
      expect(isSetupCode(given, "")).to.equal(false);
    }
  });

  it("is not looked for in what is huge", () => {
    expect(isSetupCode(CODE + "-".repeat(1e7), CODE)).to.equal(false);
  });
});
