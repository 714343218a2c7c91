// Parameters of a server for tests.
import type { Params, TokenRecord } from "../../../src/storage/params.ts";

export const TOKEN: TokenRecord = {
  id: 1,
  name: "reader",
  description: "",
  permission: 1,
  hash: "aGFzaA",
  createdAt: 1000,
  expiredAt: null,
  lastUsedAt: null,
};

export const PARAMS: Params = {
  generation: 1,
  authEnabled: true,
  jwtSecret: "a secret of a test, not of a server",
  admin: { createdAt: 1000, password: { n: 2 ** 15, r: 8, p: 1, salt: "c2FsdA", hash: "aGFzaA" } },
  adminVersion: 1,
  tokens: [TOKEN, { ...TOKEN, id: 3, permission: 7, expiredAt: 2000, lastUsedAt: 1500 }],
  nextTokenId: 4,
  licenses: ["AZL1.e30.c2ln"],
  latestTime: 3000,
};

/** The parameters of a new server. */
export const NEW: Params = {
  generation: 1,
  authEnabled: false,
  jwtSecret: "another secret",
  admin: null,
  adminVersion: 0,
  tokens: [],
  nextTokenId: 1,
  licenses: [],
  latestTime: 0,
};
