// Use cases of access tokens: creating, listing, rotating and deleting them.
// The decision: a change takes effect everywhere once it is durable, because every edge reads the same parameters. The
// value of a token is made inside the change and shown in its response; afterwards only its hash is known.
import { makeToken } from "../auth/access-token.ts";
import { parsePermission, printPermission } from "../auth/permission.ts";
import { MissingField, TokenExpired, TokenNotFound } from "../errors/auth.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { Done } from "../schema/admin.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import {
  MAX_TOKEN_DESCRIPTION_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
  MAX_TOKEN_SECONDS,
  MAX_TOKENS,
} from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import type { CreateToken, NewToken, Token, TokenRequest } from "../schema/token.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { Params, TokenRecord } from "../storage/params.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

interface TokensParts {
  readonly params: ServerParams;
  /** Last uses of tokens, by id, that are not in the parameters yet. */
  readonly lastUses: () => ReadonlyMap<number, number>;
  readonly audit: AuditLog;
  /** A cryptographically secure generator. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Made {
  readonly record: TokenRecord;
  readonly value: string;
}

export class TokensService {
  readonly #parts: TokensParts;

  constructor(parts: TokensParts) {
    this.#parts = parts;
  }

  async create(request: CreateToken, admitted: AdmittedCaller): Promise<NewToken> {
    const make = async () => {
      const settings = settingsOf(request);
      return this.#parts.params.change((before) => {
        if (before.tokens.length >= MAX_TOKENS) throw tooMany();
        const id = before.nextTokenId;
        const made = this.#make(id, (hash) => recordOf(id, settings, hash, this.#parts.now()));
        const tokens = [...before.tokens, made.record];
        return { next: { ...before, tokens, nextTokenId: id + 1 }, result: made };
      });
    };
    const made = await audited(this.#parts.audit, "token_created", admitted, make, detailsOf);
    return newToken(made, "Access token created successfully");
  }

  async list(): Promise<Token[]> {
    const { params, lastUses } = this.#parts;
    const uses = lastUses();
    return params.current.tokens.map((record) => {
      const lastUsedAt = uses.get(record.id) ?? record.lastUsedAt;
      return { ...shown(record), ...(lastUsedAt !== null && { last_used_at: timeOf(lastUsedAt) }) };
    });
  }

  /**
   * Gives a token another value. The earlier value is void when the promise resolves.
   * @throws TokenNotFound, TokenExpired
   */
  async rotate({ token_id }: TokenRequest, admitted: AdmittedCaller): Promise<NewToken> {
    const { params, audit, now } = this.#parts;
    const make = () =>
      params.change((before) => {
        const old = tokenOf(before, token_id);
        if (old.expiredAt !== null && now() >= old.expiredAt) throw new TokenExpired();
        const made = this.#make(token_id, (hash) => ({ ...old, hash }));
        const tokens = before.tokens.map((token) => (token === old ? made.record : token));
        return { next: { ...before, tokens }, result: made };
      });
    const made = await audited(audit, "token_rotated", admitted, make, detailsOf);
    return newToken(made, "Access token rotated successfully");
  }

  /** @throws TokenNotFound */
  async delete({ token_id }: TokenRequest, admitted: AdmittedCaller): Promise<Done> {
    const { params, audit } = this.#parts;
    const remove = () =>
      params.change((before) => {
        const record = tokenOf(before, token_id);
        return {
          next: { ...before, tokens: before.tokens.filter((token) => token !== record) },
          result: { record },
        };
      });
    await audited(audit, "token_deleted", admitted, remove, detailsOf);
    return { status: "success", message: "Access token deleted successfully" };
  }

  #make(id: number, recordWith: (hash: string) => TokenRecord): Made {
    const { value, hash } = makeToken(id, this.#parts.randomBytes);
    return { value, record: recordWith(hash) };
  }
}

/** Returns the details of a token for the audit log. */
function detailsOf({ record }: { readonly record: TokenRecord }) {
  return { tokenId: record.id, permission: printPermission(record.permission) };
}

interface Settings {
  readonly name: string;
  readonly description: string;
  readonly permission: number;
  /** Null: the token does not expire. */
  readonly seconds: number | null;
}

/** @throws InvalidArgument */
function settingsOf(request: CreateToken): Settings {
  const name = request.name.trim();
  const length = lengthOf(name);
  if (length < 1 || length > MAX_TOKEN_NAME_LENGTH) {
    throw new InvalidArgument(`name: expected 1 to ${MAX_TOKEN_NAME_LENGTH} characters, got ${length}`);
  }
  const description = request.description ?? "";
  if (lengthOf(description) > MAX_TOKEN_DESCRIPTION_LENGTH) {
    throw new InvalidArgument(
      `description: expected at most ${MAX_TOKEN_DESCRIPTION_LENGTH} characters, got ${lengthOf(description)}`,
    );
  }
  return { name, description, permission: parsePermission(request.permission), seconds: secondsOf(request) };
}

function secondsOf({ will_expire, expires_in_seconds: seconds }: CreateToken): number | null {
  if (!will_expire) return null;
  if (seconds === undefined || seconds === null) throw new MissingField("expires_in_seconds");
  const value = Number(seconds);
  if (value >= 1 && value <= MAX_TOKEN_SECONDS) return value;
  throw new InvalidArgument(
    `expires_in_seconds: expected an integer from 1 to ${MAX_TOKEN_SECONDS}, got ${show(seconds)}`,
  );
}

/** Returns the number of code points. */
function lengthOf(text: string): number {
  return [...text].length;
}

function recordOf(id: number, { seconds, ...settings }: Settings, hash: string, now: number): TokenRecord {
  const expiredAt = seconds === null ? null : now + seconds * 1000;
  return { id, ...settings, hash, createdAt: now, expiredAt, lastUsedAt: null };
}

function tokenOf({ tokens }: Pick<Params, "tokens">, id: number): TokenRecord {
  const found = tokens.find((token) => token.id === id);
  if (!found) throw new TokenNotFound();
  return found;
}

function shown({ id, name, description, createdAt, expiredAt, permission }: TokenRecord): Token {
  return {
    id,
    name,
    description,
    created_at: timeOf(createdAt),
    expired_at: expiredAt === null ? null : timeOf(expiredAt),
    will_expire: expiredAt !== null,
    permission: printPermission(permission),
  };
}

function newToken({ record, value }: Made, message: string): NewToken {
  return { ...shown(record), api_key: value, message };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function tooMany(): InvalidArgument {
  return new InvalidArgument(
    `This server has ${MAX_TOKENS} access tokens, the most it can; delete some first`,
  );
}
