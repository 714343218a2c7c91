// Admission: the permission of an operation against every kind of caller, tested on `admit` without a transport.
import { expect } from "chai";
import Type from "typebox";
import { type Access, admit, type Terms } from "../../../src/api/admit.ts";
import { type Operation, operation, type Permission, type WhileOff } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { Admitted, Caller, Identity } from "../../../src/schema/caller.ts";
import { NATIVE_RULES, QDRANT_RULES } from "../../../src/schema/rules.ts";

const READ = 1;
const WRITE = 2;
const ADMIN = 4;
const CODE = "the code";
const NATIVE: Terms = { rules: NATIVE_RULES, extendedApi: false };
const QDRANT: Terms = { rules: QDRANT_RULES, extendedApi: false };

const CALLER: Caller = {
  surface: "rest",
  address: "192.0.2.7",
  isLocal: false,
  credentials: [],
  setupCode: null,
};

/** Access settings whose credentials are `admin` or the permission bits of a token. */
function access(authEnabled: boolean): Access {
  return {
    authEnabled,
    identify: async (credential): Promise<Identity | null> => {
      if (credential === "admin") return { kind: "admin" };
      return /^[0-7]$/.test(credential) ? { kind: "token", id: 9, permission: Number(credential) } : null;
    },
    identifySession: (id) => (id === "session" ? { kind: "token", id: 9, permission: READ } : null),
    hasAdmin: true,
    isSetupCode: (code) => code === CODE,
  };
}

function row(permission: Permission, columns: Partial<Operation> = {}): Operation {
  return operation({
    id: "do",
    summary: "Does something.",
    permission,
    rest: { method: "post", path: "/do" },
    failure: "Doing failed",
    request: Type.Object({}),
    result: Type.Boolean(),
    run: async () => true,
    ...columns,
  });
}

/** Returns who the caller was admitted as, or the text of the refusal. */
async function outcome(
  one: Operation,
  caller: Partial<Caller>,
  isOn = true,
): Promise<Admitted | null | string> {
  try {
    return (await admit(one, { ...CALLER, ...caller }, access(isOn), NATIVE)).by;
  } catch (error) {
    return (error as Error).message;
  }
}

const UNKNOWN = "Invalid or missing authorization token";
const token = (permission: number) => ({ kind: "token", id: 9, permission });

describe("admission with authentication on", () => {
  const BITS: readonly [Permission, (mask: number) => string | null][] = [
    ["read", (mask) => (mask & READ ? null : "read")],
    ["write", (mask) => (mask & WRITE ? null : "write")],
    ["admin", (mask) => (mask & ADMIN ? null : "admin")],
    ["read_admin", (mask) => (mask & READ ? (mask & ADMIN ? null : "admin") : "read")],
    ["login", () => "admin login"],
    ["setup", (mask) => (mask & ADMIN ? null : "admin")],
    ["recovery", () => "admin login"],
  ];

  for (const [permission, lacking] of BITS) {
    it(`admission with authentication on requires ${permission}: tokens whose mask includes it are admitted, the others are refused`, async () => {
      for (let mask = 0; mask < 8; mask++) {
        const lacks = lacking(mask);
        const expected = lacks === null ? token(mask) : `Permission denied: requires ${lacks}`;
        expect(await outcome(row(permission), { credentials: [String(mask)] })).to.deep.equal(expected);
      }
    });

    it(`admission with authentication on requires ${permission}: an admin login has it, a request without a valid credential does not`, async () => {
      expect(await outcome(row(permission), { credentials: ["admin"] })).to.deep.equal({ kind: "admin" });
      expect(await outcome(row(permission), {})).to.equal(UNKNOWN);
      expect(await outcome(row(permission), { credentials: ["forged"] })).to.equal(UNKNOWN);
    });
  }

  it("admission with authentication on admits callers with and without a credential to operations with the permission none", async () => {
    expect(await outcome(row("none"), {})).to.equal(null);
    expect(await outcome(row("none"), { credentials: ["forged"] })).to.equal(null);
  });

  it("admission with authentication on uses the first valid credential of a request", async () => {
    expect(await outcome(row("read"), { credentials: ["forged", "1"] })).to.deep.equal(token(1));
    expect(await outcome(row("write"), { credentials: ["1", "2"] })).to.equal(
      "Permission denied: requires write",
    );
  });
});

describe("admission while authentication is off", () => {
  const cases: readonly [WhileOff, string | null][] = [
    ["open", null],
    ["guarded", UNKNOWN],
    ["closed", "API key management API requires auth_enabled=true"],
  ];
  for (const [whileOff, expected] of cases) {
    it(`admission while authentication is off is ${whileOff} for operations whose row says so`, async () => {
      expect(await outcome(row("admin", { whileOff }), {}, false)).to.equal(expected);
    });
  }

  it("admission while authentication is off ignores an invalid credential of a request", async () => {
    expect(await outcome(row("write"), { credentials: ["forged"] }, false)).to.equal(null);
  });

  it("admission while authentication is off gives the admin access to guarded operations", async () => {
    const guarded = row("login", { whileOff: "guarded" });
    expect(await outcome(guarded, { credentials: ["admin"] }, false)).to.deep.equal({ kind: "admin" });
  });
});

