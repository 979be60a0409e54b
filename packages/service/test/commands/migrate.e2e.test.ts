import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION } from '@forewarn/core';
import { expect, test } from 'vitest';
import { makePlace } from './place.ts';
import { schedule } from './place-store.ts';

test('migrate prints the progress of a rebuild', async ({ onTestFinished }) => {
  const place = await makePlace(onTestFinished);
  await schedule(place, [1, 2, 3]);
  const file = new DatabaseSync(join(place.folder, 'forewarn.db'));
  file.exec('update projection set rule_version = 0');
  file.close();

  expect(await place.run(['migrate'])).toStrictEqual({
    code: 0,
    stdout: `projection-${RULE_VERSION}\nDone.\n`,
    stderr: 'projection: 3 of 3 change requests\n',
  });
});
