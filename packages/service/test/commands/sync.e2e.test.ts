import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ok } from 'neverthrow';
import { describe, expect, test, type TestContext } from 'vitest';
import {
  fakeChangeRequest,
  fakeStrategy,
  startFakeUnleash,
} from '../../../unleash/test/fake-unleash.ts';
import { makePlace } from './place.ts';
import { inStore, namesIn, stateOf } from './place-store.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));

/** A folder to run the command in, and an Unleash with its settings. */
async function setUp(onTestFinished: TestContext['onTestFinished']) {
  const place = await makePlace(onTestFinished);
  const unleash = await startFakeUnleash({
    strategies: [fakeStrategy('holidaySale')],
    changeRequests: [fakeChangeRequest(7)],
  });
  onTestFinished(() => unleash.close());
  const env = { UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key };
  return { place, unleash, env };
}

const COPIED = `projects: 1 created, 0 replaced, 0 unchanged, 0 deleted
strategies: 1 created, 0 replaced, 0 unchanged, 0 deleted
change requests: 1 created, 0 replaced, 0 unchanged, 0 withdrawn
`;

describe.concurrent('forewarn sync', () => {
  test('copies the state of Unleash once', async ({ onTestFinished }) => {
    const { place, env } = await setUp(onTestFinished);

    expect(await place.run(['sync'], { env })).toEqual({ code: 0, stdout: COPIED, stderr: '' });
    expect(namesIn(await stateOf(place))).toEqual(['shop', 'holidaySale', 'shop#7']);
  });

  test('refuses another Unleash, until it is told to replace the first', async ({
    onTestFinished,
  }) => {
    const { place, env } = await setUp(onTestFinished);
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
    expect(await place.run(['sync'], { env: wrong })).toMatchObject({ code: 0 });
    expect(await place.run(['sync'], { env })).toMatchObject({ code: 1 });
  });

  test('accepts the address with /api at its end', async ({ onTestFinished }) => {
    const { place, env } = await setUp(onTestFinished);
    const UNLEASH_URL = `${env.UNLEASH_URL}/api/`;

    expect(await place.run(['sync'], { env: { ...env, UNLEASH_URL } })).toMatchObject({ code: 0 });
  });

  test('fails in one line without Unleash', async ({ onTestFinished }) => {
    const { place, env } = await setUp(onTestFinished);
    const UNLEASH_API_KEY = '*:*.wrong';

    expect(await place.run(['sync'], { env: { ...env, UNLEASH_API_KEY } })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'forewarn: UNLEASH_API_KEY: Unleash does not accept the key (401); set an admin key of this Unleash\n',
    });
  });

  test('fails if it stored nothing, because the store has data of a later time', async ({
    onTestFinished,
  }) => {
    const { place, env } = await setUp(onTestFinished);
    await place.run(['sync'], { env });
    const asOf = new Date(Date.now() + 50_000).toISOString();
    await inStore(place, ({ transfer }) =>
      transfer.import(
        (async function* () {
          const coverage = { kind: 'as-of', asOf, source: 'sync' } as const;
          yield ok({ kind: 'project' as const, project: { id: 'shop', name: 'Shop' }, coverage });
        })(),
      ),
    );

    const { code, stderr } = await place.run(['sync'], { env });

    expect(code).toBe(1);
    expect(stderr).toBe(
      'forewarn: not all projects were copied: the store has data of a later time; sync again, and if it persists, correct the clocks of this machine, of Unleash and of the nodes\n',
    );
  });

  test('fails with the rest copied if one project can not be read', async ({ onTestFinished }) => {
    const { place, env, unleash } = await setUp(onTestFinished);
    unleash.respond('/projects/shop/change-requests', { status: 403 });

    const { code, stdout, stderr } = await place.run(['sync'], { env });

    expect(code).toBe(1);
    expect(stdout).toContain('projects: 1 created');
    expect(stderr).toMatch(/^forewarn: project "shop": UNLEASH_API_KEY: .* keeps growing\n$/);
  });

  test.for([
    [{ UNLEASH_URL: 'https://me:secret@unleash.example.com' }, 'UNLEASH_URL'],
    [{ UNLEASH_API_KEY: 'two words' }, 'UNLEASH_API_KEY'],
  ] as const)('refuses the settings %j', async ([wrong, variable], { onTestFinished }) => {
    const { place, env } = await setUp(onTestFinished);

    const { code, stderr } = await place.run(['sync'], { env: { ...env, ...wrong } });

    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^forewarn: ${variable}: expected .*\n$`));
    expect(stderr).not.toContain('secret');
  });

  test('refuses an interval that is too short', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    const { code, stderr } = await place.run(['sync', '--interval', '1s']);

    expect(code).toBe(2);
    expect(stderr).toContain('Expected a duration from 2s, such as 60s or 5m.');
  });

  test('repeats until a signal, also after a failure', async ({ onTestFinished }) => {
    const { place, env, unleash } = await setUp(onTestFinished);
    unleash.respond('/projects', { status: 404 });
    const PATH = process.env['PATH'] ?? '';
    const child = spawn(process.execPath, [COMMAND, 'sync', '--interval', '2s'], {
      cwd: place.folder,
      env: { PATH, ...env },
    });
    const ended = once(child, 'close');
    await once(child.stderr, 'data');
    unleash.recover();
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('change requests: 0 created, 0 replaced, 1 unchanged')) break;
      unleash.state.changeRequests = [fakeChangeRequest(7)];
    }
    child.kill('SIGTERM');

    expect(await ended).toEqual([0, null]);
  });
});
