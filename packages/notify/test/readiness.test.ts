import { errAsync, okAsync } from 'neverthrow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import type { ReadinessLook, ReadinessSource, WaitingFeature } from '@forewarn/record';
import { world } from './alert-world.ts';

const SALE = { project: 'shop', name: 'sale', after: '2026-11-27T10:00:00.000Z' };
const READY = { ...SALE, asOf: '2026-11-27T10:02:00.000Z' };
const WAITING: WaitingFeature = { projectId: 'shop', name: 'sale', since: Date.parse(SALE.after) };
const down = { type: 'StoreUnavailable', cause: 'down' } as const;

/** A source that lets what passed wait, until it is ready. */
function source() {
  const looks: ReadinessLook[] = [];
  const own = { looks, isReady: false, isDown: false };
  const look: ReadinessSource['look'] = (given) => {
    looks.push(given);
    if (own.isDown) return errAsync(down);
    if (own.isReady) return okAsync({ waiting: [], ready: [READY] });
    return okAsync({ waiting: [WAITING], ready: [] });
  };
  return Object.assign(own, { look, readiness: [{ look }] });
}

/** A store in which a change request's time passes between two runs. */
async function passing() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const soon = inHours(1, 1, 'sale', 'updateEnabled');
  const alerts = await world(soon);
  await alerts.run();
  vi.setSystemTime(Date.parse(soon.schedule?.scheduledAt ?? '') + 2);
  return { ...alerts, soon };
}

test('tells once what becomes ready, to the webhooks, too', async () => {
  const { run, told, addWebhook, messages, soon } = await passing();
  await addWebhook('all');
  await addWebhook('others', { projects: ['bank'] });
  const given = source();
  const { readiness } = given;
  await run({ readiness });
  expect(given.looks).toMatchObject([
    { passed: [{ changeRequest: { id: soon.id } }], waiting: [] },
  ]);
  expect(await told()).toEqual([]);

  given.isReady = true;
  await run({ readiness });
  expect(given.looks[1]).toMatchObject({ passed: [], waiting: [WAITING] });
  await run({ readiness });
  expect(given.looks).toHaveLength(2);
  expect(await told()).toMatchObject([
    { type: 'cleanup-ready', project: 'shop', data: READY, preData: null },
  ]);
  expect(await messages('all')).toMatchObject([{ kind: 'event', event: { data: READY } }]);
  expect(await messages('others')).toEqual([]);
});

test('a failed look loses nothing', async () => {
  const { run, told } = await passing();
  const given = source();
  const { readiness } = given;
  given.isDown = true;
  await expect(run({ readiness })).rejects.toThrow('Called `_unsafeUnwrap` on an Err');
  given.isDown = false;
  given.isReady = true;
  await run({ readiness });

  expect(given.looks.map(({ passed }) => passed.length)).toEqual([1, 1]);
  expect((await told()).map(({ type }) => type)).toEqual(['cleanup-ready']);
});

test('looks at nothing while no time passes and nothing waits', async () => {
  const { run } = await world(inHours(1, 1, 'sale', 'updateEnabled'));
  const { readiness, looks } = source();
  await run({ readiness });
  await run({ readiness });

  expect(looks).toEqual([]);
});

test('what is withdrawn or replaced before its time passes at once', async () => {
  const later = inHours(1, 1, 'sale', 'updateEnabled');
  const { run, put, writer } = await world(later, inHours(1, 2, 'cart', 'updateEnabled'));
  const { readiness, looks } = source();
  await run({ readiness });
  await put(inHours(1, 2, 'other', 'updateEnabled'));
  await writer.remove({ projectId: 'shop', id: 1 }, 'ann');
  await run({ readiness });

  expect(looks).toMatchObject([
    {
      passed: [
        { changeRequest: { id: 2, features: [{ name: 'cart' }] } },
        { changeRequest: { id: 1 } },
      ],
    },
  ]);
  for (const { at } of looks[0]?.passed ?? [])
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
});

test('what is withdrawn as soon as it was applied passes, once', async () => {
  const { run, writer, soon } = await passing();
  const { readiness, looks } = source();
  await writer.remove({ projectId: 'shop', id: soon.id }, 'ann');
  await run({ readiness });
  await run({ readiness });

  const at = Date.now();
  expect(looks.flatMap(({ passed }) => passed)).toEqual([{ changeRequest: soon, at }]);
});

test('what passed passes again once it is withdrawn, as it may have been applied long after its time', async () => {
  const { run, writer, soon } = await passing();
  const { readiness, looks } = source();
  await run({ readiness });
  vi.setSystemTime(Date.now() + 60_000);
  await writer.remove({ projectId: 'shop', id: soon.id }, 'ann');
  await run({ readiness });

  const times = [Date.parse(soon.schedule?.scheduledAt ?? ''), Date.now()];
  const passed = times.map((at) => ({ changeRequest: soon, at }));
  expect(looks.flatMap((look) => look.passed)).toEqual(passed);
});

test('tells once what passed, also if the clock of another node is behind by seconds', async () => {
  const { run, put, told } = await passing();
  const given = source();
  given.isReady = true;
  const now = Date.now();
  await run(given);
  vi.setSystemTime(now - 5_000);
  await put(inHours(9, 2, 'cart', 'updateEnabled'));
  await run();
  vi.setSystemTime(now + 5_000);
  await run(given);

  expect(given.looks).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

test('is behind while events are still to be read', async () => {
  const { run, put, events } = await passing();
  const { readiness, looks } = source();
  await put(
    ...Array.from({ length: 201 }, (_, id) => inHours(9, id + 2, `f${id}`, 'updateEnabled')),
  );
  const slow: typeof events = {
    ...events,
    list: (...args) => {
      vi.setSystemTime(Date.now() + 300);
      return events.list(...args);
    },
  };
  await run({ readiness, events: slow });

  expect(looks.map(({ isBehind }) => isBehind)).toEqual([true, false]);
});

test('tells nothing as ready if something is withdrawn meanwhile', async () => {
  const { run, put, writer, types } = await passing();
  await put(inHours(9, 2, 'sale', 'updateEnabled'));
  const given = source();
  const look: ReadinessSource['look'] = async (asked) => {
    if (given.looks.length === 0) await writer.remove({ projectId: 'shop', id: 2 }, 'ann');
    given.isReady = asked.isBehind !== true;
    return given.look(asked);
  };
  const readiness = [{ look }];
  await run({ readiness });
  expect(await types()).toEqual([]);

  await run({ readiness });
  expect(given.looks.at(-1)?.passed).toMatchObject([{ changeRequest: { id: 2 } }]);
  expect(await types()).toEqual(['cleanup-ready']);
});

test('looks once an hour for what grew quiet', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run } = await world();
  const { readiness, looks } = source();
  const began = Date.now();
  for (const minutes of [0, 30, 61, 90, 121, 125]) {
    vi.setSystemTime(began + 60_000 * minutes);
    await run({ readiness });
  }

  // Those between them are about what waits.
  const since = looks.flatMap(({ quietSince }) => quietSince ?? []);
  expect(since.map((time) => (time - began) / 60_000)).toEqual([0, 61]);
});
