import { isSearched } from '@forewarn/core';
import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import type { ReadDialect, Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import type { Gone } from '../forecast.ts';
import { namedIn } from './named-places.ts';
import {
  type Asked,
  isPlannedIn,
  isRegistered,
  type Looked,
  placesWhere,
} from './planned-places.ts';

/** Finds the change requests that lack something that is gone. */
export async function lackingIn(
  db: Kysely<Tables>,
  query: Asked,
  gone: readonly Gone[],
  dialect: ReadDialect,
): Promise<Looked> {
  const touching = gone.flatMap(({ target, projectId }) =>
    isSearched(target) ? [{ target, projectId, from: query.now }] : [],
  );
  const environments = gone.flatMap(({ target, projectId }) =>
    isSearched(target) ? [] : [{ project_id: projectId ?? null, environment: target.name }],
  );
  const found: Looked =
    touching.length === 0 ? { places: [] } : await namedIn(db, query, { touching }, dialect);
  if (environments.length === 0) return found;
  return allOf(found, { places: await inEnvironments(db, query, environments, dialect) }, query);
}

interface LostEnvironment {
  readonly project_id: string | null;
  readonly environment: string;
}

function inEnvironments(
  db: Kysely<Tables>,
  query: Asked,
  environments: readonly LostEnvironment[],
  dialect: ReadDialect,
): Promise<readonly ListingPlace[]> {
  const columns = { project_id: 'text', environment: 'text' } as const;
  const lost = dialect.jsonRows(JSON.stringify(environments), columns);
  const condition = sql`
    c.project_id = json_rows.project_id and c.environment = json_rows.environment
    and ${isPlannedIn(query, dialect)} and ${isRegistered(dialect)}`;
  const from = sql`${lost} cross join change_requests c`;
  return placesWhere(db, condition, sql`limit ${query.limit + 1}`, from);
}

/** Returns what two lists look at, up to where the first of them ends. */
export function allOf(one: Looked, other: Looked, { limit }: Pick<Asked, 'limit'>): Looked {
  const [end] = [one, other]
    .flatMap(({ places, next }) => (places.length > limit ? places.slice(-1) : (next ?? [])))
    .toSorted(compareListingPlaces);
  const all = [...one.places, ...other.places].filter(
    (place) => end === undefined || compareListingPlaces(place, end) <= 0,
  );
  const places = new Map(all.map((place) => [`${place.id} ${place.projectId}`, place]));
  return { places: [...places.values()].toSorted(compareListingPlaces), next: end };
}
