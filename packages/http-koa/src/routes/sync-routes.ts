import { type MakeRoutes, route } from './route.ts';

/** The sync of a project. */
export const syncRoutes: readonly MakeRoutes[] = [
  route('syncProject', {
    method: 'POST',
    path: '/sync/:projectId',
    id: 'syncProject',
    tag: 'Projects',
    summary: 'Copy a project from Unleash now',
    description:
      'Responds once the data is from after the request. A body, such as that of a webhook, is ignored. ' +
      'Requests that arrive during a sync of the project share the next one.',
    permission: 'SYNC',
    responses: { 200: { description: 'It was copied.' } },
    errors: ['ProjectNotFound', 'UpstreamRefused', 'UpstreamUnavailable'],
    isLong: true,
    handle: ({ caller, param }, sync) => sync({ ...caller, projectId: param('projectId') }),
  }),
];
