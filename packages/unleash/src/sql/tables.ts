declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_leases: LeasesTable;
    /** One row at most: the upstream that the store follows. */
    forewarn_origin: {
      id: number;
      url: string;
      instance_id: string | null;
      hides_projects: number;
      /** Whether a sync of all projects has ended, 1 or 0. */
      is_synced: number;
    };
  }
}

interface LeasesTable {
  name: string;
  holder: string;
  /** Milliseconds since 1970, on the database's clock. */
  expires_at: number;
  /** The time to live of the last request, in milliseconds. */
  ttl_ms: number;
}
