import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import {
  fakeChangeRequest,
  fakeStrategy,
  type FakeUnleash,
  startFakeUnleash,
} from '../../../unleash/test/fake-unleash.ts';
import { setTimeOf } from '../sync/serve-following.ts';
import { test as inPlace } from './place.ts';
import { inStore, namesIn, stateOf } from './place-store.ts';

interface Fixtures {
  readonly unleash: FakeUnleash;
  /** The settings that name it. */
  readonly env: Readonly<Record<string, string>>;
}

const test = inPlace.extend<Fixtures>({
  unleash: async ({ onTestFinished }, use) => {
    const unleash = await startFakeUnleash({
      strategies: [fakeStrategy('holidaySale')],
      changeRequests: [fakeChangeRequest(7)],
    });
    onTestFinished(() => unleash.close());
    await use(unleash);
  },
  env: ({ unleash }, use) => use({ UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key }),
});

const COPIED = `projects: 1 created, 0 replaced, 0 unchanged, 0 deleted
strategy definitions: 1 created, 0 replaced, 0 unchanged, 0 deleted
change requests: 1 created, 0 replaced, 0 unchanged, 0 withdrawn
`;

describe('forewarn sync', () => {
  test('copies the state of Unleash once', async ({ place, env }) => {
    expect(await place.run(['sync'], { env })).toEqual({
      code: 0,
      stdout: COPIED,
      stderr: expect.stringMatching(/^forewarn: made the store .*forewarn\.db: if .*\n$/),
    });
    expect(namesIn(await stateOf(place))).toEqual(['shop', 'holidaySale', 'shop#7']);
  });

  test('refuses another Unleash, until it is told to replace the first', async ({
    place,
    env,
    onTestFinished,
  }) => {
    const other = await startFakeUnleash();
    onTestFinished(() => other.close());
    await place.run(['sync'], { env });
    const wrong = { ...env, UNLEASH_URL: other.url };

    expect(await place.run(['sync'], { env: wrong })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^forewarn: UNLEASH_URL: the store follows another Unleash, .*--replace-upstream.*\n$/,
      ),
    });
    expect(namesIn(await stateOf(place))).toEqual(['shop', 'holidaySale', 'shop#7']);

    const replaced = await place.run(['sync', '--replace-upstream'], { env: wrong });
    expect(replaced).toMatchObject({ code: 0, stderr: '' });
    expect(namesIn(await stateOf(place))).toEqual(['shop']);
    expect(await place.run(['sync'], { env })).toMatchObject({ code: 1 });
  });

  test('checks an Unleash in a dry run, without a store', async ({ place, env }) => {
    const dryRun = ['sync', '--dry-run', '--report', 'report.json'];

    expect(await place.run(dryRun, { env })).toEqual({ code: 0, stdout: '', stderr: '' });

    expect(await readdir(place.folder)).toEqual(['report.json']);
    const report: unknown = JSON.parse(await readFile(join(place.folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      forewarn: expect.stringMatching(/^\d/),
      versions: { oss: '8.2.0' },
      counts: { scheduled: 'under 10' },
    });
    expect(await place.run(['sync', '--dry-run', '--report', '.'], { env })).toMatchObject({
      code: 1,
      stderr: 'forewarn: --report .: this is a folder: name a file\n',
    });
    expect((await place.run(dryRun)).code).toBe(2);
    expect(await readFile(join(place.folder, 'report.json'), 'utf8')).toBe('');
  });

  test('says in a dry run that Unleash may hide projects from a Viewer', async ({
    place,
    env,
    unleash,
  }) => {
    unleash.state.rootRole = 'Viewer';

    const { code, stdout, stderr } = await place.run(['sync', '--dry-run'], { env });

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { key: { hidesProjects: true } }]);
    expect(stderr).toMatch(/^forewarn: UNLEASH_API_KEY: .* root role Viewer, .* such as Editor\n$/);
  });

  test('fails in a dry run if a sync could not read everything', async ({
    place,
    env,
    unleash,
  }) => {
    unleash.respond('/projects/shop/change-requests', { status: 403 });

    const { code, stdout, stderr } = await place.run(['sync', '--dry-run'], { env });

    expect([code, JSON.parse(stdout)]).toMatchObject([1, { isReadable: false }]);
    expect(stderr).toMatch(/^forewarn: a sync could not read everything: .*\n$/);
  });

  test.for([
    ['a report without a dry run', ['--report', 'a.json'], '--report needs --dry-run'],
    ['a dry run with an interval', ['--dry-run', '--interval', '5s'], 'cannot be used with'],
  ] as const)('refuses %s', async ([, args, problem], { place }) => {
    const { code, stderr } = await place.run(['sync', ...args]);

    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  test('fails in one line without Unleash', async ({ place, env }) => {
    const UNLEASH_API_KEY = '*:*.wrong';

    expect(await place.run(['sync'], { env: { ...env, UNLEASH_API_KEY } })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        '\nforewarn: UNLEASH_API_KEY: Unleash does not accept the key (401); set an access token of this Unleash\n',
      ),
    });
  });

  test('fails if it stored nothing, because the store has data of a later time', async ({
    place,
    env,
  }) => {
    await place.run(['sync'], { env });
    const asOf = new Date(Date.now() + 50_000).toISOString();
    await inStore(place, (store) => setTimeOf(store, asOf));

    expect(await place.run(['sync'], { env })).toMatchObject({
      code: 1,
      stderr:
        'forewarn: not all projects were copied: the store has data of a later time; sync again, and if it persists, correct the clocks of this machine, of Unleash and of the nodes\n',
    });
  });

  test('fails with the rest copied if one project can not be read', async ({
    place,
    env,
    unleash,
  }) => {
    unleash.respond('/projects/shop/change-requests', { status: 403 });

    expect(await place.run(['sync'], { env })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('projects: 1 created'),
      stderr: expect.stringMatching(
        /\nforewarn: project "shop": UNLEASH_API_KEY: .* keeps growing\n$/,
      ),
    });
  });

  test.for([
    ['an address with a password', 'https://me:secret@a.example'],
    ['no address', ''],
  ])('refuses %s', async ([, UNLEASH_URL = ''], { place, env }) => {
    const { code, stderr } = await place.run(['sync'], { env: { ...env, UNLEASH_URL } });

    expect(code).toBe(2);
    expect(stderr).toMatch(/^forewarn: UNLEASH_URL: expected .*\n$/);
    expect(stderr).not.toContain('secret');
  });

  test('refuses an interval that is too short', async ({ place }) => {
    const { code, stderr } = await place.run(['sync', '--interval', '1s']);

    expect(code).toBe(2);
    expect(stderr).toContain('Expected a duration from 2s, such as 60s or 5m.');
  });

  test('repeats until a signal, also after a failure, and while a search has to wait', async ({
    place,
    env,
    unleash,
  }) => {
    unleash.respond('/projects', { status: 404 });
    const ended = place.run(['sync', '--interval', '2s'], { env });
    const asked = (path: string): number =>
      unleash.received.filter((each) => each.path === path).length;
    await expect.poll(() => asked('/projects')).toBeGreaterThan(0);
    const failed = asked('/projects');
    unleash.recover();
    unleash.respond('/search/features', { status: 429, headers: { 'Retry-After': '60' } });
    await expect.poll(() => asked('/projects')).toBeGreaterThan(failed + 1);
    process.emit('SIGTERM');

    expect(await ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('UNLEASH_URL: '),
    });
  });
});
