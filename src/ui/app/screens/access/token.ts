// Access tokens in responses of the server.

export interface Token {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
  readonly expired_at: string | null;
  /** Some of read, write and admin, separated by commas. */
  readonly permission: string;
  readonly last_used_at?: string;
}

/** A new token with its value, which is returned only once. */
export interface MadeToken extends Token {
  readonly api_key: string;
}
