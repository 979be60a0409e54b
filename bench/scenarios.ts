import type { Request } from 'autocannon';
import { DEFINITIONS, FEATURES, PROJECTS } from './population.ts';
import { KEY, READER } from './server-process.ts';

/** One kind of request. */
export interface Scenario {
  readonly name: string;
  readonly status: number;
  /** The requests of each connection, in turn. Deletes continue where the last ones on the same store ended. */
  readonly requests: (databaseUrl: string) => readonly Request[];
  /** Maximum requests per measurement, including the warm-up, for requests that use up rows. No maximum when absent. */
  readonly maxRequests?: number;
}

const headers = { Authorization: KEY };

function search(name: string, hits: keyof typeof FEATURES, parameters: number): Scenario {
  const others = Array.from({ length: parameters - 1 }, (_, index) => `&feature=none-${index}`);
  const requests = Array.from({ length: PROJECTS }, (_, project) => ({
    method: 'GET',
    path: `/api/admin/projects/project-${project}/change-requests/scheduled?feature=${FEATURES[hits]}${others.join('')}`,
    headers,
  }));
  return { name, status: 200, requests: () => requests };
}

/** Searches, by hits and by parameters. */
export const SEARCHES: readonly Scenario[] = [
  search('search, no hit', 0, 1),
  search('search, 1 hit', 1, 1),
  search('search, 10 hits', 10, 1),
  search('search, 100 hits', 100, 1),
  search('search, 10 parameters', 1, 10),
  search('search, 100 parameters', 1, 100),
];

/** The number of requested deletes, by store. */
const deleted = new Map<string, number>();
/** Measurements that share a store: two servers on Postgres, each with three numbers of connections. */
const SHARING = 6;
/** Maximum requests that a connection prepares ahead. */
const AHEAD = 1_000;

function nextDefinition(databaseUrl: string): string {
  const index = deleted.get(databaseUrl) ?? 0;
  deleted.set(databaseUrl, index + 1);
  return `strategy-${index}`;
}

/** Deletes and refused requests. */
export const OTHERS: readonly Scenario[] = [
  {
    name: 'delete, present',
    status: 200,
    maxRequests: DEFINITIONS / SHARING - AHEAD,
    requests: (databaseUrl) => [
      {
        method: 'DELETE',
        path: '/',
        headers,
        setupRequest: (request) => ({
          ...request,
          path: `/api/admin/strategies/${nextDefinition(databaseUrl)}`,
        }),
      },
    ],
  },
  {
    name: 'delete, absent',
    status: 404,
    requests: () => [{ method: 'DELETE', path: '/api/admin/strategies/nope', headers }],
  },
  {
    name: '401',
    status: 401,
    // Invalid keys would soon get 429.
    requests: () => [{ method: 'DELETE', path: '/api/admin/strategies/x', headers: {} }],
  },
  {
    name: '403',
    status: 403,
    requests: () => [
      { method: 'DELETE', path: '/api/admin/strategies/x', headers: { Authorization: READER } },
    ],
  },
];
