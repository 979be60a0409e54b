import { pathIn } from '../api/send.ts';
import { type Route, hrefOf, queryOf } from '../app/route.ts';
import type { Entry } from './entry.ts';
import type { Range } from './range.ts';

/** The filters of the listing, by its parameters' names. Empty when not set. */
export interface Filters {
  readonly project: string;
  readonly environment: string;
  readonly status: string;
  readonly feature: string;
}

const NAMES = ['project', 'environment', 'status', 'feature'] as const;

export const filtersIn = ({ query }: Route): Filters =>
  Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as Record<
    keyof Filters,
    string
  >;

/**
 * Whether only what needs attention is shown, forecasts included. The listing knows no forecasts, so its parameter is not
 * used.
 */
export const isOnlyAttention = ({ query }: Route): boolean =>
  query.get('needsAttention') === 'true';

/** The filters of the URL that hide something. */
export const activeFilters = (route: Route): readonly string[] =>
  [
    searchIn(route),
    ...Object.values(filtersIn(route)),
    isOnlyAttention(route) ? 'true' : '',
  ].filter((each) => each !== '');

/** Returns the entries whose title, number, owner or features have the text that the URL searches for. */
export function found(entries: readonly Entry[], search: string): readonly Entry[] {
  const text = search.trim().toLowerCase();
  if (text === '') return entries;
  const has = (part: string): boolean => part.toLowerCase().includes(text);
  return entries.filter(
    ({ id, title, owner = '', features }) =>
      `${id}` === text.replace(/^#/, '') || has(title) || has(owner) || features.some(has),
  );
}

/** The text that the URL searches for. The listing has no such parameter. */
export const searchIn = ({ query }: Route): string => query.get('search') ?? '';

/** Returns the link to the same timeline with other parameters. */
export function hrefWith(
  { query }: Route,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  return hrefOf(['timeline'], { ...Object.fromEntries(query), ...changes });
}

/** The path of the first page of the listing with these filters. */
export const listingPath = ({ project, ...filters }: Filters): string =>
  pathOf(project, '', { limit: '1000', ...filters });

/** The path of the first page of the forecasts of a period, with those of these filters that forecasts have. */
export function forecastPath(
  { project, environment }: Filters,
  { scale, start, end }: Range,
): string {
  const period = scale === 'all' ? {} : { from: start.toISOString(), to: end.toISOString() };
  return pathOf(project, '/forecast', { limit: '500', environment, ...period });
}

const pathOf = (
  project: string,
  end: string,
  parameters: Readonly<Record<string, string>>,
): string => pathIn(project, `change-requests${end}?${queryOf(parameters)}`);
