// Access tokens as the server shows them.

export interface Token {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
  readonly expired_at: string | null;
  /** Of read, write and admin, separated by commas. */
  readonly permission: string;
  readonly last_used_at?: string;
}

/** With its value, which is never shown again. */
export interface MadeToken extends Token {
  readonly api_key: string;
}
