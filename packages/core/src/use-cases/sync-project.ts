import { errAsync } from 'neverthrow';
import type { ProjectNotFound, UpstreamRefused, UpstreamUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { Upstream } from '../ports/upstream.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Copies a project from the upstream. Needs SYNC in the project. */
export type SyncProject<Credentials> = UseCase<
  Credentials,
  { readonly projectId: string },
  void,
  ProjectNotFound | UpstreamRefused | UpstreamUnavailable
>;

/** Makes the use case {@link SyncProject}. */
export function makeSyncProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly upstream: Pick<Upstream, 'syncProject'>;
}): SyncProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, signal }) =>
    admit({ credentials, admissions, permission: 'SYNC', projectId, signal }).andThen(
      (): ReturnType<Upstream['syncProject']> =>
        isName(projectId)
          ? ports.upstream.syncProject(projectId, { signal })
          : errAsync({ type: 'ProjectNotFound', projectId }),
    );
}
