import { describe, expect } from 'vitest';
import {
  changeRequest,
  CHANGE_REQUESTS,
  PROJECTS,
  STRATEGIES,
} from '../../../wire/test/unleash-responses.ts';
import { test } from './place.ts';
import { namesIn, postgresStateOf } from './place-store.ts';

describe('the commands on Postgres', () => {
  test('migrate creates the schema once, and import, export and keys work on it', async ({
    place,
    database,
  }) => {
    const env = { DATABASE_URL: database };
    const done = { code: 0, stderr: '' };
    expect(await place.run(['migrate'], { env })).toMatchObject({
      ...done,
      stdout: expect.stringMatching(/^(?:\S+\n)+Done\.\n$/),
    });

    const changeRequests = [...CHANGE_REQUESTS, changeRequest({ id: 2 ** 53 - 1 })];
    const input = JSON.stringify({ ...PROJECTS, ...STRATEGIES, changeRequests });
    const [migrated, imported, created] = await Promise.all([
      place.run(['migrate'], { env }),
      place.run(['import', '-'], { env, input }),
      place.run(['keys', 'create', 'ci', '--admin', '--project', 'shop', '--force'], { env }),
    ]);
    expect(migrated).toStrictEqual({ ...done, stdout: 'Nothing to do.\n' });
    expect(imported).toMatchObject({
      ...done,
      stdout: expect.stringContaining('change requests: 3 created, 0 replaced, 0 unchanged'),
    });
    expect(created.code).toBe(0);

    const [exported, listed] = await Promise.all([
      place.run(['export'], { env }),
      place.run(['keys', 'list'], { env }),
    ]);
    expect(listed).toStrictEqual({ ...done, stdout: 'ci\tADMIN\tshop\n' });
    expect(namesIn(await postgresStateOf(database))).toEqual([
      'office',
      'shop',
      'byCountry',
      'shop#12',
      'shop#13',
      `shop#${2 ** 53 - 1}`,
    ]);

    // An export can be imported into another store.
    expect((await place.run(['import', '-'], { input: exported.stdout })).code).toBe(0);
    expect(await place.run(['export'])).toStrictEqual(exported);
  });
});
