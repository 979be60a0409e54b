import { projectIdSchema } from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import type { Operation } from './operation.ts';
import { DONE, type Route } from './route.ts';

const sync = {
  id: 'syncProject',
  tag: 'Projects',
  summary: 'Copy a project from Unleash now',
  description:
    'Responds once the data is from after the request. A body, such as that of a webhook, is ignored. ' +
    'Requests that arrive during a sync of the project share the next one.',
  permission: 'SYNC',
  path: { projectId: projectIdSchema },
  responses: { 200: { description: 'It was copied.' } },
  errors: ['ProjectNotFound', 'UpstreamRefused', 'UpstreamUnavailable'],
} as const satisfies Operation;

/** The sync of a project. */
export function syncRoutes<Credentials>({
  syncProject,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (syncProject === undefined) return [];
  return [
    {
      method: 'POST',
      path: '/sync/:projectId',
      operation: sync,
      isLong: true,
      handle: ({ caller, param }) =>
        syncProject({ ...caller, projectId: param('projectId') }).andThen(() => DONE),
    },
  ];
}
