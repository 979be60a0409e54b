declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_api_keys: ApiKeysTable;
    forewarn_sessions: SessionsTable;
  }
}

export interface ApiKeysTable {
  name: string;
  secret_hash: string;
  /** A list as JSON text. */
  permissions: string;
  /** A list as JSON text; null when the key is not limited. */
  projects: string | null;
}

export interface SessionsTable {
  token_hash: string;
  secret_hash: string;
  /** Milliseconds since 1970, as `expires_at`. */
  started_at: number;
  expires_at: number;
}
