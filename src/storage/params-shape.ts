// Checks the contents of server_params.btr, field by field.
// The decision: everything is checked before anything is used, because a permission or an expiry that is misread could
// give access. An error names the field and never its value, which may be a secret.
import type {
  AdminRecord,
  ModelRecord,
  ModelSettingsRecord,
  Params,
  PasswordRecord,
  TokenRecord,
} from "./params.ts";

/** Throws if the value at the field `at` has the wrong type. */
type Check = (value: unknown, at: string) => void;

/** The checks of all fields of T, so that the compiler reports a field without one. */
type Fields<T> = { readonly [K in keyof Required<T>]: Check };

const ALL_BITS = 7;

/** Checks a whole Params. @throws Error that names the first wrong field */
export function checkParams(value: unknown): Params {
  PARAMS(value, "it");
  const params = value as Params;
  const ids = params.tokens.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error("two tokens have one id");
  if (ids.some((id) => id >= params.nextTokenId))
    throw new Error("nextTokenId is not above the ids of tokens");
  return params;
}

const text: Check = (value, at) => must(typeof value === "string", at, "a text");
const some: Check = (value, at) =>
  must(typeof value === "string" && value !== "", at, "a text that is not empty");
const flag: Check = (value, at) => must(typeof value === "boolean", at, "true or false");
const base64url: Check = (value, at) =>
  must(typeof value === "string" && /^[\w-]+$/.test(value), at, "base64url");
/** Milliseconds since 1970. */
const time = integer(0);
const inputType: Check = (value, at) => {
  if (typeof value === "string") some(value, at);
  else
    object<Exclude<ModelSettingsRecord["input_type"], string | undefined>>({ document: some, query: some })(
      value,
      at,
    );
};

const PASSWORD = object<PasswordRecord>({
  n: integer(2),
  r: integer(1),
  p: integer(1),
  salt: base64url,
  hash: base64url,
});
const ADMIN = object<AdminRecord>({ createdAt: time, password: PASSWORD });
const TOKEN = object<TokenRecord>({
  id: integer(1),
  name: text,
  description: text,
  permission: integer(1, ALL_BITS),
  hash: base64url,
  createdAt: time,
  expiredAt: orNull(time),
  lastUsedAt: orNull(time),
});
const KINDS_OF_MODELS: readonly unknown[] = ["openai", "qdrant", "local"];
const MODEL_SETTINGS = object<ModelSettingsRecord>({
  kind: (value, at) => must(KINDS_OF_MODELS.includes(value), at, "a kind of model"),
  url: optional(some),
  api_key_file: optional(some),
  model: optional(some),
  dimensions: optional(integer(1)),
  batch: optional(integer(1)),
  timeout_ms: optional(integer(1)),
  retries: optional(integer(0)),
  allow_private: optional(flag),
  input_type: optional(inputType),
});
const MODEL = object<ModelRecord>({
  name: some,
  settings: (value, at) => {
    MODEL_SETTINGS(value, at);
    // A model that is computed here has no endpoint.
    const { kind, url } = value as ModelSettingsRecord;
    if (kind !== "local") some(url, `${at}.url`);
  },
});
const PARAMS = object<Params>({
  generation: integer(1),
  authEnabled: flag,
  jwtSecret: some,
  admin: orNull(ADMIN),
  adminVersion: integer(0),
  tokens: list(TOKEN),
  nextTokenId: integer(1),
  licenses: list(some),
  latestTime: time,
  models: optional(list(MODEL)),
});

function integer(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  const isMember = (value: unknown) =>
    Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most;
  return (value, at) => must(isMember(value), at, `an integer from ${least} to ${most}`);
}

function orNull(check: Check): Check {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

function optional(check: Check): Check {
  return (value, at) => {
    if (value !== undefined) check(value, at);
  };
}

function list(check: Check): Check {
  return (value, at) => {
    must(Array.isArray(value), at, "a list");
    (value as unknown[]).forEach((item, i) => {
      check(item, `${at}[${i}]`);
    });
  };
}

function object<T>(fields: Fields<T>): Check {
  const checks = Object.entries<Check>(fields);
  return (value, at) => {
    must(typeof value === "object" && value !== null && !Array.isArray(value), at, "an object");
    const found = value as Record<string, unknown>;
    for (const [name, check] of checks) check(found[name], at === "it" ? name : `${at}.${name}`);
    must(
      Object.keys(found).every((name) => Object.hasOwn(fields, name)),
      at,
      "free of unknown fields",
    );
  };
}

function must(holds: boolean, at: string, what: string): void {
  if (!holds) throw new Error(`${at} is not ${what}`);
}
