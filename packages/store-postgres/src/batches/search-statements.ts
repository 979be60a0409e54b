import type { SearchRow, Tables, touchOf } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';

/** Maximum matching targets of a statement that is not for a heavy search. */
export const MAX_MATCHES = 10_000;

/** A search that shares a statement with others. */
export interface SearchQuestion {
  readonly projectId: string;
  /** The targets of the search, without duplicates. */
  readonly touches: readonly ReturnType<typeof touchOf>[];
}

/** What a statement found. */
export interface SearchFindings {
  /** The rows of each question. */
  readonly rows: readonly (readonly SearchRow[])[];
  /** How many matching targets were read. The rows may lack some when there are more than {@link MAX_MATCHES}. */
  readonly matches: number;
}

/**
 * Searches with the rule in SQL: `matchesAny` of `@forewarn/core` over the projection, for any number of questions at once.
 *
 * - `light` stops reading when it has found more than {@link MAX_MATCHES} matching targets; `heavy` reads all.
 * - Throws `ReadOnlyServer` when a server is read-only, since a standby may lag behind.
 */
export interface SearchStatements extends Readonly<Record<'light' | 'heavy', SearchStatement>> {
  /** Maximum light statements at the same time. */
  readonly maxConcurrent: number;
  /** Returns the machine of each project, in order, without asking that machine; absent when there is only one. */
  readonly machinesOf?: (
    db: Kysely<Tables>,
    projectIds: readonly string[],
  ) => Promise<readonly string[]>;
}

type SearchStatement = (
  db: Kysely<Tables>,
  questions: readonly SearchQuestion[],
) => Promise<SearchFindings>;
