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
import { fields, nothing, service } from "./rpc.ts";

const { AuthService, TokensService } = services;

const timed = (result: boolean, time: number) => ({ result, time });

export const auth = service(AuthService, {
  setEnabled: { operation: "setAuthEnabled", decode: fields(setAuthEnabled), encode: timed },
  adminExists: { operation: "adminExists", decode: nothing, encode: timed },
  createAdmin: { operation: "createAdmin", decode: fields(password), encode: doneMessage.write },
  login: { operation: "login", decode: fields(password), encode: login.write },
  resetPassword: { operation: "resetPassword", decode: fields(password), encode: doneMessage.write },
});

export const tokens = service(TokensService, {
  create: { operation: "createToken", decode: fields(createToken), encode: newToken.write },
  list: {
    operation: "listTokens",
    decode: nothing,
    encode: (result) => ({ tokens: tokenList.write(result) }),
  },
  rotate: { operation: "rotateToken", decode: fields(tokenRequest), encode: newToken.write },
  delete: { operation: "deleteToken", decode: fields(tokenRequest), encode: doneMessage.write },
});
