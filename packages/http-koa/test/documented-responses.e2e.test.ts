import { expect, test } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { MAX_BODY_BYTES } from '../src/errors/error-table.ts';
import { ADMIN, createAdminWorld, GUESSED, STAGING, UNLUCKY } from './admin-world.ts';
import { json, serveAdmin } from './serve.ts';

interface OperationObject {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

interface Documented extends OperationObject {
  readonly method: string;
  /** The path, with values that exist as its parameters. */
  readonly path: string;
}

const { everything } = await createAdminWorld();

const OPERATIONS: readonly Documented[] = Object.entries(openApiDocument(everything).paths).flatMap(
  ([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      ...(operation as OperationObject),
      method: method.toUpperCase(),
      path: path
        .replace('{projectId}', 'default')
        .replace('{id}', '1')
        .replace('{name}', 'byCountry'),
    })),
);

// The server responds with these before it knows the operation.
const OF_THE_SERVER = ['408', '414', '431'];

const SCHEDULED = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGIES = '/api/admin/strategies';
const PROJECTS = '/api/admin/projects';
const OF_PROJECT = `${PROJECTS}/default/change-requests`;
const LISTS = [
  SCHEDULED,
  OF_PROJECT,
  '/api/admin/change-requests',
  `${OF_PROJECT}.ics`,
  STRATEGIES,
  PROJECTS,
  '/api/admin/events',
  '/api/admin/user',
];
const changeRequest = { id: 9, project: 'default', environment: 'production', state: 'Scheduled' };
const definition = { name: 'fresh', parameters: [] };

