import { createClient } from '@forewarn/client';
import { beforeAll, describe, expect } from 'vitest';
import { changeRequest, record, register } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { test } from './place.ts';
import { serveUnleash } from './unleash-server.ts';

const served = serveFor();
let env: Readonly<Record<string, string>>;

const USED = ['used-1', 'used-2', 'used-3', 'used-4', 'used-5'];
const FREE = ['free-1', 'free-2', 'free-3', 'free-4', 'free-5'];

beforeAll(async () => {
  const { store } = served;
  env = await served.envWith('ops', {
    permissions: ['DELETE_STRATEGY', 'PROJECT_CHANGE_REQUEST_READ'],
  });
  await register(store, ...USED, ...FREE);
  const added = USED.map((name) => ({ action: 'addStrategy', payload: { name } }));
  await record(store, changeRequest(7, { sale: added }, { title: 'Winter sale' }));
});

const exists = async (name: string): Promise<boolean> =>
  (await served.store.strategies.find(name)).isOk();

const deleting = (...args: readonly string[]) => ['strategies', 'delete', ...args];

describe('forewarn strategies delete', () => {
  test('--yes deletes a definition that nothing uses', async ({ place }) => {
    expect(await place.run(deleting('free-1', '--yes'), { env })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'forewarn: deleted the strategy definition "free-1"\n',
    });
    expect(await exists('free-1')).toBe(false);
  });

  test('--yes keeps a definition in use, and shows what to pass', async ({ place }) => {
    const { code, stdout, stderr } = await place.run(deleting('used-1', '--yes'), { env });

    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^shop +7 .*Winter sale +addStrategy of sale \(features\[0\]\.changes\[0\]\)\n +will fail: The strategy definition it names no longer exists\.$/m,
    );
    expect(stderr).toMatch(
      /^forewarn: nothing was deleted: to delete it anyway, pass --yes --acknowledge [0-9a-f.]+$/m,
    );
    expect(await exists('used-1')).toBe(true);
  });

  test('--acknowledge deletes a definition whose impact is still the same', async ({ place }) => {
    const client = createClient({ url: served.url, key: env['FOREWARN_API_KEY'] ?? '' });
    const acknowledging = async (name: string): Promise<readonly string[]> => {
      const found = await client.getStrategyImpact(name);
      const fingerprint = found.outcome === 'done' ? found.value.fingerprint : '';
      return ['--yes', '--acknowledge', fingerprint];
    };
    const [ofSecond = [], ofThird = []] = await Promise.all(
      ['used-2', 'used-3'].map(acknowledging),
    );
    const added = { action: 'addStrategy', payload: { name: 'used-3' } };
    await record(served.store, changeRequest(8, { spring: [added] }));

    const same = await place.run(deleting('used-2', ...ofSecond), { env });
    const changed = await place.run(deleting('used-3', ...ofThird), { env });
    const another = await place.run(deleting('used-3', ...ofSecond), { env });

    expect(same).toMatchObject({ code: 0, stdout: '' });
    expect(changed).toMatchObject({ code: 1, stdout: expect.stringMatching(/ 8 .*\n/) });
    expect(changed.stderr).toContain('nothing was deleted: the impact has changed');
    expect(another).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a fingerprint of an impact of this strategy'),
    });
    expect(await Promise.all(['used-2', 'used-3'].map(exists))).toEqual([false, true]);
  });

  test.for([
    ['used-4', 'to delete it, pass --yes --acknowledge '],
    ['free-2', 'to delete it, pass --yes\n'],
  ])(
    'without a terminal and --yes keeps %s, and says what to pass',
    async ([name = '', says], { place }) => {
      const { code, stderr } = await place.run(deleting(name), { env, input: `${name}\n` });

      expect(code).toBe(2);
      expect(stderr).toContain(`nothing was deleted: ${says}`);
      expect(await exists(name)).toBe(true);
    },
  );

  test.for([
    ['free-3', 'y\n', 0, 'Delete the strategy definition "free-3"? [y/N]'],
    ['free-4', 'n\n', 2, 'nothing was deleted'],
    ['free-4', '', 2, 'nothing was deleted'],
    ['used-4', 'y\n', 1, 'nothing was deleted'],
    ['used-5', 'used-5\n', 0, 'Type its name to delete it anyway: '],
  ] as const)(
    'on a terminal asks about %s, and %j exits with %d',
    async ([name, input, code, says], { place }) => {
      const ended = await place.run(deleting(name), { env, input, isTerminal: true });

      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain(says);
      expect(await exists(name)).toBe(code !== 0);
    },
  );

  test.for([
    ['nothing', [], 'There is no strategy definition "nothing"'],
    ['default', ['--yes'], 'is built in'],
    ['free-5', ['--acknowledge', 'x'], '--acknowledge: expected --yes beside it'],
    ['free-5', ['--yes', '--url', 'http://127.0.0.1:2'], 'check --url, and that the server runs'],
  ] as const)('exits with 2 for %s %j', async ([name, more, says], { place }) => {
    const { code, stdout, stderr } = await place.run(deleting(name, ...more), { env });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  test('counts what the key may not read', async ({ place }) => {
    const permissions = ['DELETE_STRATEGY'] as const;
    const key = await served.makeKey('deleter', { permissions });

    const { code, stderr } = await place.run(deleting('used-1', '--yes'), {
      env: { ...env, FOREWARN_API_KEY: key },
    });

    expect(code).toBe(1);
    expect(stderr).toContain('in projects that this key may not read: 1 more');
    expect(stderr).toContain('pass --yes --acknowledge ');
    expect(await exists('used-1')).toBe(true);
  });

  test('sends no delete to a server without a guard', async ({ place, onTestFinished }) => {
    const unleash = await serveUnleash();
    onTestFinished(() => unleash.stop());

    const asked = deleting('free-5', '--yes', '--url', unleash.url);
    const { code, stderr } = await place.run(asked, { env });

    expect(code).toBe(2);
    expect(stderr).toContain('nothing was deleted: Not found; check --url');
    expect(unleash.methods).toEqual(['GET']);
  });
});
