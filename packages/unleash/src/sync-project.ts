import { type InProject, type Ports, projectUseCase } from '@forewarn/core';
import type { Upstream } from './upstream.ts';

/** Copies a project from the upstream. Needs SYNC in the project. */
export const makeSyncProject = <Credentials>(
  ports: Ports<Credentials> & { readonly upstream: Pick<Upstream, 'syncProject'> },
) =>
  projectUseCase(ports, 'SYNC', ({ projectId }: InProject, _principal, options) =>
    ports.upstream.syncProject(projectId, options),
  );
