import { describe, expect, test } from 'vitest';
import type { MapError } from '../src/index.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/nowhere/change-requests/scheduled';

describe('mapError', () => {
  const hideProjects: MapError = (error, mapping) =>
    error.type === 'ProjectNotFound'
      ? { status: 403, name: 'Forbidden', message: 'Ask an admin.', headers: { 'X-Help': '/help' } }
      : mapping;

  test('sets the status, name, message and headers of an error', async () => {
    const { ask, reports } = await serveAdmin({ mapError: hideProjects });

    const response = await ask('GET', SEARCH);

    expect(errorIn(response)).toMatchObject({
      status: 403,
      name: 'Forbidden',
      message: 'Ask an admin.',
    });
    expect(response.headers).toMatchObject({ 'x-help': '/help' });
    expect(reports).toMatchObject([{ status: 403, error: { type: 'ProjectNotFound' } }]);
  });

  test('returns the mapping it received to keep it', async () => {
    const { ask } = await serveAdmin({ mapError: hideProjects });

    const response = await ask('PATCH', SEARCH);

    expect(errorIn(response)).toMatchObject({ status: 405, name: 'MethodNotAllowed' });
    expect(response.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS' });
  });

  test('maps bugs too', async () => {
    const { ask } = await serveAdmin({
      useCases: {
        searchScheduledChangeRequests: () => {
          throw new Error('a bug');
        },
      },
      mapError: (_error, mapping) => ({ ...mapping, message: 'Call us.' }),
    });

    expect(errorIn(await ask('GET', SEARCH))).toMatchObject({ status: 500, message: 'Call us.' });
  });

  test('keeps the mapping when it throws, and reports the error to the app', async () => {
    const { ask, emitted } = await serveAdmin({
      mapError: () => {
        throw new Error('mapped badly');
      },
    });

    expect(errorIn(await ask('GET', SEARCH))).toMatchObject({ status: 404, name: 'NotFoundError' });
    expect(emitted).toHaveLength(1);
    expect(String(emitted[0])).toContain('mapped badly');
  });
});
