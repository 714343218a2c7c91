// Requests and results about access tokens, as in the specification.

import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";

const TimeSchema = Type.String({ format: "date-time", description: "RFC 3339, UTC." });

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  created_at: TimeSchema,
  expired_at: Type.Union([TimeSchema, Type.Null()]),
  will_expire: Type.Boolean(),
  permission: Type.String({
    description: "Some of read, write and admin, in this order, separated by commas.",
  }),
};

export const TokenSchema = Type.Object({
  ...fields,
  last_used_at: Type.Optional(TimeSchema),
});
export type Token = Static<typeof TokenSchema>;

/** A token with its value, which is shown only once. */
export const NewTokenSchema = Type.Object({ ...fields, api_key: Type.String(), message: Type.String() });
export type NewToken = Static<typeof NewTokenSchema>;

/** The service checks the limits, because an `expires_in_seconds` that does not apply has none. */
export const CreateTokenSchema = Type.Object({
  name: Type.String(),
  permission: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  will_expire: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  expires_in_seconds: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description: "Applies when will_expire is true, and is required then.",
    }),
  ),
});
export type CreateToken = Static<typeof CreateTokenSchema>;

export const TokenRequestSchema = Type.Object({
  // The value is not shown in errors, because it may be the token itself instead of its id.
  token_id: Type.Integer({ minimum: 0, ...SECRET }),
});
export type TokenRequest = Static<typeof TokenRequestSchema>;
