import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import type { ListingReader } from '../ports/listing-reader.ts';
import { toResultAsync } from '../ports/port-result.ts';
import { unlessNoChangeRequest } from './recorded-checks.ts';
import { type Ports, useCase } from './use-case.ts';

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
