import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-secret.ts';
import { makePlace, type Place } from './place.ts';
import { inStore } from './place-store.ts';

const keysIn = (place: Place) =>
  inStore(place, async ({ apiKeys }) => (await apiKeys.list())._unsafeUnwrap());

const addKey = (place: Place, name: string) =>
  inStore(place, ({ apiKeys }) =>
    apiKeys.create({ name, secretHash: hashSecret(name), permissions: ['CREATE_STRATEGY'] }),
  );

describe.concurrent('forewarn keys', () => {
  test('create prints the secret alone, and stores but its hash', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run(['keys', 'create', 'ops']);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^fw_[\w-]{43}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    expect(stderr).toMatch(/^Keep it now: .*\n$/);
    expect(await keysIn(place)).toStrictEqual([
      { name: 'ops', secretHash: hashSecret(stdout.trim()), permissions: ['ADMIN'] },
    ]);
  });

  test('create makes no key whose secret nobody could read', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const lost = await place.run(['keys', 'create', 'ops'], { isOutputClosed: true });

    expect(lost).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: nobody could read the secret of the new key: it was withdrawn\n',
    });
    expect(await keysIn(place)).toStrictEqual([]);
    expect((await place.run(['keys', 'create', 'ops'])).code).toBe(0);
  });

  test('list and revoke know what create made, but no secret', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
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

  test('a name that is taken can not be created, and one that is not can not be revoked', async ({
    onTestFinished,
  }) => {
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
      stderr: 'forewarn: there is a key "ci" already: revoke it first\n',
    });
    expect(revoked).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'forewarn: there is no key "CI": "forewarn keys list" shows those that there are\n',
    });
    expect(await keysIn(place)).toStrictEqual(before);
  });

  test.for([
    [['create', 'ci', '--permission', 'EVERYTHING'], /EVERYTHING.*expected one of ADMIN, /i],
    [['create', ''], /expected 1 to 255 characters, no control character/i],
    [['create', 'a\tb'], /expected 1 to 255 characters, no control character/i],
    [['create', 'ci', '--project', 'x'.repeat(256)], /expected 1 to 255 characters/i],
  ] as const)('%j is a misuse, and no store is made', async ([args, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run(['keys', ...args]);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr.match(/\n/g)).toHaveLength(2);
  });
});
