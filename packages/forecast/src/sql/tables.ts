declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_missing_names: MissingNamesTable;
  }
}

/**
 * What change requests of a project touch and its lists lack, or have as archived: found when a list is replaced. The primary key
 * is project, kind and value.
 */
export interface MissingNamesTable {
  project_id: string;
  /** A code of `TARGET_KIND_CODES`. */
  kind: number;
  value: string;
  /** 1 or 0. */
  is_archived: number;
}
