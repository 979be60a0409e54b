import { Readable } from 'node:stream';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRequest, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { makePlace } from './place.ts';

const HOUR_MS = 3_600_000;

let served: ServedApp;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const store = createMemoryStore();
  served = await serve(store);
  env = { FOREWARN_URL: served.url, FOREWARN_API_KEY: await makeKey(store, 'ci') };
  const changes = [
    { action: 'addStrategy', payload: { name: 'holidaySale', segments: [7] } },
    { action: 'addDependency', payload: { feature: 'parent' } },
  ];
  await record(store, changeRequest(17, { child: changes }));
  await store.projects.register({ id: 'unlisted', name: 'Unlisted' }, 'ann');
  const asOf = new Date(Date.now() - 24 * HOUR_MS).toISOString();
  const complete = { kind: 'complete', projectId: 'yesterday', asOf, source: 'import' } as const;
  const entries = Readable.from([ok(complete)]);
  (await store.transfer.import<never>(entries))._unsafeUnwrap();
});

afterAll(async () => {
  await served.stop();
  await served.store.close();
});

describe.concurrent('forewarn check gives no all-clear', () => {
  test.for([
    [
      'a strategy definition that a scheduled change adds',
      1,
      'shop',
      ['--strategy-definition', 'holidaySale', '--intent', 'delete'],
      'will fail when applied',
    ],
    ['a segment that a scheduled change includes', 1, 'shop', ['--segment', '7'], 'addStrategy'],
    ['the parent of a scheduled dependency', 1, 'shop', ['--feature', 'parent'], 'addDependency'],
    [
      'a project whose change requests were never loaded',
      2,
      'unlisted',
      ['--feature', 'a'],
      'unknown: no import or sync has listed',
    ],
    [
      'an import of yesterday',
      2,
      'yesterday',
      ['--feature', 'a', '--max-age', '1h'],
      'unknown: the data is too old',
    ],
  ] as const)('for %s', async ([, code, project, asked, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    const ended = await place.run(['check', '--project', project, ...asked], { env });

    expect(ended.code).toBe(code);
    expect(ended.stdout).toContain(says);
  });

  test('but says how old the data of an all-clear is', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = ['check', '--project', 'yesterday', '--feature', 'a'];

    expect(await place.run(asked, { env })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('; the data is 24 hours old\n'),
    });
  });
});
