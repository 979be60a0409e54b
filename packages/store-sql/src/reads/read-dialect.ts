import type { ListingPlace, ListingQuery } from '@forewarn/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JsonRows } from '../session/json-rows.ts';
import type { DoubtsTable, Tables, TouchesTable } from '../schema/tables.ts';

/** A project that a read looks in. */
export interface ProjectRow {
  readonly id: string;
  readonly coverage: string | null;
}

/** The rows of the projection that belong to a list of an impact. */
export type AskedRow = { readonly no: number } & (
  | Pick<TouchesTable, 'kind' | 'value'>
  | Pick<DoubtsTable, 'kind' | 'feature'>
);

/** A part of a list of an impact. The parts of a list can share change requests. */
export interface FoundPart {
  /** The number of the list. */
  readonly no: number;
  /** How many change requests touch the target. Doubtful ones need not be counted. */
  readonly count: number;
  /** The first `MAX_LISTED`, in any order. */
  readonly found: readonly (readonly [projectId: string, id: number])[];
}

/** Where SQL databases differ when they read impacts and listings. */
export interface ReadDialect {
  readonly jsonRows: JsonRows;

  /** Whether a column has one of the values. */
  readonly isOneOf: (column: string, values: readonly string[]) => RawBuilder<unknown>;

  /** Reads those of the projects that are registered, in ascending byte order of id. */
  projectsIn(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly ProjectRow[]>;

  /**
   * Finds the first change requests of each list.
   *
   * @param projectIds at least one, in ascending byte order
   */
  firstFound(
    db: Kysely<Tables>,
    table: 'touches' | 'doubts',
    asked: readonly AskedRow[],
    projectIds: readonly string[],
  ): AsyncIterable<FoundPart>;

  /**
   * Finds the first `limit + 1` places of a listing without targets. May return later ones as well, in any order.
   *
   * @param projectIds at least one, in ascending byte order
   */
  firstPlaces(
    db: Kysely<Tables>,
    query: ListingQuery,
    projectIds: readonly string[],
  ): Promise<readonly ListingPlace[]>;
}

/**
 * Whether a column has one of the ids of projects. The bounds make one project a range of the index.
 *
 * @param ids in ascending byte order
 */
export const isWithin = (
  { isOneOf }: Pick<ReadDialect, 'isOneOf'>,
  column: string,
  ids: readonly string[],
): RawBuilder<unknown> =>
  sql`${sql.ref(column)} between ${ids[0] ?? ''} and ${ids.at(-1) ?? ''} and ${isOneOf(column, ids)}`;
