// The switch, the admin, and access tokens. What is missing in a message is missing in the request, and named as over REST.
import type { Done, Login } from "../../schema/admin.ts";
import type { NewToken, Token } from "../../schema/token.ts";
import { numberOf } from "../convert/numbers.ts";
import { AuthService, TokensService } from "../gen/azimuth/v1/auth.ts";
import { service } from "../rpc.ts";

interface PasswordMessage {
  readonly password?: string | undefined;
}

const password = (message: PasswordMessage) => ({ ...message });
const done = (result: Done): Done => result;

export const auth = service(AuthService, {
  setEnabled: {
    operation: "setAuthEnabled",
    decode: (message) => ({ ...message }),
    encode: (result: boolean, time) => ({ result, time }),
  },
  adminExists: {
    operation: "adminExists",
    decode: () => ({}),
    encode: (result: boolean, time) => ({ result, time }),
  },
  createAdmin: { operation: "createAdmin", decode: password, encode: done },
  login: {
    operation: "login",
    decode: password,
    encode: ({ token, message, expires_in }: Login) => ({
      token: token ?? "",
      message,
      expires_in: BigInt(expires_in),
    }),
  },
  resetPassword: { operation: "resetPassword", decode: password, encode: done },
});

const shown = ({ id, expired_at, ...rest }: Token) => ({
  ...rest,
  id: BigInt(id),
  expired_at: expired_at ?? undefined,
});

const made = ({ id, expired_at, ...rest }: NewToken) => ({
  ...rest,
  id: BigInt(id),
  expired_at: expired_at ?? undefined,
});

const named = ({ token_id }: { readonly token_id: bigint }) => ({ token_id: numberOf(token_id) });

export const tokens = service(TokensService, {
  create: {
    operation: "createToken",
    decode: ({ expires_in_seconds, ...rest }) => ({
      ...rest,
      ...(expires_in_seconds !== undefined && { expires_in_seconds: numberOf(expires_in_seconds) }),
    }),
    encode: made,
  },
  list: {
    operation: "listTokens",
    decode: () => ({}),
    encode: (result: readonly Token[]) => ({ tokens: result.map(shown) }),
  },
  rotate: { operation: "rotateToken", decode: named, encode: made },
  delete: { operation: "deleteToken", decode: named, encode: done },
});
