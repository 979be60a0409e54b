import { randomInt } from 'node:crypto';
import type { Request } from './autocannon.ts';
import { definitions, FEATURES, FIRST_NUMBERED, NUMBERED, PROJECTS } from './population.ts';
import { KEY, type ServerProcess } from './server-process.ts';

/** One kind of request. */
export interface Scenario {
  readonly name: string;
  /** Whether each request needs a row of its own. */
  readonly usesUpRows?: boolean;
  /** Prepares for at least `count` requests, and returns the requests of each connection, in turn. */
  readonly requests: (server: ServerProcess, count: number) => Promise<readonly Request[]>;
}

const headers = { Authorization: KEY };

/** Targets of searches with as many hits. Those of one hit have numbers. */
const targetOf = (hits: 1 | 10): string =>
  hits === 1 ? `f-${randomInt(FIRST_NUMBERED, NUMBERED)}` : FEATURES[hits];

/** Each request is drawn at random, so that hardly any two that run at one time are the same, and can be merged. */
export function search(name: string, hits: 1 | 10, absent: number): Scenario {
  const pathOf = (): string => {
    const others = Array.from({ length: absent }, () => `&feature=none-${randomInt(1_000_000)}`);
    const project = `project-${randomInt(PROJECTS)}`;
    return `/api/admin/projects/${project}/change-requests/scheduled?feature=${targetOf(hits)}${others.join('')}`;
  };
  return { name, requests: async () => [withPath('GET', headers, pathOf)] };
}

/** Deletes definitions, which it adds first. */
export const deletion: Scenario = {
  name: 'delete',
  usesUpRows: true,
  requests: async ({ store }, count) => {
    const prefix = nextPrefix();
    (await store.transfer.import(definitions(prefix, 0, count + AHEAD)))._unsafeUnwrap();
    return [deleting(prefix, headers)];
  },
};

let prefixes = 0;

/** The beginning of names that no earlier round had. */
export const nextPrefix = (): string => `round-${prefixes++}`;

/** Maximum requests that all connections prepare ahead: one prepares its next before it knows that there is none. */
export const AHEAD = 1_000;

/** Deletes the definitions `PREFIX-N`, one after the other. */
export function deleting(prefix: string, sent: Request['headers']): Request {
  let index = 0;
  return withPath('DELETE', sent, () => `/api/admin/strategies/${prefix}-${index++}`);
}

const withPath = (method: string, sent: Request['headers'], pathOf: () => string): Request => ({
  method,
  path: '/',
  headers: sent,
  setupRequest: (request) => ({ ...request, path: pathOf() }),
});
