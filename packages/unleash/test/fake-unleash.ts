import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalServer } from '../../../tools/local-server.ts';

/** A response of the fake: its status, body and headers. */
export interface FakeResponse {
  readonly status?: number;
  /** JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds to a request in place of the fake. */
export type FakeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A change request of the fake, as Unleash lists it. */
export interface FakeChangeRequest {
  readonly id: number;
  readonly project: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

/** What the fake serves. */
export interface FakeState {
  /** Undefined: an Unleash that does not tell its id. */
  instanceId: string | undefined;
  projects: { readonly id: string; readonly name: string }[];
  strategies: { readonly name: string; readonly [field: string]: unknown }[];
  /** Undefined: an open-source Unleash, which has none. */
  changeRequests: FakeChangeRequest[] | undefined;
  /** What is returned for one change request by itself, by its id, where the list abbreviates it. */
  whole: Record<number, unknown>;
}

/** An HTTP server that responds as the documents of Unleash Enterprise describe, until it is closed. */
export type FakeUnleash = Awaited<ReturnType<typeof startFakeUnleash>>;

const KEY = '*:*.a-key-of-unleash';
const MAX_LISTED = 300;
const PREFIX = '/api/admin';

/** Projects with these ids, as Unleash lists them. */
export const fakeProjects = (...ids: readonly string[]) => ids.map((id) => ({ id, name: id }));

/** A custom strategy definition, as Unleash lists it. */
export const fakeStrategy = (name: string) => ({
  name,
  displayName: null,
  title: null,
  description: null,
  editable: true,
  deprecated: false,
  parameters: [],
});

/** A scheduled change request, as Unleash lists it, that archives a feature. */
export const fakeChangeRequest = (
  id: number,
  own: Partial<FakeChangeRequest> = {},
): FakeChangeRequest => ({
  id,
  project: 'shop',
  state: 'Scheduled',
  title: `number ${id}`,
  environment: 'production',
  minApprovals: 1,
  schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
  features: [{ name: 'checkout', changes: [{ id, action: 'archiveFeature', payload: {} }] }],
  segments: [],
  ...own,
});

/** Starts a fake with the project `shop`. */
export async function startFakeUnleash(state: Partial<FakeState> = {}) {
  const served: FakeState = {
    instanceId: randomUUID(),
    projects: [{ id: 'shop', name: 'Shop' }],
    strategies: [{ ...fakeStrategy('default'), editable: false }],
    changeRequests: [],
    whole: {},
    ...state,
  };
  const others = new Map<string, FakeResponse | FakeHandler>();
  const received: { readonly method: string; readonly path: string; readonly status: number }[] =
    [];
  let active = 0;
  const fake = {
    key: KEY,
    state: served,
    /** The requests so far. */
    received,
    /** The maximum number of requests at one moment. */
    peak: 0,
    /** Delay of each response in milliseconds. */
    delayMs: 0,
    /** Milliseconds that its clock is ahead. */
    clockAheadMs: 0,
    /** Responds to a path, such as `/projects`, in another way. */
    respond: (path: string, other: FakeResponse | FakeHandler) => void others.set(path, other),
    /** Responds to all paths again. */
    recover: () => others.clear(),
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (fake.delayMs > 0) await delay(fake.delayMs);
    const other = others.get(pathOf(request));
    if (typeof other === 'function') return void other(request, response);
    const { status = 200, body = {}, headers } = other ?? responseOf(served, request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const etag = `W/"${createHash('sha1').update(text).digest('base64')}"`;
    // As Express does: a request with `no-cache` gets a response in full.
    const isConditional = request.headers['cache-control'] !== 'no-cache';
    const isSame = status === 200 && isConditional && request.headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : status, {
      'Content-Type': 'application/json; charset=utf-8',
      Date: new Date(Date.now() + fake.clockAheadMs).toUTCString(),
      ETag: etag,
      ...headers,
    });
    response.end(isSame ? undefined : text);
  };
  const server = await startLocalServer((request, response) => {
    active += 1;
    fake.peak = Math.max(fake.peak, active);
    response.on('close', () => {
      active -= 1;
      const { method = '' } = request;
      received.push({ method, path: pathOf(request), status: response.statusCode });
    });
    void respond(request, response);
  });
  return Object.assign(fake, server);
}

/** The path after `/api/admin`, without the query. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  new URL(url, 'http://unleash').pathname.slice(PREFIX.length);

/** Unleash's error for a thing that it does not have. */
export const notFound = (message: string): FakeResponse => ({
  status: 404,
  body: { name: 'NotFoundError', message, details: [{ message }] },
});

/** Unleash's error for a path that it does not serve. */
export const notServed = (path: string): FakeResponse => {
  const message = `The path you were looking for (${PREFIX}${path}) is not available.`;
  return {
    status: 404,
    body: { id: randomUUID(), name: 'NotFoundError', message, details: [{ message }] },
  };
};

const NO_STRATEGY = notFound('No strategy found');
const NO_PROJECT = notFound('No project found');

function responseOf(state: FakeState, request: IncomingMessage): FakeResponse {
  const { projects, strategies, changeRequests, whole } = state;
  if (request.headers.authorization !== KEY) {
    return { status: 401, body: { name: 'UnauthorizedError' } };
  }
  const path = pathOf(request);
  if (path === '/ui-config') return configOf(state);
  if (path === '/projects') return { body: { version: 1, projects } };
  if (path === '/strategies') return { body: { version: 1, strategies } };
  const [, top, id = '', rest = '', which] = path.split('/').map(decodeURIComponent);
  if (request.method === 'DELETE') {
    state.strategies = strategies.filter(({ name }) => top !== 'strategies' || name !== id);
    return state.strategies.length < strategies.length ? { body: '' } : NO_STRATEGY;
  }
  if (top === 'projects' && rest === 'overview') {
    return projects.some((project) => project.id === id) ? { body: { name: id } } : NO_PROJECT;
  }
  if (top === 'strategies') {
    const definition = strategies.find(({ name }) => name === id);
    return definition === undefined ? NO_STRATEGY : { body: definition };
  }
  if (changeRequests === undefined) return notServed(path);
  if (path === '/search/change-requests') return searched(changeRequests, request);
  const own = changeRequests.filter(({ project }) => project === id);
  if (which === undefined) return { body: own.slice(-MAX_LISTED) };
  if (which === 'count') {
    return { body: { scheduled: own.filter(isScheduled).length, total: own.length } };
  }
  const one = own.find((each) => each.id === Number(which));
  return one === undefined
    ? notFound(`Change request with id ${which} not found`)
    : { body: whole[one.id] ?? one };
}

function configOf({ instanceId }: FakeState): FakeResponse {
  const current = { oss: '8.2.0', enterprise: '' };
  return { body: { name: 'Unleash', versionInfo: { current, instanceId } } };
}

const isScheduled = ({ state }: FakeChangeRequest): boolean => state === 'Scheduled';

function searched(all: readonly FakeChangeRequest[], { url = '' }: IncomingMessage): FakeResponse {
  const query = new URL(url, 'http://unleash').searchParams;
  if (query.get('state') !== 'IS:open') return { status: 400, body: { name: 'BadDataError' } };
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  const open = all.filter(({ state }) => !['Applied', 'Cancelled', 'Rejected'].includes(state));
  const items = open.slice(offset, offset + limit);
  const changeRequests = items.map(({ id, project, state }) => ({ id, project, state }));
  return { body: { changeRequests, total: open.length } };
}
