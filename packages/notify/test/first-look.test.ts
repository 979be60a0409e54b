import { ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { VICTIM, world } from './alert-world.ts';

test('the first comparison begins once no marks are left that it could not have', async () => {
  const { run, transfer, alerts } = await world();
  const scheduledAt = VICTIM.schedule?.scheduledAt ?? '';
  for (let id = 1; id <= 9; id += 1) {
    const changeRequest = {
      ...VICTIM,
      id,
      schedule: { status: 'suspended', scheduledAt },
    } as const;
    await transfer.import(
      (async function* () {
        yield ok({ kind: 'scheduled', changeRequest } as const);
      })(),
    );
  }
  const commits: (readonly [hasProgress: boolean, marks: number | undefined])[] = [];
  const commit: typeof alerts.commit = (content, ...rest) => {
    commits.push([content.progress !== undefined, content.marks?.length]);
    return alerts.commit(content, ...rest);
  };
  await run({ alerts: { ...alerts, commit } });

  expect(commits).toEqual([
    [false, 4],
    [false, 4],
    [true, 1],
  ]);
});
