import { randomInt } from 'node:crypto';
import type { Request } from './autocannon.ts';
import { definitions, FEATURES, FIRST_NUMBERED, NUMBERED, PROJECTS } from './population.ts';
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
  /** Whether only Forewarn serves it. */
  readonly isOwn?: boolean;
}

const CONNECTIONS = [1, 16, 64];
const headers = { Authorization: KEY };

/** Targets of searches with as many hits. Those of one hit have numbers. */
const targetOf = (hits: keyof typeof FEATURES): string =>
  hits === 1 ? `f-${randomInt(FIRST_NUMBERED, NUMBERED)}` : FEATURES[hits];

/** Each request is drawn at random, so that hardly any two that run at one time are the same, and can be merged. */
function search(
  name: string,
  hits: keyof typeof FEATURES,
  absent: number,
  connections = CONNECTIONS,
): Scenario {
  const pathOf = (): string => {
    const others = Array.from({ length: absent }, () => `&feature=none-${randomInt(1_000_000)}`);
    return searchPath(randomInt(PROJECTS), `${targetOf(hits)}${others.join('')}`);
  };
  return {
    name,
    status: 200,
    connections,
    requests: async () => [
      {
        method: 'GET',
        path: '/',
        headers,
        setupRequest: (request) => ({ ...request, path: pathOf() }),
      },
    ],
  };
}

const searchPath = (project: number, features: string): string =>
  `/api/admin/projects/project-${project}/change-requests/scheduled?feature=${features}`;

/** All connections send the same requests at the same time. */
const merged: Scenario = {
  name: 'search, 1 hit, identical',
  status: 200,
  connections: [16, 64],
  requests: async () =>
    Array.from({ length: PROJECTS }, (_, project) => ({
      method: 'GET',
      path: searchPath(project, FEATURES[1]),
      headers,
    })),
};

let made = 0;

/** A name or an id that no earlier request had. */
const next = (): number => made++;

const refused = (status: 401 | 403, headersOfIt: Request['headers']): Scenario => ({
  name: String(status),
  status,
  connections: [16],
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
  // The second target, which nothing touches, sets those of the same project apart.
  search('search, no hit', 0, 1, [64]),
  search('search, 1 hit', 1, 0),
  merged,
  search('search, 10 hits', 10, 1, [64]),
  search('search, 10 parameters', 1, 9, [16, 64]),
  search('search, 100 parameters and hits', 100, 99, [64]),
  refused(401, {}),
  refused(403, { Authorization: READER }),
  deletion,
  record,
];
