import type { Generated } from 'kysely';

/**
 * The tables of a SQL store, the same in every database. Texts compare byte for byte. Capabilities add theirs by
 * `declare module`.
 */
export interface Tables {
  projects: ProjectsTable;
  strategies: StrategiesTable;
  change_requests: ChangeRequestsTable;
  touches: TouchesTable;
  doubts: DoubtsTable;
  /** One row: the version of the rule that made the whole projection; 0 during a rebuild. */
  projection: { rule_version: number };
  events: EventsTable;
  known_name_lists: KnownNameListsTable;
  known_names: KnownNamesTable;
}

export interface ProjectsTable {
  id: string;
  name: string;
  /** The `Coverage` as JSON text; null until something is recorded in the project, or an import names it. */
  coverage: string | null;
}

export interface StrategiesTable {
  name: string;
  /** 1 or 0, copied from `definition` for SQL. */
  editable: number;
  /** A `StrategyDefinition` as JSON text. */
  definition: string;
}

/** A change request as it was recorded, with the fields that a search returns and those that a listing orders and filters by. */
export interface ChangeRequestsTable {
  project_id: string;
  id: number;
  environment: string;
  /** As a search shows it, cut: a body can have megabytes. */
  title: string | null;
  /** A `ScheduledChangeRequest` as JSON text. */
  body: string;
  /** Milliseconds since 1970, or `UNSCHEDULED`. */
  scheduled_at: number;
  /** The status of the schedule; null without one. */
  status: string | null;
  /** `hasTrouble`, 1 or 0. */
  has_trouble: number;
  /** The version of the rule that made the row, its touches and its doubts. */
  rule_version: number;
}

/** What the rows of both tables of the projection have. */
interface ProjectedTable {
  /** A code of `TARGET_KIND_CODES`. */
  kind: number;
  project_id: string;
  change_request_id: number;
  /** That of the change request, so that the soonest are found without reading change requests. */
  scheduled_at: number;
}

/**
 * The projection of the rule: one row for each target that a change request touches. The primary key is kind, value,
 * project and change request, in this order: each target that is asked for is one range, in one project or in all.
 */
export interface TouchesTable extends ProjectedTable {
  value: string;
  /** The influence of the change request on the target (`TouchInfluences`); 0 if none. */
  influence: number;
}

/**
 * The other part of the projection: one row for each kind of target and feature that a change request leaves in doubt.
 * The primary key is kind, feature, project and change request, in this order.
 */
export interface DoubtsTable extends ProjectedTable {
  /** `doubt-rows.ts` explains it. */
  feature: string;
}

export interface EventsTable {
  id: Generated<number>;
  type: string;
  /** ISO 8601, UTC. */
  created_at: Generated<string>;
  created_by: string;
  project: string | null;
  environment: string | null;
  /** JSON text. */
  data: string | null;
  /** JSON text. */
  pre_data: string | null;
  /** The name of the strategy definition that it deleted; null for all other events. */
  deleted_strategy: string | null;
}

/** A list of all names of a kind in a project. The primary key is project and kind. */
export interface KnownNameListsTable {
  project_id: string;
  /** A `NameKind`. */
  kind: string;
  /** ISO 8601, UTC. */
  as_of: string;
  /** Identifies the names of the list; empty once others were added. */
  digest: string;
}

/** The names of the lists. The primary key is project, kind and value; an index begins with kind and value. */
export interface KnownNamesTable {
  project_id: string;
  kind: string;
  value: string;
  /** When it was added to the list, in milliseconds since 1970; 0 if it was on it. */
  added_at: number;
}
