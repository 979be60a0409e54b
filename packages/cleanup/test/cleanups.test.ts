import type { ScheduledChangeRequest } from '@forewarn/core';
import { err } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import {
  type CleanupCommand,
  type CleanupPage,
  makeGetCleanup,
  makeGetProjectCleanup,
} from '../src/cleanups.ts';
import { DAY_MS } from './candidates.ts';
import { cleanupWorld, staleFeature } from './cleanup-world.ts';

const quietMs = 7 * DAY_MS;
const WEEK = { quietMs, limit: 50 } as const;

const IN_SHOP = [
  staleFeature('sale'),
  staleFeature('parent', { isStale: false, stage: 'completed', children: ['child'] }),
  staleFeature('child'),
  staleFeature('busy', { isStale: false, stage: 'live' }),
  staleFeature('banner'),
];

const USES = { shop: IN_SHOP, bank: [staleFeature('vault')] };

const world = (
  scheduled: readonly ScheduledChangeRequest[] = [],
  uses: Parameters<typeof cleanupWorld>[1] = USES,
  asOf = new Date().toISOString(),
) => cleanupWorld(scheduled, uses, { asOf });

type Ports = Awaited<ReturnType<typeof world>>;

const verdicts = ({ candidates }: CleanupPage) =>
  candidates.map(({ target, project, verdict, wave, reasons }) =>
    [project, target.name, verdict, wave, ...reasons]
      .filter((each) => each !== undefined)
      .join(' '),
  );

const inShop = async (ports: Ports, command: Partial<CleanupCommand> = {}) => {
  const get = makeGetProjectCleanup(ports);
  return (
    await get({ credentials: 'shop', projectId: 'shop', ...WEEK, ...command })
  )._unsafeUnwrap();
};

const SALE = 'shop sale now 1';
const CHILD = 'shop child now 1';
const PARENT = 'shop parent now 2';
const BANNER = 'shop banner now 1';

