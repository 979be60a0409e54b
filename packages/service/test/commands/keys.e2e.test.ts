import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { makePlace, type Place } from './place.ts';
import { inStore } from './place-store.ts';

const keysIn = (place: Place) =>
  inStore(place, async ({ apiKeys }) => (await apiKeys.list())._unsafeUnwrap());

const addProjects = (place: Place, ...ids: readonly string[]) =>
  inStore(place, async ({ projects }) => {
    for (const id of ids) (await projects.register({ id, name: id }, 'alice'))._unsafeUnwrap();
  });

const addKey = (place: Place, name: string) =>
  inStore(place, ({ apiKeys }) =>
    apiKeys.create({ name, secretHash: hashSecret(name), permissions: ['CREATE_STRATEGY'] }),
  );

describe.concurrent('forewarn keys', () => {
  test('create prints only the secret, and stores only its hash', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run(['keys', 'create', 'ops', '--admin']);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^fw_[\w-]{43}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    expect(stderr).toMatch(/^Keep it now: .*\n$/);
    expect(await keysIn(place)).toStrictEqual([
      { name: 'ops', secretHash: hashSecret(stdout.trim()), permissions: ['ADMIN'] },
    ]);
  });

  test('create leaves no key if the secret can not be written', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const lost = await place.start(['keys', 'create', 'ops', '--admin'], { isOutputClosed: true });

    expect(lost).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: the secret could not be written, so the new key was revoked: try again\n',
    });
    expect(await keysIn(place)).toStrictEqual([]);
    expect((await place.run(['keys', 'create', 'ops', '--admin'])).code).toBe(0);
  });

  test('create without a permission creates no key and names the options', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    for (const scope of [[], ['--project', 'shop']]) {
      expect(await place.run(['keys', 'create', 'ci', ...scope])).toStrictEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: say what the key may do: --permission .*--admin/),
      });
    }
    expect(await keysIn(place)).toStrictEqual([]);
  });

  test('create makes a key for calendars only without any other permission', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const create = ['keys', 'create', 'team', '--permission', 'READ_CALENDAR'];
    for (const more of [['--permission', 'SYNC'], ['--admin']]) {
      expect(await place.run([...create, ...more])).toStrictEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: READ_CALENDAR must be the only permission of a key/),
      });
    }
    expect((await place.run(create)).code).toBe(0);
    expect(await keysIn(place)).toMatchObject([{ permissions: ['READ_CALENDAR'] }]);
  });

  test('create gives ADMIN only with --admin', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await addProjects(place, 'shop');
    const refused = await place.run(['keys', 'create', 'ci', '--permission', 'ADMIN']);

    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('Use --admin for ADMIN');
    const more = ['--project', 'shop', '--permission', 'DELETE_STRATEGY'];
    expect((await place.run(['keys', 'create', 'ops', '--admin', ...more])).code).toBe(0);
    expect(await keysIn(place)).toMatchObject([
      { name: 'ops', permissions: ['ADMIN', 'DELETE_STRATEGY'], projects: ['shop'] },
    ]);
  });

  test('create refuses an unknown project without --force', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await addProjects(place, 'shop');
    const args = ['keys', 'create', 'ci', '--admin', '--project', 'shop', '--project', 'Shop'];

    expect(await place.run(args)).toStrictEqual({
      code: 1,
      stdout: '',
      stderr:
        'forewarn: there is no project "Shop": correct --project, or add --force if the project comes later\n',
    });
    expect(await keysIn(place)).toStrictEqual([]);
    expect((await place.run([...args, '--force'])).code).toBe(0);
    expect(await keysIn(place)).toMatchObject([{ name: 'ci', projects: ['shop', 'Shop'] }]);
  });

  test('list and revoke show the key without its secret', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await addProjects(place, 'shop', 'Büro 2');
    const options = [
      '--permission',
      'DELETE_STRATEGY',
      '--permission',
      'PROJECT_CHANGE_REQUEST_READ',
    ];
    const again = ['--permission', 'DELETE_STRATEGY', '--project', 'shop', '--project', 'Büro 2'];
    const { stdout } = await place.run(['keys', 'create', 'ci', ...options, ...again]);
    await addKey(place, 'a b');

    const listed = await place.run(['keys', 'list']);
    expect(listed).toStrictEqual({
      code: 0,
      stdout: [
        'a b\tCREATE_STRATEGY\tall projects\n',
        'ci\tDELETE_STRATEGY,PROJECT_CHANGE_REQUEST_READ\tshop,Büro 2\n',
      ].join(''),
      stderr: '',
    });
    expect(listed.stdout).not.toContain(stdout.trim());

    expect(await place.run(['keys', 'revoke', 'ci'])).toStrictEqual({
      code: 0,
      stdout: 'Revoked the key "ci".\n',
      stderr: '',
    });
    expect((await keysIn(place)).map(({ name }) => name)).toEqual(['a b']);
  });

  test('create refuses an existing name, and revoke an unknown one', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await addKey(place, 'ci');
    const before = await keysIn(place);

    const [created, revoked] = await Promise.all([
      place.run(['keys', 'create', 'ci', '--permission', 'DELETE_STRATEGY']),
      place.run(['keys', 'revoke', 'CI']),
    ]);

    expect(created).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: the key "ci" already exists: revoke it first, or choose another name\n',
    });
    expect(revoked).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: there is no key "CI": "forewarn keys list" shows the existing ones\n',
    });
    expect(await keysIn(place)).toStrictEqual(before);
  });

  test.for([
    [
      ['create', 'ci', '--permission', 'EVERYTHING'],
      /EVERYTHING.*expected one of CREATE_STRATEGY, /i,
    ],
    [['create', 'a\tb'], /expected 1 to 255 characters, no control character/i],
    [['create', 'ci', '--project', 'x'.repeat(256)], /expected 1 to 255 characters/i],
  ] as const)('%j exits with 2 and creates no store', async ([args, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run(['keys', ...args]);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr.match(/\n/g)).toHaveLength(2);
  });
});
