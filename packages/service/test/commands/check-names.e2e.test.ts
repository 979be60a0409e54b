import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { test } from './place.ts';

let served: ServedApp;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const store = createMemoryStore();
  served = await serve(store);
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
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
});
