// What the server keeps about itself besides data: who may do what, and under which license (server_params.btr).
// The decision: one value, replaced as a whole; params-file.ts says how it is kept.

/** All that is in server_params.btr. Times are milliseconds since 1970. */
export interface Params {
  /** Grows by one with every change. */
  readonly generation: number;
  readonly authEnabled: boolean;
  /** Signs and checks the tokens of logins. */
  readonly jwtSecret: string;
  readonly admin: AdminRecord | null;
  /** Tokens of logins made under another number are void. */
  readonly adminVersion: number;
  readonly tokens: readonly TokenRecord[];
  readonly nextTokenId: number;
  /** Product keys as they were given. */
  readonly licenses: readonly string[];
  /** The latest time ever seen. */
  readonly latestTime: number;
}

export interface AdminRecord {
  readonly createdAt: number;
  readonly password: PasswordRecord;
}

/** scrypt (RFC 7914) of the password in NFKC; salt and hash in base64url. */
export interface PasswordRecord {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
  readonly hash: string;
}

export interface TokenRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Bits: read 1, write 2, admin 4. */
  readonly permission: number;
  /** SHA-256 of the whole token, in base64url. */
  readonly hash: string;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiredAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface ReplaceOptions {
  /** For what nobody asked for now: fails on a full disk instead of using up the room that is kept for revocations. */
  readonly canWait?: boolean;
}

/** Where the parameters are kept: tests bring their own. */
export interface ParamsStore {
  /** Durable when it resolves; when it rejects, either the old or the new ones are kept. */
  replace(params: Params, options?: ReplaceOptions): Promise<void>;
}
