import { NO_TALLY, type StateTransfer } from '@forewarn/record';
import { expect, test } from 'vitest';
import { fakeChangeRequest } from './fake-unleash.ts';
import { follow } from './follow.ts';

const HOUR_MS = 3_600_000;

test('changes nothing in a project of which another sync has stored newer data', async () => {
  const { unleash, sync, coverageOf, idsOf, lines } = await follow({
    changeRequests: [fakeChangeRequest(1)],
  });
  await sync({ now: () => HOUR_MS });
  unleash.state.changeRequests = [fakeChangeRequest(2)];

  const result = (await sync({ now: () => 0 }))._unsafeUnwrap();

  expect(result).toMatchObject({
    isCurrent: true,
    counts: { changeRequests: NO_TALLY },
  });
  expect(lines).toEqual([expect.stringMatching(/^the clock of Unleash/)]);
  expect(await idsOf('shop')).toEqual([1]);
  expect(await coverageOf('shop')).toMatchObject({ asOf: '1970-01-01T01:00:00.000Z' });
});

test('keeps newer data of another sync from a list that can only be read in part', async () => {
  const { unleash, sync, store } = await follow({
    changeRequests: [fakeChangeRequest(1, { title: 'newer' })],
  });
  await sync({ now: () => HOUR_MS });
  unleash.state.changeRequests = [
    fakeChangeRequest(1, { title: 'older' }),
    fakeChangeRequest(2, { features: 'unreadable' }),
  ];

  await sync({ now: () => 0 });

  const found = (await store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap();
  expect(found).toMatchObject({ title: 'newer' });
});

test('keeps what another sync stores after a list was read in part', async () => {
  const { unleash, sync, store } = await follow({
    changeRequests: [
      fakeChangeRequest(1, { title: 'older' }),
      fakeChangeRequest(2, { features: 'unreadable' }),
    ],
  });
  let imports = 0;
  const overtaken: StateTransfer['import'] = (entries, options) => {
    async function* untilOvertaken() {
      yield* entries;
      imports += 1;
      if (imports !== 2) return;
      unleash.state.changeRequests = [fakeChangeRequest(1, { title: 'newer' })];
      await sync();
    }
    return store.transfer.import(untilOvertaken(), options);
  };

  const transfer = { ...store.transfer, import: overtaken };
  const result = await sync({ now: () => 0, store: { ...store, transfer } });

  expect(result._unsafeUnwrap().isSuperseded).toBe(true);
  const found = (await store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap();
  expect(found).toMatchObject({ title: 'newer' });
});
