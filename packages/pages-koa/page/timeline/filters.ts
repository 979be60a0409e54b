import { type Route, hrefOf } from '../app/route.ts';

/** The filters of the listing, by its parameters' names. Empty when not set. */
export interface Filters {
  readonly project: string;
  readonly environment: string;
  readonly status: string;
  readonly feature: string;
  readonly needsAttention: string;
}

const NAMES = ['project', 'environment', 'status', 'feature', 'needsAttention'] as const;

/** Reads the filters from the URL. */
export const filtersIn = ({ query }: Route): Filters =>
  Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as Record<
    keyof Filters,
    string
  >;

/** Returns the link to the same timeline with other parameters. */
export function hrefWith(
  { query }: Route,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  return hrefOf(['timeline'], { ...Object.fromEntries(query), ...changes });
}

/** The path of the first page of the listing with these filters. */
export function listingPath({ project, ...filters }: Filters): string {
  const query = new URLSearchParams({ limit: '1000' });
  for (const [name, value] of Object.entries(filters)) if (value !== '') query.append(name, value);
  const of = project === '' ? '' : `projects/${encodeURIComponent(project)}/`;
  return `${of}change-requests?${query}`;
}
