// The three permission bits of access tokens, as people write them and as they are printed.
import { expect } from "chai";
import { parsePermission, printPermission } from "../../../src/auth/permission.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { ADMIN, READ, WRITE } from "../../../src/schema/permission.ts";

const MASKS: readonly (readonly [number, string])[] = [
  [1, "read"],
  [2, "write"],
  [3, "read,write"],
  [4, "admin"],
  [5, "read,admin"],
  [6, "write,admin"],
  [7, "read,write,admin"],
];

describe("the permission of an access token", () => {
  it("the permission of an access token has one bit for each name", () => {
    expect([READ, WRITE, ADMIN]).to.deep.equal([1, 2, 4]);
  });

  for (const [bits, text] of MASKS) {
    it(`the permission of an access token is read from '${text}' as ${bits}, and printed in the same way`, () => {
      expect(parsePermission(text)).to.equal(bits);
      expect(printPermission(bits)).to.equal(text);
    });
  }

  it("the permission of an access token may be written in any order, with spaces and with repeated names", () => {
    expect(parsePermission(" admin ,read,\tread , admin")).to.equal(READ | ADMIN);
  });

  it("the permission of an access token includes only the named permissions: admin includes neither read nor write", () => {
    expect(parsePermission("admin") & (READ | WRITE)).to.equal(0);
  });

  for (const [text, named] of [
    ["", ""],
    [" ", ""],
    ["read,", ""],
    [",read", ""],
    ["read,,write", ""],
    ["delete", "delete"],
    ["read,root,owner", "root"],
    ["Read", "Read"],
    ["read write", "read write"],
    ["read;write", "read;write"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
    ["7", "7"],
    ["rea\u0000d", "rea\u0000d"],
  ] as const) {
    it(`the permission of an access token is refused as ${JSON.stringify(text)}`, () => {
      expect(() => parsePermission(text)).to.throw(InvalidArgument, /^Invalid permission: /);
      expect(() => parsePermission(text)).to.throw(`Invalid permission: ${named}`);
    });
  }

  it("the permission of an access token is shortened in error texts when it is long and invalid", () => {
    expect(() => parsePermission("x".repeat(1e6))).to.throw(`Invalid permission: ${"x".repeat(60)}...`);
  });
});
