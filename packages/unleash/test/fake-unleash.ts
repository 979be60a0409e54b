import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type FakeNames, namesBody } from './fake-names.ts';
import { startLocalServer } from '../../../tools/local-server.ts';
import {
  abbreviated,
  countOf,
  type FakeChangeRequest,
  isOpen,
  itemOf,
} from './fake-change-request.ts';

export { type FakeChangeRequest, fakeChangeRequest, fakeFeature } from './fake-change-request.ts';

/** A response of the fake: its status, body and headers. */
export interface FakeResponse {
  readonly status?: number;
  /** JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type FakeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A project of the fake. Unleash does not list an archived one, whose change requests are gone. */
interface FakeProject {
  readonly id: string;
  readonly name: string;
  readonly archivedAt?: string;
}

export interface FakeState extends FakeNames {
  /** Undefined: an Unleash that does not tell its id. */
  instanceId: string | undefined;
  projects: FakeProject[];
  strategies: { readonly name: string; readonly [field: string]: unknown }[];
  /** Undefined: an open-source Unleash, which has none. */
  changeRequests: FakeChangeRequest[] | undefined;
  /** Whether a list of change requests has their changes. Unleash may leave them out. */
  listsChanges: boolean;
  /** Whether it searches change requests: Unleash does from 7.3 on. */
  hasSearch: boolean;
  /** Maximum number of searches for features in a window. Default: that of Unleash 8.2.0. */
  searchLimit: number;
  /** The window of that limit, in milliseconds. */
  searchWindowMs: number;
  /** The root role of the user who owns the key; undefined for an admin token, which has none. */
  rootRole: 'Admin' | 'Editor' | 'Viewer' | undefined;
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

/** Starts a fake with the project `shop`. */
export async function startFakeUnleash(state: Partial<FakeState> = {}) {
  const served: FakeState = {
    instanceId: randomUUID(),
    projects: [{ id: 'shop', name: 'Shop' }],
    strategies: [{ ...fakeStrategy('default'), editable: false }],
    changeRequests: [],
    listsChanges: false,
    hasSearch: true,
    searchLimit: 15,
    searchWindowMs: 60_000,
    rootRole: undefined,
    features: [],
    segments: [],
    contextFields: [],
    releases: undefined,
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
    clockAheadMs: 0,
    /** Responds to a path, such as `/projects`, in another way. */
    respond: (path: string, other: FakeResponse | FakeHandler) => void others.set(path, other),
    /** Responds to all paths again. */
    recover: () => others.clear(),
  };
  const limited = searchLimiter(served);
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (fake.delayMs > 0) await delay(fake.delayMs);
    const other = others.get(pathOf(request));
    if (typeof other === 'function') return void other(request, response);
    const limit = pathOf(request) === '/search/features' ? limited() : {};
    const {
      status = 200,
      body = {},
      headers,
    } = other ?? limit.refusal ?? responseOf(served, request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const etag = `W/"${createHash('sha1').update(text).digest('base64')}"`;
    // As Express does: a request with `no-cache` gets a response in full.
    const isConditional = request.headers['cache-control'] !== 'no-cache';
    const isSame = status === 200 && isConditional && request.headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : status, {
      'Content-Type': 'application/json; charset=utf-8',
      Date: new Date(Date.now() + fake.clockAheadMs).toUTCString(),
      ETag: etag,
      ...limit.headers,
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

/** Counts the searches for features, as express-rate-limit does in Unleash. Returns the headers of a response, and a 429. */
function searchLimiter(state: FakeState) {
  let [count, endsAt] = [0, 0];
  return (): { readonly headers?: Record<string, string>; readonly refusal?: FakeResponse } => {
    const { searchLimit: limit, searchWindowMs } = state;
    const now = performance.now();
    if (now >= endsAt) [count, endsAt] = [0, now + searchWindowMs];
    count += 1;
    const reset = String(Math.ceil((endsAt - now) / 1_000));
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - count)),
      'RateLimit-Reset': reset,
    };
    if (count <= limit) return { headers };
    return { headers: { ...headers, 'Retry-After': reset }, refusal: { status: 429, body: {} } };
  };
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
  const { projects, strategies } = state;
  if (request.headers.authorization !== KEY) {
    return { status: 401, body: { name: 'UnauthorizedError' } };
  }
  const path = pathOf(request);
  const [, top, id = '', rest = '', which] = path.split('/').map(decodeURIComponent);
  if (path === '/ui-config') return configOf(state);
  if (top === 'user') return userOf(state, path);
  if (path === '/projects') {
    return { body: { version: 1, projects: projects.filter((each) => !isArchived(each)) } };
  }
  if (path === '/strategies') return { body: { version: 1, strategies } };
  if (request.method === 'DELETE') {
    state.strategies = strategies.filter(({ name }) => top !== 'strategies' || name !== id);
    return state.strategies.length < strategies.length ? { body: '' } : NO_STRATEGY;
  }
  if (top === 'strategies') {
    const definition = strategies.find(({ name }) => name === id);
    return definition === undefined ? NO_STRATEGY : { body: definition };
  }
  const names = namesBody(state, new URL(request.url ?? '', 'http://unleash'));
  if (names !== undefined) return { body: names };
  if (path === '/search/change-requests') return searched(state, request);
  if (top !== 'projects') return notServed(path);
  const project = projects.find((each) => each.id === id);
  if (rest === 'overview')
    return project === undefined ? NO_PROJECT : { body: overviewOf(project) };
  if (rest !== 'change-requests' || state.changeRequests === undefined) return notServed(path);
  return project === undefined ? NO_PROJECT : changeRequestsOf(state, project, which);
}

function configOf({ instanceId }: FakeState): FakeResponse {
  const current = { oss: '8.2.0', enterprise: '' };
  return { body: { name: 'Unleash', versionInfo: { current, instanceId } } };
}

/** The user of the key. Unleash gives an admin token, which has no user, the role Viewer here. */
function userOf({ rootRole }: FakeState, path: string): FakeResponse {
  if (path === '/user/profile') {
    return { body: { rootRole: { name: rootRole ?? 'Viewer', type: 'root' } } };
  }
  const isAdmin = rootRole === undefined || rootRole === 'Admin';
  return { body: { user: {}, permissions: isAdmin ? [{ permission: 'ADMIN' }] : [] } };
}

const isArchived = ({ archivedAt }: FakeProject): boolean => archivedAt !== undefined;

const overviewOf = ({ name, archivedAt }: FakeProject) => ({
  version: 1,
  name,
  ...(archivedAt === undefined ? {} : { archivedAt }),
  onboardingStatus: { status: 'onboarded' },
});

/** What the list, the count and one change request by itself return. */
function changeRequestsOf(
  { changeRequests = [], listsChanges }: FakeState,
  project: FakeProject,
  which: string | undefined,
): FakeResponse {
  const own = isArchived(project)
    ? []
    : changeRequests.filter((each) => each.project === project.id);
  if (which === undefined) {
    const listed = own.slice(-MAX_LISTED);
    return { body: listsChanges ? listed : listed.map(abbreviated) };
  }
  if (which === 'count') return { body: countOf(own) };
  const one = own.find((each) => each.id === Number(which));
  return one === undefined ? notFound(`Change request with id ${which} not found`) : { body: one };
}

/** The default and the maximum length of a page. */
const [PAGE_LENGTH, MAX_PAGE_LENGTH] = [50, 1_000];

function searched(
  { changeRequests, hasSearch, projects }: FakeState,
  request: IncomingMessage,
): FakeResponse {
  if (changeRequests === undefined || !hasSearch) return notServed(pathOf(request));
  const query = new URL(request.url ?? '', 'http://unleash').searchParams;
  if (query.get('state') !== 'IS:open') return { status: 400, body: { name: 'BadDataError' } };
  const offset = Number(query.get('offset'));
  const limit = Math.min(Number(query.get('limit') ?? PAGE_LENGTH), MAX_PAGE_LENGTH);
  const listed = new Set(projects.filter((each) => !isArchived(each)).map(({ id }) => id));
  const open = changeRequests.filter((each) => isOpen(each) && listed.has(each.project));
  return {
    body: { changeRequests: open.slice(offset, offset + limit).map(itemOf), total: open.length },
  };
}
