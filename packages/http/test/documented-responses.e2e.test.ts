import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../src/errors/error-table.ts';
import { openApiDocument } from '../src/index.ts';
import { createAdminWorld, GUESSED, STAGING, UNLUCKY } from './admin-world.ts';
import { requestFor, SERVED_OPERATIONS } from './operations.ts';
import { serveAdmin, type ServedAdmin } from './serve.ts';

const { everything } = await createAdminWorld();

/** The documented statuses, by method and by path with values that exist as its parameters. */
const DOCUMENTED = new Map(
  Object.entries(openApiDocument(everything).paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => {
      const served = path.replace(/\{(?:projectId|name)\}/, 'default').replace('{id}', '1');
      const { responses } = operation as { readonly responses: object };
      return [`${method.toUpperCase()} ${served}`, Object.keys(responses)] as const;
    }),
  ),
);

// The server responds with these before it knows the operation, and with 414 also to long queries of lists.
const OF_THE_SERVER = ['408', '414', '431'];

const BROKEN = Object.fromEntries(
  Object.keys(everything)
    .filter((name) => name !== 'admit')
    .map((name) => [
      name,
      () => {
        throw new Error('a bug');
      },
    ]),
);

test('tests each documented operation', () => {
  const served = SERVED_OPERATIONS.map(({ method, path }) => `${method} ${path}`);

  expect([...DOCUMENTED.keys()].toSorted()).toEqual(served.toSorted());
});

test.each(SERVED_OPERATIONS)(
  '$method $path responds with exactly the documented statuses',
  async (operation) => {
    const { method, useCase } = operation;
    const strategies = ['byCountry'];
    const served = await serveAdmin({ isWhole: true, strategies });
    const broken = await serveAdmin({ isWhole: true, strategies, useCases: BROKEN });
    const path = operation.path.replace('/strategies/default', '/strategies/byCountry');
    const { headers, body = '' } = requestFor(useCase);
    const send = (where: string, more = {}, sent = body, to: ServedAdmin = served) =>
      to.ask(method, where, { headers: { ...headers, ...more }, body: sent });

    await send(`${path}?nonsense=1`, { Prefer: 'handling=strict' });
    for (const Authorization of ['no such key', STAGING, UNLUCKY, GUESSED]) {
      await send(path, { Authorization });
    }
    await send(path, {}, body, broken);
    if (useCase === 'deleteStrategy') await send(`${path}?guard=refuse`);
    if (body !== '') {
      await send(path, {}, ' '.repeat(MAX_BODY_BYTES + 1));
      await send(path, { 'Content-Type': 'text/plain' });
    }
    await send(path, { 'If-Match': '"x"' });
    // A built-in definition, what is missing, and a new change request.
    await send(operation.path);
    await send(path.replace('default', 'other'));
    await send(path.replace(/default|byCountry/, 'none'), {}, body.replace('default', 'none'));
    await send(path.replace(/\/1(?=$|\/)/, '/9'), {}, body.replace('"id":1', '"id":9'));
    // Success, what the client has, and what is there already or no longer.
    const { etag = '"x"' } = (await send(path)).headers;
    await send(path, { 'If-None-Match': etag });
    await send(path);

    const seen = [...served.seen, ...broken.seen];
    const documented = DOCUMENTED.get(`${method} ${operation.path}`) ?? [];
    expect(new Set(seen.map((each) => each.split(' ')[1]))).toEqual(
      new Set(documented.filter((status) => !OF_THE_SERVER.includes(status))),
    );
  },
);
