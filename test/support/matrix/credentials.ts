// Every kind of credential: valid ones, former ones, and ones that were never valid.
// The decision: the server makes former credentials and invalidates them. Those that were never valid are made here
// with as much knowledge as possible: forged logins are signed with the server's own secret if that must make no
// difference.
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { makeToken } from "../../../src/auth/access-token.ts";
import { bearer, createToken, type Headers, login, PASSWORD } from "../guarded.ts";
import type { TestServer } from "../rest.ts";
import type { Presenter } from "./oracle.ts";

export interface Credential {
  readonly name: string;
  /** Null: no credential. */
  readonly value: string | null;
  /** The identity of the presenter. */
  readonly presenter: Presenter;
}

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7];
const NAMES = ["read", "write", "admin"];
const HOUR_MS = 3_600_000;
const SECOND_PASSWORD = "Another-Horse-8";

/** The API keys in the configuration of the server. */
export const STATIC_KEYS = {
  apiKey: randomBytes(24).toString("base64"),
  readOnlyApiKey: randomBytes(24).toString("base64"),
};

/** Creates the admin, switches authentication on, and stops the clock. */
export async function makeCredentials(server: TestServer): Promise<{ admin: Headers; all: Credential[] }> {
  const now = Date.now();
  server.time.now = now;
  await post(server, "/auth/admin", { password: PASSWORD }, {});
  const first = await login(server);
  await post(server, "/auth/admin/reset-password", { password: SECOND_PASSWORD }, first);
  server.time.now = now - 2 * HOUR_MS;
  const yesterday = await login(server, SECOND_PASSWORD);
  server.time.now = now;
  const admin = await login(server, SECOND_PASSWORD);
  await server.call("PATCH", "/auth/enabled", { enabled: true }, admin);
  const all: Credential[] = [{ name: "no credential", value: null, presenter: "nobody" }];
  all.push({ name: "login", value: credentialIn(admin), presenter: "admin" });
  all.push(nobody("login of before the password was reset", credentialIn(first)));
  all.push(nobody("expired login", credentialIn(yesterday)));
  all.push(...forgedLogins(credentialIn(admin), server.params.current.jwtSecret));
  for (const mask of MASKS) all.push(...(await tokensOf(mask, server, admin, now)));
  all.push(nobody("token of another server", makeToken(1, randomBytes).value));
  all.push(nobody("token of an id that is not there", makeToken(123_456_789, randomBytes).value));
  all.push(nobody("something else", "let-me-in"));
  all.push(...staticKeys());
  return { admin, all };
}

/** Makes tokens of one mask: a valid one, former ones and invalid ones. */
async function tokensOf(
  mask: number,
  server: TestServer,
  admin: Headers,
  now: number,
): Promise<Credential[]> {
  const name = NAMES.filter((_, bit) => mask & (1 << bit)).join(",") || "nothing";
  const make = async (request: object = {}) => {
    const permission = mask === 0 ? "read" : name;
    const token = await createToken(server, admin, { permission, ...request });
    if (mask === 0) await takeAll(server, token.id);
    return token as { id: number; api_key: string };
  };
  const valid = await make();
  server.time.now = now - 2_000;
  const expired = await make({ will_expire: true, expires_in_seconds: 2 });
  server.time.now = now;
  const rotated = await make();
  const after = await post(server, `/auth/api_key/${rotated.id}/rotate`, undefined, admin);
  const deleted = await make();
  await server.call("DELETE", `/auth/api_key/${deleted.id}`, undefined, admin);
  return [
    { name: `token ${name}`, value: valid.api_key, presenter: { mask } },
    { name: `rotated token ${name}`, value: after.api_key, presenter: { mask } },
    nobody(`token ${name}, expired at this moment`, expired.api_key),
    nobody(`token ${name}, rotated away`, rotated.api_key),
    nobody(`token ${name}, deleted`, deleted.api_key),
    nobody(`token ${name}, tampered with`, changed(valid.api_key, valid.api_key.length - 10)),
    nobody(`token ${name}, under the id of another`, valid.api_key.replace(/_\d+_/, `_${rotated.id}_`)),
  ];
}

