// Fixtures of the tests of credentials: parameters, a clock that the test sets, and the error that a call throws.
import { expect } from "chai";
import type { Params, TokenRecord } from "../../../src/storage/params.ts";

export const SECRET = "a secret of more than 32 bytes, for tests";
export const START = Date.UTC(2026, 10, 22, 12);

/** A clock in milliseconds that moves only when a test calls `pass`. */
export class HandClock {
  at = START;
  readonly now = (): number => this.at;

  pass(seconds: number): void {
    this.at += seconds * 1000;
  }
}

export function paramsWith(changes: Partial<Params> = {}): Params {
  return {
    generation: 1,
    authEnabled: true,
    jwtSecret: SECRET,
    admin: { createdAt: START, password: { n: 1024, r: 8, p: 1, salt: "", hash: "" } },
    adminVersion: 1,
    tokens: [],
    nextTokenId: 1,
    licenses: [],
    latestTime: START,
    ...changes,
  };
}

export function recordOf(id: number, hash: string, changes: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id,
    name: `token ${id}`,
    description: "",
    permission: 1,
    hash,
    createdAt: START,
    expiredAt: null,
    lastUsedAt: null,
    ...changes,
  };
}

/** Returns the error that `call` throws, which has to be of the given class. */
export function thrownBy<E extends Error>(
  kind: abstract new (...args: never[]) => E,
  call: () => unknown,
): E {
  try {
    call();
  } catch (error) {
    expect(error).to.be.instanceOf(kind);
    return error as E;
  }
  throw new Error("nothing was thrown");
}