describe("admission of the owner without a credential", () => {
  for (const isOn of [false, true]) {
    const guarded = { whileOff: "guarded" } as const;
    it(`admission of the owner accepts the setup code for setup and recovery, authentication ${isOn ? "on" : "off"}`, async () => {
      for (const permission of ["setup", "recovery"] as const) {
        const by = await outcome(row(permission, guarded), { setupCode: CODE }, isOn);
        expect(by).to.deep.equal({ kind: "setup_code" });
        expect(await outcome(row(permission, guarded), { setupCode: "a code" }, isOn)).to.equal(UNKNOWN);
      }
    });

    it(`admission of the owner accepts a request from this machine only for setup, authentication ${isOn ? "on" : "off"}`, async () => {
      const local = { isLocal: true, address: "127.0.0.1" };
      expect(await outcome(row("setup", guarded), local, isOn)).to.deep.equal({ kind: "local" });
      expect(await outcome(row("recovery", guarded), local, isOn)).to.equal(UNKNOWN);
      expect(await outcome(row("login", guarded), local, isOn)).to.equal(UNKNOWN);
    });
  }

  it("admission of the owner refuses the setup code for everything else", async () => {
    for (const permission of ["read", "write", "admin", "login"] as const)
      expect(await outcome(row(permission), { setupCode: CODE })).to.equal(UNKNOWN);
  });
});

describe("admission on the port of the local UI", () => {
  it("admission on the port of the local UI requires the permission of the row for that port", async () => {
    const shared = row("admin", { onUi: "none" });
    expect(await outcome(shared, { surface: "ui" })).to.equal(null);
    expect(await outcome(shared, { surface: "rest" })).to.equal(UNKNOWN);
    expect(await outcome(shared, { surface: "grpc" })).to.equal(UNKNOWN);
  });

  it("admission on the port of the local UI requires the ordinary permission for operations without a permission of their own on that port", async () => {
    expect(await outcome(row("read"), { surface: "ui" })).to.equal(UNKNOWN);
  });
});

describe("an operation of the extended API", () => {
  const isOpen = async (terms: Terms, caller: Partial<Caller>, isOn: boolean, columns = {}) =>
    (await admit(row("read", { extended: true, ...columns }), { ...CALLER, ...caller }, access(isOn), terms))
      .isOpen;
  const known = { credentials: ["1"] };

  it("an operation of the extended API is refused natively to every caller, and available once the setting extendedApi is on", async () => {
    for (const address of ["127.0.0.1", "192.0.2.7"]) {
      expect(await isOpen(NATIVE, { address, ...known }, true)).to.equal(false);
      expect(await isOpen({ ...NATIVE, extendedApi: true }, { address }, false)).to.equal(true);
    }
  });

  it("an operation of the extended API is available in the qdrant dialect to a request with a credential", async () => {
    expect(await isOpen(QDRANT, known, true)).to.equal(true);
  });

  it("an operation of the extended API is available in the qdrant dialect to callers on this machine while authentication is off", async () => {
    for (const address of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
      expect(await isOpen(QDRANT, { address }, false), address).to.equal(true);
  });

  it("an operation of the extended API is refused in the qdrant dialect to callers on other machines while authentication is off", async () => {
    for (const address of ["10.0.0.1", "192.168.127.1", "::ffff:10.0.0.1", "fe80::1", ""])
      expect(await isOpen(QDRANT, { address }, false), address).to.equal(false);
  });

  it("an operation of the extended API is refused for lack of permission before it is refused as not implemented", async () => {
    const unbuilt = { run: undefined };
    expect(await outcome(row("write", { extended: true, ...unbuilt }), { credentials: ["1"] })).to.equal(
      "Permission denied: requires write",
    );
    expect(await isOpen(QDRANT, known, true, unbuilt)).to.equal(false);
  });
});

describe("the operation table and its permissions", () => {
  it("the operation table has a permission in every row", () => {
    const without = OPERATIONS.filter(({ permission }) => !permission).map(({ id }) => id);
    expect(without).to.deep.equal([]);
  });

  it("the operation table requires no credential for health, server information, OpenAPI, login and sessions, and for nothing else", () => {
    const open = OPERATIONS.filter(({ permission }) => permission === "none").map(({ id }) => id);
    expect(open.sort()).to.deep.equal([
      "adminExists",
      "closeSession",
      "getOpenApi",
      "getServerInfo",
      "getSession",
      "healthz",
      "livez",
      "login",
      "openSession",
      "readyz",
    ]);
    const openOnUi = OPERATIONS.filter(({ onUi }) => onUi === "none").map(({ id }) => id);
    expect(openOnUi.sort()).to.deep.equal(["addLicense", "getLicenseStatus"]);
  });
});