/** Returns API keys of the configuration, valid ones and similar ones. */
function staticKeys(): Credential[] {
  const { apiKey, readOnlyApiKey } = STATIC_KEYS;
  return [
    { name: "API key of the configuration", value: apiKey, presenter: { mask: 7 } },
    { name: "read-only API key of the configuration", value: readOnlyApiKey, presenter: { mask: 1 } },
    nobody("API key, tampered with", changed(apiKey, 10)),
    nobody("API key without its end", apiKey.slice(0, -1)),
    nobody("API key and more", `${apiKey}A`),
    nobody("both API keys as one", apiKey + readOnlyApiKey),
  ];
}

/** Removes all permissions of a token, which no request can do; a stored token might have none. */
async function takeAll(server: TestServer, id: number): Promise<void> {
  await server.params.change((now) => ({
    next: {
      ...now,
      tokens: now.tokens.map((token) => (token.id === id ? { ...token, permission: 0 } : token)),
    },
    result: undefined,
  }));
}

/** @param secret the one that signs logins of this server */
function forgedLogins(valid: string, secret: string): Credential[] {
  const [header, payload, signature] = valid.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const unsigned = (alg: string) => `${encode({ alg, typ: "JWT" })}.${payload}.`;
  const later = encode({ ...claims, exp: claims.exp + 86_400 });
  return [
    nobody("login signed with HS512", signed({ alg: "HS512" }, claims, hmac("sha512", secret))),
    nobody("login signed with HS384", signed({ alg: "HS384" }, claims, hmac("sha384", secret))),
    nobody("login signed with RS256", signed({ alg: "RS256" }, claims, rs256(rsa))),
    nobody("login without a signature, alg none", unsigned("none")),
    nobody("login without a signature, alg HS256", unsigned("HS256")),
    nobody("login with alg none and a signature", `${encode({ alg: "none" })}.${payload}.${signature}`),
    nobody("login with another payload", `${header}.${later}.${signature}`),
    nobody("login with another signature", changed(valid, valid.length - 10)),
    nobody("login spelled in another way", respelled(valid)),
    nobody("login of another server", signed({ alg: "HS256" }, claims, hmac("sha256", `${secret}x`))),
    nobody("login that brings its key", signed({ alg: "HS256", jwk: KEY }, claims, hmac("sha256", "key"))),
    nobody("login for another audience", ours({ ...claims, aud: "other" }, secret)),
    nobody("login of a reader", ours({ ...claims, sub: "reader" }, secret)),
    nobody("login without an end", ours({ ...claims, exp: undefined }, secret)),
    nobody("login of the next version", ours({ ...claims, ver: claims.ver + 1 }, secret)),
  ];
}

const KEY = { kty: "oct", k: Buffer.from("key").toString("base64url") };

const ours = (claims: object, secret: string) => signed({ alg: "HS256" }, claims, hmac("sha256", secret));

const hmac = (hash: string, secret: string) => (text: string) =>
  createHmac(hash, secret).update(text).digest("base64url");

const rs256 = (key: KeyObject) => (text: string) =>
  sign("sha256", Buffer.from(text), key).toString("base64url");

function signed(header: object, claims: object, signatureOf: (text: string) => string): string {
  const text = `${encode({ ...header, typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${signatureOf(text)}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Returns another text for these bytes: the last character of 32 bytes in base64url has two unused bits. */
function respelled(value: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return value.slice(0, -1) + alphabet[alphabet.indexOf(value.at(-1)!) + 1];
}

function changed(value: string, place: number): string {
  return value.slice(0, place) + (value[place] === "A" ? "B" : "A") + value.slice(place + 1);
}

function nobody(name: string, value: string): Credential {
  return { name, value, presenter: "nobody" };
}

function credentialIn({ authorization }: Headers): string {
  return authorization!.slice(bearer("").authorization!.length);
}

async function post(server: TestServer, path: string, body: unknown, headers: Headers) {
  const answer = await server.call("POST", path, body, headers);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}
