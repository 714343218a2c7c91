// The parameters that the server keeps besides data: credentials, permissions, licenses and models
// (server_params.btr).
// The decision: they are one value that is replaced as a whole; params-file.ts says how it is stored.

/** The contents of server_params.btr. Times are milliseconds since 1970. */
export interface Params {
  /** Increases by one with every change. */
  readonly generation: number;
  readonly authEnabled: boolean;
  /** The key that signs and checks the tokens of logins. */
  readonly jwtSecret: string;
  readonly admin: AdminRecord | null;
  /** Tokens of logins that were signed with another number are invalid. */
  readonly adminVersion: number;
  readonly tokens: readonly TokenRecord[];
  readonly nextTokenId: number;
  /** The product keys as they were entered. */
  readonly licenses: readonly string[];
  /** The latest time that was observed. */
  readonly latestTime: number;
  /** The models that requests have set; absent: none. */
  readonly models?: readonly ModelRecord[] | undefined;
}

export interface ModelRecord {
  readonly name: string;
  readonly settings: ModelSettingsRecord;
}

/** The settings of a model as a request has given them (schema/inference.ts). */
export interface ModelSettingsRecord {
  readonly kind: "openai" | "qdrant" | "local";
  readonly url?: string;
  readonly api_key_file?: string;
  readonly model?: string;
  readonly dimensions?: number;
  readonly batch?: number;
  readonly timeout_ms?: number;
  readonly retries?: number;
  readonly allow_private?: boolean;
  readonly input_type?: string | { readonly document: string; readonly query: string };
}

export interface AdminRecord {
  readonly createdAt: number;
  readonly password: PasswordRecord;
}

/** The scrypt hash (RFC 7914) of the password in NFKC; salt and hash in base64url. */
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
  /** A sum of bits: read 1, write 2, admin 4. */
  readonly permission: number;
  /** The SHA-256 of the whole token, in base64url. */
  readonly hash: string;
  readonly createdAt: number;
  /** Null: the token does not expire. */
  readonly expiredAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface ReplaceOptions {
  /**
   * Set for changes that no request waits for: they fail on a full disk instead of using up the reserve for deletions
   * of tokens.
   */
  readonly canWait?: boolean;
}

/** The store of the parameters; tests have their own. */
export interface ParamsStore {
  /** Replaces the parameters durably. If it rejects, either the old or the new ones are stored. */
  replace(params: Params, options?: ReplaceOptions): Promise<void>;
}
