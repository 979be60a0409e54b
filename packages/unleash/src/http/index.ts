/**
 * The upstream over HTTP: the sync of a project, and the errors of copies.
 *
 * @module @forewarn/unleash/http
 */
import {
  type HttpCapability,
  type Route,
  routeOver,
  routesOf,
  TAGS,
} from '@forewarn/http/capability';
import type { CopyError } from '../copies-of.ts';
import type { UpstreamRefused, UpstreamUnavailable } from '../errors.ts';
import type { makeSyncProject } from '../sync-project.ts';
import { ERROR_ROWS } from './error-rows.ts';

/** What the routes call. */
interface SyncUseCases {
  readonly syncProject: ReturnType<typeof makeSyncProject<unknown>>;
}

const syncRoute = routeOver<SyncUseCases, UpstreamRefused | UpstreamUnavailable>(ERROR_ROWS)(
  'syncProject',
  'POST',
  '/sync/:projectId',
  {
    id: 'syncProject',
    tag: TAGS.projects,
    summary: 'Copy a project from Unleash now',
    description:
      'Responds once the data is from after the request. A body, such as that of a webhook, is ignored. ' +
      'Requests that arrive during a sync of the project share the next one.',
    permission: 'SYNC',
    responses: { 200: { description: 'It was copied.' } },
    errors: ['ProjectNotFound', 'UpstreamRefused', 'UpstreamUnavailable'],
    isLong: true,
    handle: ({ caller, param }, sync) => sync({ ...caller, projectId: param('projectId') }),
  },
);

const OWNED: readonly CopyError['type'][] = ['OwnedByUpstream'];

/** The errors of copies, by the operation. */
const ERRORS_OF: ReadonlyMap<string, readonly CopyError['type'][]> = new Map([
  ['createProject', OWNED],
  ['createStrategy', OWNED],
  ['updateStrategy', OWNED],
  ['deprecateStrategy', OWNED],
  ['reactivateStrategy', OWNED],
  ['removeStrategy', ['UpstreamRefused', 'UpstreamUnavailable']],
]);

function withErrors(route: Route): Route {
  const added = ERRORS_OF.get(route.id);
  if (added === undefined) return route;
  const { errors = [], ownErrors } = route;
  return { ...route, errors: [...errors, ...added], ownErrors: { ...ownErrors, ...ERROR_ROWS } };
}

/** Adds the sync of a project to the admin API, and the errors of copies to the routes that change them. */
export const httpUnleash = <Credentials>(useCases: {
  readonly syncProject: ReturnType<typeof makeSyncProject<Credentials>>;
}): HttpCapability => ({
  routes: routesOf([syncRoute], useCases as SyncUseCases),
  around: withErrors,
});
