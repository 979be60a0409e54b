import type { RawBuilder } from 'kysely';

/** The type of a column, in the words of both databases. */
export type ColumnType = 'text' | 'bigint' | 'smallint';

/**
 * Makes a rowset of one parameter, a list of objects as JSON text, so that a bulk statement has the same text for any
 * number of rows. Each database has its own function for that.
 */
export interface JsonRows {
  /** @param projectId the project of all rows, when there is only one */
  (
    json: string,
    columns: Readonly<Record<string, ColumnType>>,
    projectId?: string,
  ): RawBuilder<unknown>;
  /** Whether each statement should name the only project of its rows, so that one machine runs it. */
  readonly isByProject?: boolean;
}

/** The rows of the projection and of the change requests, for a {@link JsonRows}. */
export const TOUCH_COLUMNS = {
  kind: 'smallint',
  value: 'text',
  project_id: 'text',
  change_request_id: 'bigint',
} as const;

export const DOUBT_COLUMNS = {
  kind: 'smallint',
  feature: 'text',
  project_id: 'text',
  change_request_id: 'bigint',
} as const;

export const CHANGE_REQUEST_COLUMNS = {
  project_id: 'text',
  id: 'bigint',
  environment: 'text',
  title: 'text',
  body: 'text',
  scheduled_at: 'bigint',
  status: 'text',
  has_trouble: 'smallint',
  rule_version: 'smallint',
} as const;

/** The columns that the rule makes of a change request. */
export const ENTRY_COLUMNS = {
  project_id: 'text',
  id: 'bigint',
  scheduled_at: 'bigint',
  status: 'text',
  has_trouble: 'smallint',
  rule_version: 'smallint',
} as const;

/** The rows of projects. */
export const PROJECT_COLUMNS = { id: 'text', name: 'text' } as const;

/** The coverage of projects. */
export const COVERAGE_COLUMNS = { id: 'text', coverage: 'text' } as const;

/** The rows of strategy definitions. */
export const STRATEGY_COLUMNS = { name: 'text', editable: 'smallint', definition: 'text' } as const;

/** Ids of change requests. */
export const ID_COLUMNS = { id: 'bigint' } as const;

/** The keys of change requests. */
export const KEY_COLUMNS = { project_id: 'text', id: 'bigint' } as const;

/** Ids of projects. */
export const PROJECT_ID_COLUMNS = { id: 'text' } as const;

/** The rows of events, with their order. */
export const EVENT_COLUMNS = {
  no: 'bigint',
  type: 'text',
  created_by: 'text',
  project: 'text',
  environment: 'text',
  data: 'text',
  pre_data: 'text',
} as const;
