import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION } from '@forewarn/core';
import { expect } from 'vitest';
import { test } from './place.ts';
import { schedule } from './place-store.ts';

test('migrate prints the progress of a rebuild', async ({ place }) => {
  await schedule(place, [1, 2, 3]);
  const file = new DatabaseSync(join(place.folder, 'forewarn.db'));
  file.exec('update change_requests set rule_version = 0');
  file.close();

  expect(await place.run(['migrate'])).toStrictEqual({
    code: 0,
    stdout: `projection-${RULE_VERSION}\nDone.\n`,
    stderr: expect.stringMatching(/^projection: 3 of 3 change requests in \d+ s\n$/),
  });
});

test('migrate --distribute refuses a Postgres without Citus and any other store', async ({
  place,
  database,
}) => {
  const env = { DATABASE_URL: database };
  expect(await place.run(['migrate', '--distribute'], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^forewarn: migrate --distribute: .*create extension citus.*\n$/),
  });
  // It is migrated all the same.
  expect((await place.run(['migrate'], { env })).stdout).toBe('Nothing to do.\n');

  expect(await place.run(['migrate', '--distribute'])).toStrictEqual({
    code: 2,
    stdout: '',
    stderr:
      'forewarn: DATABASE_URL: expected postgres://… of a Citus coordinator for --distribute\n',
  });
});
