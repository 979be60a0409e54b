import { ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { CAUSE, VICTIM, world } from './alert-world.ts';

test('a webhook that is added before the first comparison gets one summary of what holds', async () => {
  const { run, put, addWebhook, messages, transfer, types } = await world();
  const scheduledAt = VICTIM.schedule?.scheduledAt ?? '';
  const suspended = { ...VICTIM, id: 3, schedule: { status: 'suspended', scheduledAt } } as const;
  await transfer.import(
    (async function* () {
      for (const changeRequest of [CAUSE, VICTIM, suspended]) {
        yield ok({ kind: 'scheduled', changeRequest } as const);
      }
    })(),
  );
  await addWebhook('early');
  await run();

  const summary = { kind: 'summary', reason: 'new-webhook', counts: { 'forecast-predicted': 1 } };
  expect(await messages('early')).toMatchObject([summary]);
  expect(await types()).toEqual(['forecast-predicted']);

  await put(inHours(1.5, 4, 'sale', 'archiveFeature'));
  await run();
  expect(await messages('early')).toMatchObject([
    { kind: 'event', event: { type: 'forecast-changed' } },
    summary,
  ]);
});

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
