declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_feature_use: FeatureUseTable;
  }
}

/** How the features of a project are used. The primary key is the project. */
export interface FeatureUseTable {
  project_id: string;
  /** The time, in ISO 8601. */
  as_of: string;
  /** A list of `FeatureUse` as JSON text. */
  features: string;
  /** A list of names as JSON text; null if they are not known. */
  planned_definitions: string | null;
}
