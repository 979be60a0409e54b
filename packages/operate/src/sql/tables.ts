declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_api_keys: ApiKeysTable;
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
