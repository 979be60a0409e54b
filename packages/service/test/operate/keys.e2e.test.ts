import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { type Place, test } from '../commands/place.ts';
import { inStore } from '../commands/place-store.ts';

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

const create = (place: Place, typed: string) => place.run(['keys', 'create', ...typed.split(' ')]);

describe('forewarn keys', () => {
  test.for([['export'], ['keys', 'list'], ['keys', 'revoke', 'ci']])(
    '%s %s refuses a file that does not exist',
    async (args, { place }) => {
      expect(await place.run(args)).toStrictEqual({
        code: 2,
        stdout: '',
        stderr: `forewarn: DATABASE_URL: expected the store of the service: there is no file ${join(place.folder, 'forewarn.db')}\n`,
      });
      expect(await readdir(place.folder)).toEqual([]);
    },
  );

  test('create tells that it made the store', async ({ place }) => {
    const told = `forewarn: made the store ${join(place.folder, 'forewarn.db')}: if the service has another one`;
    expect((await create(place, 'ops --admin')).stderr).toContain(told);
    expect((await create(place, 'ci --admin')).stderr).not.toContain('made');
  });

  test('create prints only the secret, and stores only its hash', async ({ place }) => {
    await addProjects(place);
    const { code, stdout, stderr } = await create(place, 'ops --admin');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^fw_[\w-]{43}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    expect(stderr).toMatch(/^Keep it now: .*\n$/);
    expect(await keysIn(place)).toStrictEqual([
      { name: 'ops', secretHash: hashSecret(stdout.trim()), permissions: ['ADMIN'] },
    ]);
  });

  test('create leaves no key if the secret can not be written', async ({ place }) => {
    await addProjects(place);
    const lost = await place.start(['keys', 'create', 'ops', '--admin'], { isOutputClosed: true });

    expect(lost).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: the secret could not be written, so the new key was revoked: try again\n',
    });
    expect(await keysIn(place)).toStrictEqual([]);
    expect((await create(place, 'ops --admin')).code).toBe(0);
  });

  const NO_PERMISSION = /^error: say what the key may do: --permission .*--admin/;
  const CALENDAR = 'team --permission READ_CALENDAR';
  const ALONE = /^error: READ_CALENDAR must be the only permission of a key/;
  test.for([
    ['ci', NO_PERMISSION],
    ['ci --project shop', NO_PERMISSION],
    [`${CALENDAR} --permission SYNC`, ALONE],
    [`${CALENDAR} --admin`, ALONE],
    ['ci --permission ADMIN', /Use --admin for ADMIN/],
    ['import --admin', /^error: "import" is the name of imports in events: choose another name\n/],
  ] as const)('create refuses "%s", and creates no key', async ([typed, says], { place }) => {
    const { code, stdout, stderr } = await create(place, typed);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(await keysIn(place)).toStrictEqual([]);
  });

  test.for([
    [CALENDAR, { permissions: ['READ_CALENDAR'] }],
    [
      'ops --admin --project shop --permission DELETE_STRATEGY',
      { permissions: ['ADMIN', 'DELETE_STRATEGY'], projects: ['shop'] },
    ],
  ] as const)('create makes the key "%s"', async ([typed, key], { place }) => {
    await addProjects(place, 'shop');

    expect((await create(place, typed)).code).toBe(0);
    expect(await keysIn(place)).toMatchObject([key]);
  });

  test('create refuses an unknown project without --force', async ({ place }) => {
    await addProjects(place, 'shop');
    const typed = 'ci --admin --project shop --project Shop';

    expect(await create(place, typed)).toStrictEqual({
      code: 1,
      stdout: '',
      stderr:
        'forewarn: there is no project "Shop": correct --project, or add --force if the project comes later\n',
    });
    expect(await keysIn(place)).toStrictEqual([]);
    expect((await create(place, `${typed} --force`)).code).toBe(0);
    expect(await keysIn(place)).toMatchObject([{ name: 'ci', projects: ['shop', 'Shop'] }]);
  });

  test('create refuses an unknown project with an odd name, also with --force', async ({
    place,
  }) => {
    await addProjects(place);
    const args = [...'keys create ci --admin --force --project'.split(' '), 'shop '];
    expect(await place.run(args)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: there is no project "shop ": correct --project\n',
    });
  });

  test('list and revoke show the key without its secret', async ({ place }) => {
    await addProjects(place, 'shop', 'Büro 2');
    const twice = '--permission DELETE_STRATEGY --permission PROJECT_CHANGE_REQUEST_READ';
    const more = `${twice} --permission DELETE_STRATEGY --project shop --project`.split(' ');
    const { stdout } = await place.run(['keys', 'create', 'ci', ...more, 'Büro 2']);
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

  test.for([
    ['create ci --admin', 'the key "ci" already exists: revoke it first, or choose another name'],
    ['revoke CI', 'there is no key "CI": "forewarn keys list" shows the existing ones'],
  ] as const)('%s is refused beside a key "ci"', async ([typed, says], { place }) => {
    await addKey(place, 'ci');
    const before = await keysIn(place);

    expect(await place.run(['keys', ...typed.split(' ')])).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: `forewarn: ${says}\n`,
    });
    expect(await keysIn(place)).toStrictEqual(before);
  });
});
