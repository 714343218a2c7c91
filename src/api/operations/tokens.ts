// Operations on access tokens. There are none to speak of while authentication is off: they would protect nothing.
import Type from "typebox";
import { DoneSchema } from "../../schema/admin.ts";
import { CreateTokenSchema, NewTokenSchema, TokenRequestSchema, TokenSchema } from "../../schema/token.ts";
import { operation } from "../operation.ts";

const TOKEN = "/auth/api_key/{token_id}";
const ALIAS = "/auth/access_token/{token_id}";

const token = {
  permission: "admin",
  whileOff: "closed",
  success: "bare",
  failureShape: "auth",
} as const;

export const tokenOperations = [
  operation({
    ...token,
    id: "createToken",
    summary: "Creates an access token; its value is shown only in this answer.",
    errors: ["AUTH_NOT_ENABLED", "INTERNAL"],
    rest: { method: "post", path: "/auth/api_key", aliases: ["/auth/access_token"] },
    failure: "Create access token failed",
    request: CreateTokenSchema,
    result: NewTokenSchema,
    run: ({ tokens }, request, _rules, asker) => tokens.create(request, asker),
  }),
  operation({
    ...token,
    id: "listTokens",
    summary: "Lists the access tokens, without their values.",
    errors: ["AUTH_NOT_ENABLED", "INTERNAL"],
    rest: { method: "get", path: "/auth/api_keys", aliases: ["/auth/access_tokens"] },
    failure: "List access tokens failed",
    request: Type.Object({}),
    result: Type.Array(TokenSchema),
    run: ({ tokens }) => tokens.list(),
  }),
  operation({
    ...token,
    id: "rotateToken",
    summary: "Gives an access token a new value; the old one is void.",
    errors: ["AUTH_NOT_ENABLED", "NOT_FOUND", "TOKEN_EXPIRED", "INTERNAL"],
    rest: { method: "post", path: `${TOKEN}/rotate`, aliases: [`${ALIAS}/rotate`] },
    failure: "Rotate access token failed",
    request: TokenRequestSchema,
    result: NewTokenSchema,
    run: ({ tokens }, request, _rules, asker) => tokens.rotate(request, asker),
  }),
  operation({
    ...token,
    id: "deleteToken",
    summary: "Deletes an access token.",
    errors: ["AUTH_NOT_ENABLED", "NOT_FOUND", "INTERNAL"],
    rest: { method: "delete", path: TOKEN, aliases: [ALIAS] },
    failure: "Delete access token failed",
    request: TokenRequestSchema,
    result: DoneSchema,
    run: ({ tokens }, request, _rules, asker) => tokens.delete(request, asker),
  }),
];
