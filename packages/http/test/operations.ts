import type { AdminUseCases } from '../src/index.ts';
import { ADMIN } from './admin-world.ts';
import { type Ask, json } from './serve.ts';

/** A path of a router with all use cases. */
export interface ServedPath {
  readonly path: string;
  /** Its methods, as the header `Allow` names them. */
  readonly allow: string;
  readonly useCases: Readonly<Record<string, keyof AdminUseCases<unknown>>>;
}

/** One operation of a router with all use cases. */
export interface ServedOperation {
  readonly method: string;
  readonly path: string;
  readonly allow: string;
  readonly useCase: keyof AdminUseCases<unknown>;
}

const API = '/api/admin';
const PROJECT = `${API}/projects/default`;
const SCHEDULED = `${PROJECT}/change-requests/scheduled`;
const STRATEGY = `${API}/strategies/default`;

const USE_CASES: Readonly<Record<string, ServedPath['useCases']>> = {
  [SCHEDULED]: { GET: 'searchScheduledChangeRequests', POST: 'recordScheduledChangeRequests' },
  [`${SCHEDULED}/1`]: {
    GET: 'findScheduledChangeRequest',
    PUT: 'recordScheduledChangeRequest',
    DELETE: 'withdrawScheduledChangeRequest',
  },
  [`${PROJECT}/change-requests`]: { GET: 'listChangeRequests' },
  [`${PROJECT}/change-requests.ics`]: { GET: 'readCalendar' },
  [`${API}/change-requests`]: { GET: 'listAllChangeRequests' },
  [`${PROJECT}/impact`]: { POST: 'getProjectImpact' },
  [`${API}/impact`]: { POST: 'getImpact' },
  [`${API}/strategies`]: { GET: 'listStrategies', POST: 'registerStrategy' },
  [STRATEGY]: { GET: 'findStrategy', PUT: 'changeStrategy', DELETE: 'deleteStrategy' },
  [`${STRATEGY}/impact`]: { GET: 'getStrategyImpact' },
  [`${STRATEGY}/deprecate`]: { POST: 'changeStrategy' },
  [`${STRATEGY}/reactivate`]: { POST: 'changeStrategy' },
  [`${API}/projects`]: { GET: 'listProjects', POST: 'registerProject' },
  [`${PROJECT}/coverage`]: { PUT: 'declareProjectLive' },
  [PROJECT]: { DELETE: 'deleteProject' },
  [`${API}/events`]: { GET: 'listEvents' },
  [`${API}/user`]: { GET: 'getCaller' },
};

/** All paths of a router with all use cases. Each names something that exists. */
export const SERVED_PATHS: readonly ServedPath[] = Object.entries(USE_CASES).map(
  ([path, useCases]) => {
    const methods = Object.keys(useCases).map((each) => (each === 'GET' ? 'GET, HEAD' : each));
    return { path, allow: [...methods, 'OPTIONS'].join(', '), useCases };
  },
);

/** All operations of a router with all use cases. */
export const SERVED_OPERATIONS: readonly ServedOperation[] = SERVED_PATHS.flatMap(
  ({ path, allow, useCases }) =>
    Object.entries(useCases).map(([method, useCase]) => ({ method, path, allow, useCase })),
);

const CHANGE_REQUEST = { id: 1, project: 'default', environment: 'e', state: 'Scheduled' };

const BODIES: Readonly<Partial<Record<keyof AdminUseCases<unknown>, unknown>>> = {
  recordScheduledChangeRequests: [CHANGE_REQUEST],
  recordScheduledChangeRequest: CHANGE_REQUEST,
  getProjectImpact: { targets: [{ segment: 7 }] },
  getImpact: { targets: [{ segment: 7 }] },
  registerStrategy: { name: 'fresh', parameters: [] },
  changeStrategy: { parameters: [] },
  declareProjectLive: { kind: 'live' },
  registerProject: { id: 'p', name: 'P' },
};

/** The options of a request of a use case, with a valid body if it reads one. */
export const requestFor = (useCase: ServedOperation['useCase']): NonNullable<Parameters<Ask>[2]> =>
  useCase in BODIES ? json(BODIES[useCase]) : { headers: { Authorization: ADMIN } };

export const askFor = (ask: Ask, { method, path, useCase }: ServedOperation) =>
  ask(method, path, requestFor(useCase));
