import { randomInt } from 'node:crypto';
import type { Request } from 'autocannon';
import { definitions, FEATURES, PROJECTS } from './population.ts';
import { KEY, READER, type ServerProcess } from './server-process.ts';

/** One kind of request. */
export interface Scenario {
  readonly name: string;
  readonly status: number;
  readonly connections: readonly number[];
  /** Whether each request needs a row of its own. */
  readonly usesUpRows?: boolean;
  /** Prepares for at least `count` requests, and returns the requests of each connection, in turn. */
  readonly requests: (server: ServerProcess, count: number) => Promise<readonly Request[]>;
  /** Whether it needs keys, which the server by hand does not have. */
  readonly needsKeys?: boolean;
  /** Whether only Forewarn serves it. */
  readonly isOwn?: boolean;
}

const CONNECTIONS = [1, 16, 64];
const headers = { Authorization: KEY };

function search(
  name: string,
  hits: keyof typeof FEATURES,
  parameters: number,
  connections = CONNECTIONS,
): Scenario {
  const others = Array.from({ length: parameters - 1 }, (_, index) => `&feature=none-${index}`);
  const requests = Array.from({ length: PROJECTS }, (_, project) => ({
    method: 'GET',
    path: `/api/admin/projects/project-${project}/change-requests/scheduled?feature=${FEATURES[hits]}${others.join('')}`,
    headers,
  }));
  return { name, status: 200, connections, requests: async () => requests };
}

/** The searches of no two connections are the same at one time, so that none can be shared. */
const random: Scenario = {
  name: 'search, random',
  status: 200,
  connections: CONNECTIONS,
  requests: async () => [
    {
      method: 'GET',
      path: '/',
      headers,
      setupRequest: (request) => {
        const [project, feature] = [PROJECTS, 1_000].map((below) => randomInt(below));
        const path = `/api/admin/projects/project-${project}/change-requests/scheduled`;
        return { ...request, path: `${path}?feature=f-${feature}` };
      },
    },
  ],
};

let made = 0;

/** A name or an id that no earlier request had. */
const next = (): number => made++;

const refused = (status: 401 | 403, headersOfIt: Request['headers']): Scenario => ({
  name: String(status),
  status,
  connections: [16],
  needsKeys: true,
  requests: async () => [
    { method: 'DELETE', path: '/api/admin/strategies/x', headers: headersOfIt },
  ],
});

const deletion: Scenario = {
  name: 'delete',
  status: 200,
  connections: CONNECTIONS,
  usesUpRows: true,
  requests: async ({ store }, count) => {
    const prefix = `round-${next()}`;
    // A connection prepares its next request before it knows that there is none.
    (await store.transfer.import(definitions(prefix, 0, count + AHEAD)))._unsafeUnwrap();
    let index = 0;
    const path = (): string => `/api/admin/strategies/${prefix}-${index++}`;
    return [
      {
        method: 'DELETE',
        path: '/',
        headers,
        setupRequest: (request) => ({ ...request, path: path() }),
      },
    ];
  },
};

/** Maximum requests that all connections prepare ahead. */
const AHEAD = 1_000;

const record: Scenario = {
  name: 'record',
  status: 201,
  connections: [16, 64],
  requests: async () => [
    {
      method: 'PUT',
      path: '/',
      headers: { ...headers, 'Content-Type': 'application/json' },
      setupRequest: (request) => {
        const id = next() + FIRST_RECORDED;
        const project = `project-${id % PROJECTS}`;
        return {
          ...request,
          path: `/api/admin/projects/${project}/change-requests/scheduled/${id}`,
          body: JSON.stringify(recorded(project, id)),
        };
      },
    },
  ],
  isOwn: true,
};

/** Beyond the ids of the population. */
const FIRST_RECORDED = 1_000_000_000;

const recorded = (project: string, id: number) => ({
  id,
  project,
  environment: 'production',
  title: `Change ${id}`,
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
  features: [
    {
      name: `recorded-${id}`,
      changes: [{ action: 'updateStrategy', payload: { id: `recorded-${id}` } }],
    },
  ],
  segments: [],
});

/** Every scenario, in the order of the table. */
export const SCENARIOS: readonly Scenario[] = [
  search('search, no hit', 0, 1, [64]),
  search('search, 1 hit', 1, 1),
  random,
  search('search, 10 hits', 10, 1, [64]),
  search('search, 10 parameters', 1, 10, [16, 64]),
  search('search, 100 parameters and hits', 100, 100, [64]),
  refused(401, {}),
  refused(403, { Authorization: READER }),
  deletion,
  record,
];
