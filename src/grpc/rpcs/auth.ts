// The RPCs of authentication, the admin and access tokens. A field that is missing in a message is missing in the
// request, and reported as over REST.

import {
  createToken,
  doneMessage,
  login,
  newToken,
  password,
  setAuthEnabled,
  tokens as tokenList,
  tokenRequest,
} from "../convert/administration.ts";
import { services } from "../wire/messages.ts";
import { call, fields, nothing, service } from "./rpc.ts";

const { AuthService, TokensService } = services;

const timed = (result: boolean, time: number) => ({ result, time });

export const auth = service(AuthService, {
  setEnabled: call("setAuthEnabled", fields(setAuthEnabled), timed),
  adminExists: call("adminExists", nothing, timed),
  createAdmin: call("createAdmin", fields(password), doneMessage.write),
  login: call("login", fields(password), login.write),
  resetPassword: call("resetPassword", fields(password), doneMessage.write),
});

export const tokens = service(TokensService, {
  create: call("createToken", fields(createToken), newToken.write),
  list: call("listTokens", nothing, (result) => ({ tokens: tokenList.write(result) })),
  rotate: call("rotateToken", fields(tokenRequest), newToken.write),
  delete: call("deleteToken", fields(tokenRequest), doneMessage.write),
});