describe('the clean-up of a project', () => {
  test('has what is stale or completed, in order, and children before their parents', async () => {
    const page = await inShop(await world());

    expect(verdicts(page)).toEqual([BANNER, CHILD, PARENT, SALE]);
    expect(page).toMatchObject({ coverage: 'as-of' });
    expect(page.next).toBeUndefined();
    expect(new Set(page.candidates.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  test('says what is scheduled, and how that will go', async () => {
    const scheduled = [
      inHours(1, 1, 'sale', 'updateEnabled'),
      inHours(2, 2, 'banner', 'archiveFeature'),
      inHours(3, 3, 'banner', 'updateEnabled'),
    ];
    const { candidates } = await inShop(await world(scheduled));

    expect(candidates).toMatchObject([
      { verdict: 'blocked', reasons: ['not-as-planned'] },
      {},
      {},
      { verdict: 'after', after: scheduled[0]?.schedule?.scheduledAt },
    ]);
  });

  test('lets a child wait for what archives its parent', async () => {
    const uses = { shop: [staleFeature('child', { parents: ['parent'] })] };
    const page = await inShop(await world([inHours(1, 1, 'parent', 'archiveFeature')], uses));
    const evidence = [{ rule: 'frees-parent', forecast: 'as-planned' }];

    expect(page.candidates).toMatchObject([{ verdict: 'after', evidence }]);
  });

  test('of features by name has them whatever their state, and without others', async () => {
    const page = await inShop(await world(), { features: ['parent', 'busy', 'none', 'busy'] });

    expect(verdicts(page)).toEqual([
      'shop none unknown not-found',
      'shop busy now 1',
      'shop parent blocked has-children',
    ]);
  });

  test('of a feature is unknown while the use of its project is', async () => {
    const page = await inShop(await world([], {}), { features: ['none'] });

    expect(verdicts(page)).toEqual(['shop none unknown use-unread']);
  });

  test('takes data about use that is too old for none', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const ports = await world([], undefined, hourAgo);

    expect(verdicts(await inShop({ ...ports, maxDataAgeMs: 3_000_000 } as Ports))).toContain(
      'shop sale unknown use-unread',
    );
    expect(verdicts(await inShop({ ...ports, maxDataAgeMs: 3_900_000 } as Ports))).toContain(SALE);
    expect((await inShop(ports)).asOf).toBe(hourAgo);
    const old = { ...ports, maxDataAgeMs: 3_000_000 } as Ports;
    // Others may be stale by now.
    expect(await inShop(old)).toMatchObject({ coverage: 'none', asOf: hourAgo });
    expect(await inShop(ports)).toMatchObject({ coverage: 'as-of' });
    expect(verdicts(await inShop(old, { features: ['none'] }))).toEqual([
      'shop none unknown use-unread',
    ]);
  });

  test('counts the quiet time up to when use was read', async () => {
    const [asOf, lastSeenAt] = [9, 14].map((days) =>
      new Date(Date.now() - days * DAY_MS).toISOString(),
    );
    const ports = await world(
      [],
      { shop: [staleFeature('sale', { lastSeenAt: lastSeenAt ?? '' })] },
      asOf,
    );

    expect(verdicts(await inShop(ports))).toEqual(['shop sale blocked seen-recently']);
    expect(verdicts(await inShop(ports, { quietMs: 4 * DAY_MS }))).toEqual([SALE]);
    const lastSeen = new Date().toISOString();
    const uses = { shop: [staleFeature('sale', { lastSeenAt: lastSeen })] };
    expect(verdicts(await inShop(await world([], uses, asOf), { quietMs: 0 }))).toEqual([SALE]);
  });

  test('does not call as planned what changes while it is read', async () => {
    const one = inHours(1, 1, 'sale', 'updateEnabled');
    const ports = await world([one]);
    const forecasts: Ports['forecasts'] = {
      forecast: async (query, options) => {
        const found = await ports.forecasts.forecast(query, options);
        await ports.writer.put({ ...one, title: 'Changed meanwhile' }, 'ann');
        return found;
      },
    };
    const page = await inShop({ ...ports, forecasts });

    expect(verdicts(page)).toContain('shop sale unknown forecast-unknown');
  });

  test('does not call as planned what has more causes than are read', async () => {
    const ports = await world([inHours(1, 1, 'sale', 'updateEnabled')]);
    const forecast: Ports['forecasts']['forecast'] = async (query, options) =>
      (await ports.forecasts.forecast(query, options)).map((found) => ({ ...found, isCut: true }));

    expect(verdicts(await inShop({ ...ports, forecasts: { forecast } }))).toContain(
      'shop sale unknown forecast-unknown',
    );
  });

  test('does not call as planned what is read as a cause only', async () => {
    const segments = [{ action: 'updateSegment', payload: { id: 7, constraints: [] } }];
    const changes = [{ action: 'deleteDependency', payload: { feature: 'parent' } }];
    const ports = await world([
      inHours(1, 1, 'parent', 'archiveFeature'),
      inHours(2, 2, '', '', { features: [], segments }),
      inHours(3, 3, '', '', { features: [{ name: 'sale', changes }], segments }),
    ]);
    // The first page has the first one only, and the last as its cause.
    const forecast: Ports['forecasts']['forecast'] = (query, options) =>
      ports.forecasts.forecast({ ...query, limit: 1 }, options);

    expect(verdicts(await inShop(ports))).toContain('shop sale blocked not-as-planned');
    expect(verdicts(await inShop({ ...ports, forecasts: { forecast } }))).toContain(
      'shop sale unknown forecast-unknown',
    );
  });

  test('is unknown while a change request may touch any feature', async () => {
    const unlisted = { ...inHours(2, 2, 'x', 'updateEnabled'), features: [] };
    const ports = await world([inHours(1, 1, 'sale', 'updateEnabled'), unlisted]);

    expect(verdicts(await inShop(ports))).toEqual([
      'shop banner unknown doubt',
      'shop child unknown doubt',
      'shop parent blocked has-children',
      'shop sale unknown doubt',
    ]);
  });

  test('is unknown once another project may hide a cause', async () => {
    const ports = await world([inHours(1, 1, 'sale', 'updateEnabled')]);
    const origins = { hidesProjects: async () => (await ports.projects.list()).map(() => true) };
    const page = await inShop({ ...ports, origins });

    expect(verdicts(page)).toContain('shop sale unknown unreadable-projects');
    expect(verdicts(page)).toContain(BANNER);
  });
});

describe('the clean-up of all projects', () => {
  const all = async (
    ports: Ports,
    command: Partial<CleanupCommand> = {},
    credentials = 'shop bank',
  ) => (await makeGetCleanup(ports)({ credentials, ...WEEK, ...command }))._unsafeUnwrap();

  test('has the definitions first, whose use is not known, and then one project after the other', async () => {
    const ports = await world([inHours(1, 1, 'sale', 'updateEnabled')]);
    const planned = ['gradual unknown use-unread', 'bank vault now 1', BANNER, CHILD, PARENT];
    const whole = [...planned, SALE.replace('now', 'after')];
    for (const limit of [1, 2, 4, 6, 50]) {
      const pages: (readonly string[])[] = [];
      let after: CleanupPage['next'];
      do {
        const page: CleanupPage = await all(ports, { after, limit });
        pages.push(verdicts(page));
        after = page.next;
      } while (after !== undefined);

      expect(pages.flat()).toEqual(whole);
      expect(pages).toHaveLength(Math.ceil(whole.length / limit));
    }
  });

  test('looks for definitions in all projects, and says that it may not read some', async () => {
    const adding = (id: number, project: string) => ({
      ...inHours(id, id, 'x', 'addStrategy', { project }),
      features: [{ name: 'x', changes: [{ action: 'addStrategy', payload: { name: 'gradual' } }] }],
    });
    const ports = await world([adding(1, 'shop'), adding(2, 'bank')]);
    const whole = await all(ports, { limit: 1 });
    const part = await all(ports, { limit: 1 }, 'shop');

    expect(whole.candidates[0]?.evidence.map(({ changeRequest }) => changeRequest?.id)).toEqual([
      1, 2,
    ]);
    expect(part.candidates[0]?.evidence.map(({ changeRequest }) => changeRequest?.id)).toEqual([1]);
    expect(part).toMatchObject({ coverage: 'none' });
    expect(JSON.stringify(part)).not.toContain('bank');
  });

  test('of features by name says in which project each is, and which is in none', async () => {
    const page = await all(await world(), { features: ['sale', 'vault', 'none'] });

    expect(verdicts(page)).toEqual(['none unknown not-found', 'bank vault now 1', SALE]);
    expect(page.next).toBeUndefined();
  });

  test('has nothing of a project that the caller may not read', async () => {
    const page = await all(await world(), { after: { projectId: '', name: 'gradual' } }, 'shop');

    expect(verdicts(page)).toEqual([BANNER, CHILD, PARENT, SALE]);
    expect(verdicts(await all(await world(), { features: ['vault'] }, 'shop'))).toEqual([
      'vault unknown not-found unreadable-projects',
    ]);
  });

  test.each([
    {},
    { after: { projectId: 'bank', name: '' } },
    { features: ['sale'] },
    { features: ['odd '] },
    { definitions: ['gradual'] },
  ])('fails if how features are used can not be read: %j', async (command) => {
    const find = async () => err({ type: 'StoreUnavailable', cause: 'away' } as const);
    const get = makeGetCleanup({ ...(await world()), featureUse: { find } });
    const found = await get({ credentials: 'shop bank', ...WEEK, ...command });

    expect(found._unsafeUnwrapErr()).toMatchObject({ type: 'StoreUnavailable' });
  });

  test('has a last page without candidates if no project has any', async () => {
    const after = { projectId: '', name: 'gradual' };
    const page = await all(await world([], { shop: [], bank: [] }), { after });

    expect(page).toMatchObject({ coverage: 'live', candidates: [] });
  });

  test('says that candidates may be missing while the use of a project is not known', async () => {
    const after = { projectId: '', name: 'gradual' };
    const ports = await world([], { shop: IN_SHOP });

    expect(await all(await world([], {}), { after })).toEqual({ coverage: 'none', candidates: [] });
    expect(await all(ports, { after })).toMatchObject({ coverage: 'none' });
    // The project is before the first of the page.
    expect(await all(ports, { after, limit: 1 })).toMatchObject({ coverage: 'none' });
    expect(await inShop(ports)).toMatchObject({ coverage: 'as-of' });
    expect(await inShop(await world([], { bank: [] }))).toMatchObject({ coverage: 'none' });
  });
});
