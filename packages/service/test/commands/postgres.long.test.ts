import { migratePostgres } from '@forewarn/store-postgres';
import { describe, expect, test } from 'vitest';
import {
  changeRequest,
  CHANGE_REQUESTS,
  PROJECTS,
  STRATEGIES,
} from '../../../unleash/test/unleash-responses.ts';
import { makeDatabase, makePlace } from './place.ts';
import { namesIn, postgresStateOf } from './place-store.ts';

describe.concurrent('the commands on Postgres', () => {
  test('migrate creates the schema once, and import, export and keys work on it', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const postgresUrl = await makeDatabase(onTestFinished);
    const env = { DATABASE_URL: postgresUrl };
    const done = { code: 0, stderr: '' };
    expect(await place.start(['migrate'], { env })).toMatchObject({
      ...done,
      stdout: expect.stringMatching(/^(?:\S+\n)+Done\.\n$/),
    });

    const changeRequests = [...CHANGE_REQUESTS, changeRequest({ id: 2 ** 53 - 1 })];
    const input = JSON.stringify({ ...PROJECTS, ...STRATEGIES, changeRequests });
    const [migrated, imported, created] = await Promise.all([
      place.start(['migrate'], { env }),
      place.start(['import', '-'], { env, input }),
      place.start(['keys', 'create', 'ci', '--admin', '--project', 'shop', '--force'], { env }),
    ]);
    expect(migrated).toStrictEqual({ ...done, stdout: 'Nothing to do.\n' });
    expect(imported).toMatchObject({
      ...done,
      stdout: expect.stringContaining('change requests: 3 created, 0 replaced, 0 unchanged'),
    });
    expect(created.code).toBe(0);

    const [exported, listed] = await Promise.all([
      place.start(['export'], { env }),
      place.start(['keys', 'list'], { env }),
    ]);
    expect(listed).toStrictEqual({ ...done, stdout: 'ci\tADMIN\tshop\n' });
    expect(namesIn(await postgresStateOf(postgresUrl))).toEqual([
      'office',
      'shop',
      'byCountry',
      'shop#12',
      'shop#13',
      `shop#${2 ** 53 - 1}`,
    ]);

    // An export can be imported into another store.
    expect((await place.start(['import', '-'], { input: exported.stdout })).code).toBe(0);
    expect(await place.start(['export'])).toStrictEqual(exported);
  });

  test('a refused import changes nothing', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const postgresUrl = await makeDatabase(onTestFinished);
    const env = { DATABASE_URL: postgresUrl };
    (await migratePostgres({ connectionString: postgresUrl }))._unsafeUnwrap();
    const before = await postgresStateOf(postgresUrl);
    const input = JSON.stringify([
      changeRequest({ id: 1 }),
      changeRequest({ id: -1, state: 'Applied' }),
    ]);

    expect(await place.start(['import', '-'], { env, input })).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: [
        '-: $[1].id: expected a whole number from 0 to 2^53 - 1\n',
        'forewarn: nothing was imported: correct the problems (1) and import again\n',
      ].join(''),
    });
    expect(await postgresStateOf(postgresUrl)).toStrictEqual(before);
  });
});