test('each operation responds with exactly the documented statuses', async () => {
  const { ask, seen } = await serveAdmin({ isWhole: true, strategies: ['byCountry'] });
  const bugs = Object.keys(everything).filter((name) => name !== 'admit');
  const broken = await serveAdmin({
    isWhole: true,
    useCases: Object.fromEntries(
      bugs.map((name) => [
        name,
        () => {
          throw new Error('a bug');
        },
      ]),
    ),
  });
  const bodyOf = (path: string): unknown => {
    if (path === SCHEDULED) return [changeRequest];
    if (path.endsWith('/impact')) return { targets: [{ segment: 7 }] };
    if (path.endsWith('/coverage')) return { kind: 'live' };
    if (path.startsWith(SCHEDULED)) return { ...changeRequest, id: 1 };
    return path === PROJECTS ? { id: 'p', name: 'P' } : { name: 'byCountry', parameters: [] };
  };

  for (const { method, path, requestBody } of OPERATIONS) {
    const send = (headers: Readonly<Record<string, string>>) => {
      const sent = json(bodyOf(path), headers);
      return requestBody === undefined ? { headers: { Authorization: ADMIN, ...headers } } : sent;
    };
    await ask(method, `${path}?nonsense=1`, send({ Prefer: 'handling=strict' }));
    await ask(method, path, send({ Authorization: 'no such key' }));
    await ask(method, path, send({ Authorization: STAGING }));
    await ask(method, path, send({ Authorization: UNLUCKY }));
    await ask(method, path, send({ Authorization: GUESSED }));
    await broken.ask(method, path, send({}));
    if (requestBody === undefined) continue;
    await ask(method, path, { ...json(null), body: ' '.repeat(MAX_BODY_BYTES + 1) });
    await ask(method, path, json(null, { 'Content-Type': 'text/plain' }));
  }

  await ask('GET', `${SCHEDULED}?feature=checkout`);
  await ask('GET', '/api/admin/projects/none/change-requests/scheduled');
  await ask('GET', '/api/admin/projects/none/change-requests');
  await ask('GET', '/api/admin/projects/none/change-requests.ics');
  await ask('POST', SCHEDULED, json([changeRequest]));
  await ask(
    'POST',
    SCHEDULED.replace('default', 'none'),
    json([{ ...changeRequest, project: 'none' }]),
  );
  await ask('POST', '/api/admin/projects/default/impact', json({ targets: [{ segment: 7 }] }));
  await ask('POST', '/api/admin/projects/none/impact', json({ targets: [{ segment: 7 }] }));
  await ask('POST', '/api/admin/impact', json({ targets: [{ segment: 7 }] }));
  await ask('GET', `${STRATEGIES}/byCountry/impact`);
  await ask('GET', `${STRATEGIES}/none/impact`);
  await ask('DELETE', `${STRATEGIES}/byCountry?guard=refuse`);
  const { headers } = await ask('GET', `${SCHEDULED}/1`);
  const authorized = { Authorization: ADMIN };
  const etag = String(headers.etag);
  await ask('GET', `${SCHEDULED}/1`, { headers: { ...authorized, 'If-None-Match': etag } });
  await ask('GET', `${SCHEDULED}/1`, { headers: { ...authorized, 'If-Match': '"x"' } });
  await ask('GET', `${SCHEDULED}/7`);
  await ask('PUT', `${SCHEDULED}/9`, json(changeRequest));
  await ask('PUT', `${SCHEDULED}/8`, json({ ...changeRequest, id: 8 }));
  await ask('PUT', `${SCHEDULED}/9`, json(changeRequest, { 'If-None-Match': '*' }));
  await ask(
    'PUT',
    `${SCHEDULED.replace('default', 'none')}/9`,
    json({ ...changeRequest, project: 'none' }),
  );
  await ask('DELETE', `${SCHEDULED}/9`, { headers: { ...authorized, 'If-Match': '"x"' } });
  await ask('DELETE', `${SCHEDULED}/9`);
  await ask('DELETE', `${SCHEDULED}/9`);
  await ask('GET', STRATEGIES);
  await ask('POST', STRATEGIES, json(definition));
  await ask('POST', STRATEGIES, json(definition));
  await ask('PUT', `${STRATEGIES}/fresh`, json({ parameters: [] }));
  await ask('PUT', `${STRATEGIES}/none`, json({ parameters: [] }));
  for (const change of ['deprecate', 'reactivate']) {
    await ask('POST', `${STRATEGIES}/fresh/${change}`);
    await ask('POST', `${STRATEGIES}/none/${change}`);
  }
  await ask('GET', `${STRATEGIES}/fresh`);
  await ask('DELETE', `${STRATEGIES}/fresh`);
  await ask('DELETE', `${STRATEGIES}/fresh`);
  await ask('GET', `${STRATEGIES}/fresh`);
  await ask('GET', PROJECTS);
  await ask('POST', PROJECTS, json({ id: 'p', name: 'P' }));
  await ask('POST', PROJECTS, json({ id: 'p', name: 'P' }));
  await ask('PUT', `${PROJECTS}/p/coverage`, json({ kind: 'live' }));
  await ask('PUT', `${PROJECTS}/none/coverage`, json({ kind: 'live' }));
  await ask('DELETE', `${PROJECTS}/p`);
  await ask('DELETE', `${PROJECTS}/p`);
  await ask('GET', '/api/admin/events');
  await ask('POST', '/api/admin/sync/default');
  await ask('POST', '/api/admin/sync/other');
  await ask('POST', '/api/admin/sync/none');
  const following = await serveAdmin({ isFollowing: true, strategies: ['byCountry'] });
  await following.ask('DELETE', `${STRATEGIES}/byCountry`);
  await following.ask('PUT', `${STRATEGIES}/byCountry`, json({ parameters: [] }));
  await following.ask('POST', `${STRATEGIES}/byCountry/deprecate`);
  await following.ask('POST', `${STRATEGIES}/byCountry/reactivate`);
  for (const list of LISTS) {
    const tag = String((await ask('GET', list)).headers.etag);
    await ask('GET', list, { headers: { ...authorized, 'If-None-Match': tag } });
  }

  const documented = OPERATIONS.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => !OF_THE_SERVER.includes(status))
      .map((status) => `${operationId} ${status}`),
  );
  const all = new Set([...seen, ...broken.seen, ...following.seen]);
  expect([...all].toSorted()).toEqual(documented.toSorted());
});
