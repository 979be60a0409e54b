import { type ChangeRequestKey, type Ports, toResultAsync, useCase } from '@forewarn/core';
import type { ListingReader } from './listing-reader.ts';
import { unlessNoChangeRequest } from './recorded-checks.ts';

/** Returns a scheduled change request as it was recorded. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export const makeFindScheduledChangeRequest = <Credentials>(
  ports: Ports<Credentials, { readonly reader: Pick<ListingReader, 'find'> }>,
) =>
  useCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, id }: ChangeRequestKey, _principal, options) =>
      unlessNoChangeRequest({ projectId, id }).asyncAndThen(() =>
        toResultAsync(ports.reader.find({ projectId, id }, options)),
      ),
    ({ projectId }) => ({ projectId }),
  );
