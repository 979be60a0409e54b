/** Where a distributed database has a table. */
export type TableLocation =
  /** On the workers, by the project whose id this column has. All rows of a project are on one worker, and go with it. */
  | { readonly column: string }
  /** On the coordinator. Citus knows it, and commits it together with what a transaction changes on the workers. */
  | 'with the workers'
  /** On the coordinator. No transaction that changes it changes a worker. */
  | 'alone';
