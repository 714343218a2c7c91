// The check of the setup code: what it accepts and what it refuses.
import { expect } from "chai";
import { isSetupCode } from "../../../src/auth/setup-code.ts";

const CODE = "7K3M-0000-AAAA-BBBB-CCCC-DDDD-EEEE-FFFF";

describe("the setup code", () => {
  it("the setup code is accepted as it was shown, and with the differences of manual typing", () => {
    for (const given of [
      CODE,
      CODE.toLowerCase(),
      CODE.replaceAll("-", ""),
      ` ${CODE.replaceAll("-", " ")} `,
    ]) {
      expect(isSetupCode(given, CODE), given).to.equal(true);
    }
  });

  it("the setup code is refused when any of its characters is wrong, missing or additional", () => {
    for (let i = 0; i < CODE.length; i++) {
      expect(isSetupCode(`${CODE.slice(0, i)}Z${CODE.slice(i + 1)}`, CODE), `character ${i}`).to.equal(false);
      expect(isSetupCode(`${CODE.slice(0, i)}Z${CODE.slice(i)}`, CODE)).to.equal(false);
    }
    for (const given of ["", "-", CODE.slice(0, -1), CODE + CODE])
      expect(isSetupCode(given, CODE)).to.equal(false);
  });

  it("the setup code is never accepted by a server that has none", () => {
    for (const given of ["", "-", "null", CODE]) {
      expect(isSetupCode(given, null)).to.equal(false);
      expect(isSetupCode(given, "")).to.equal(false);
    }
  });

  it("the setup code is refused quickly in a very long text", () => {
    expect(isSetupCode(CODE + "-".repeat(1e7), CODE)).to.equal(false);
  });
});
