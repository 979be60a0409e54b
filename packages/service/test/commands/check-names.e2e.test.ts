import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeRequest, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { test } from './place.ts';

let served: ServedApp;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const store = createMemoryStore({}, [memoryOperate]);
  served = await serve(store);
  await record(store, changeRequest(7, { checkout: [{ action: 'patchVariant', payload: [] }] }));
  await store.projects.register({ id: 'named', name: 'Named' }, 'ann');
  for (const id of ['shop', 'named']) await store.projects.declareLive(id, 'ann');
  const lists = { feature: ['banner'] };
  await store.names.replace({ projectId: 'named', asOf: new Date().toISOString(), lists });
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'] } as const;
  env = { FOREWARN_API_KEY: await makeKey(store, 'ci', scope), FOREWARN_URL: served.url };
});

afterAll(async () => {
  await served.stop();
  await served.store.close();
});

const CHECK = ['check', '--project', 'shop'];

describe('forewarn check', () => {
  test.for([
    [['--feature', 'basket '], 'targets[0].feature'],
    [['--feature', 'basket', '--environment', '\u00a0production'], 'targets[1].environment'],
    [['--strategy-id', 's-1', '--in-environment', 'production\u200b'], 'targets[0].inEnvironment'],
    [['--targets', '-'], 'targets[0].contextField'],
  ] as const)(
    'exits with 2 for the odd name in %j, and says what to do',
    async ([typed, path], { place }) => {
      const input = '{"contextField":"\uFEFFcountry"}';
      const asked = [...CHECK, ...typed];
      const { code, stderr } = await place.run(asked, { env, input });

      expect(code).toBe(2);
      expect(stderr).toContain(`${path}: expected "`);
      expect(stderr).toContain('nothing is recorded as "');
    },
  );

  const UNCHECKED = 'whether the target and its environment exist is not known';

  test.for([
    [[], /^why\n/],
    [['--json'], /"outcome":"unknown",.*"names":"unchecked"/],
    [['--github'], /^::error title=Unknown whether anything touches /],
    [['--markdown'], /\| {2}\| {2}\| /],
    [['--junit', 'forewarn.xml'], /^why\n/],
  ] as const)(
    'exits with 2 for a name that is not known to exist, with --known-names %j',
    async ([format, shown], { place }) => {
      const asked = [...CHECK, '--feature', 'banner', ...format];
      const { code } = await place.run(asked, { env });
      const strict = await place.run([...asked, '--known-names'], { env });

      expect([code, strict.code]).toEqual([0, 2]);
      expect(strict.stdout).toMatch(shown);
      expect(strict.stderr).toContain(UNCHECKED);
    },
  );

  test('exits with 0 with --known-names for a name that exists', async ({ place }) => {
    const asked = ['check', '--project', 'named', '--feature', 'banner', '--known-names'];

    expect(await place.run(asked, { env })).toMatchObject({ code: 0, stdout: '' });
  });

  test('exits with 2 with --known-names if all depends on an environment that may not exist', async ({
    place,
  }) => {
    const typed = '--variants checkout --intent update --in-environment prodction';
    const asked = [...CHECK, ...typed.split(' '), '--fail-on', 'breaks'];

    expect((await place.run(asked, { env })).code).toBe(0);
    expect((await place.run([...asked, '--known-names'], { env })).code).toBe(2);
  });
});
