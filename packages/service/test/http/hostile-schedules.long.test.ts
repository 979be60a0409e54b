import { breaksOf, type Forecast, forecastOf, type ForecastWithBreaks } from '@forewarn/forecast';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { inPostgres, inSqlite } from './open-stores.ts';
import { serveFor } from './with-stores.ts';

/** Enough for all forecasts of a small schedule, and for some of a large one. */
const MAX_PAGES = 3;
/** How far in a long schedule one is asked about alone: what it depends on can be as deep. */
const FAR = 500;
const HOUR_MS = 3_600_000;
const NOW = Date.now();
const LATER = NOW + 24 * HOUR_MS;

const at = (
  id: number,
  ms: number,
  given: Partial<ScheduledChangeRequest>,
): ScheduledChangeRequest => ({
  id,
  title: `Change ${id}`,
  environment: 'production',
  project: 'shop',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: new Date(LATER + ms).toISOString() },
  features: [],
  segments: [],
  ...given,
});

const many = (
  count: number,
  make: (id: number) => ScheduledChangeRequest,
): readonly ScheduledChangeRequest[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const updateSegment = { action: 'updateSegment', payload: { id: 7 } };
const includeSegment = { action: 'addStrategy', payload: { name: 'default', segments: [7] } };
const archive = { action: 'archiveFeature' };
const dependOn = (feature: string) => ({ action: 'addDependency', payload: { feature } });
const updateStrategy = (id: string) => ({
  action: 'updateStrategy',
  payload: { id, segments: [] },
});

const ODD_NAMES = [
  'a/b',
  'a b',
  "o'clock",
  '"quoted"',
  '%_\\',
  'größe',
  '名前',
  '😀',
  '__proto__',
  'null',
  '0',
];

const LARGE: readonly {
  readonly name: string;
  readonly scheduled: readonly ScheduledChangeRequest[];
}[] = [
  {
    name: '1,100 at one second, which update one segment',
    scheduled: many(1_100, (id) => at(id, 0, { segments: [updateSegment] })),
  },
  {
    name: '5,000 at one second on one segment, which 100 update',
    scheduled: many(5_000, (id) =>
      id % 50 === 0
        ? at(id, 0, { segments: [updateSegment] })
        : at(id, 0, { features: [{ name: `f-${id}`, changes: [includeSegment] }] }),
    ),
  },
  {
    name: 'a chain of 2,000, of which each suspends the next',
    scheduled: many(2_000, (id) =>
      at(id, id * 1_000, {
        features: [
          { name: 'sale', changes: [updateStrategy(`s-${id - 1}`), updateStrategy(`s-${id}`)] },
        ],
      }),
    ),
  },
];

const SMALL: typeof LARGE = [
  {
    name: 'cycles at equal times',
    scheduled: many(200, (id) =>
      at(id, 0, {
        features: [{ name: `f-${id % 3}`, changes: [archive, dependOn(`f-${(id + 1) % 3}`)] }],
      }),
    ),
  },
  {
    name: 'features that depend on themselves and each other',
    scheduled: many(20, (id) =>
      at(id, id * 1_000, {
        features: [
          { name: 'a', changes: [dependOn('a'), dependOn('b'), archive] },
          { name: 'b', changes: [dependOn('a'), { action: 'deleteDependency' }, archive] },
        ],
      }),
    ),
  },
  {
    name: '20 with 500 targets each',
    scheduled: many(20, (id) =>
      at(id, id * 1_000, {
        features: Array.from({ length: 250 }, (_, f) => ({
          name: `f-${f}`,
          changes: [updateStrategy(`s-${f}`), { action: 'patchVariant', payload: {} }],
        })),
      }),
    ),
  },
  {
    name: 'odd names of projects, features and strategies, and ids that are not small',
    scheduled: ODD_NAMES.flatMap((name, index) => [
      at(2 ** 31 - 1 - index, index, { features: [{ name, changes: [archive] }] }),
      at(2 ** 53 - 1 - index, 100 + index, {
        project: 'café.~_-',
        features: [{ name, changes: [updateStrategy(name)] }],
      }),
      at(index, 200 + index, { features: [{ name, changes: [updateStrategy(name)] }] }),
    ]),
  },
  {
    name: 'times that are equal, far away or none',
    scheduled: [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
      '2999-01-01T00:00:00+14:00',
      '2998-12-31T10:00:00Z',
      'tomorrow',
    ].map((scheduledAt, id) =>
      at(id, 0, {
        schedule: { status: 'pending', scheduledAt },
        features: [{ name: 'sale', changes: [updateStrategy('s'), archive] }],
      }),
    ),
  },
];

describe('large change requests of one feature', () => {
  const service = serveFor(inSqlite);

  it('are forecast as long as their causes can be read', async () => {
    const features = [{ name: 'sale', changes: [archive, updateStrategy('x'.repeat(900_000))] }];
    const all = many(40, (id) => at(id, id * 1_000, { features }));
    (await service.store.projects.register({ id: 'shop', name: 'Shop' }, 'alice'))._unsafeUnwrap();
    for (const each of all) (await service.store.writer.put(each, 'alice'))._unsafeUnwrap();

    const of = async (id: number) => {
      const path = `/projects/shop/change-requests/${id}/forecast`;
      const { json } = await service.ask('GET', path);
      const { forecast, causeCount, reasons } = json as Forecast & { readonly reasons: unknown };
      return { forecast, causeCount, reasons };
    };
    expect(await of(2)).toMatchObject({ forecast: 'suspended' });
    expect(await of(40)).toEqual({
      forecast: 'unknown',
      causeCount: 0,
      reasons: ['too-many-causes'],
    });
  });
});

// In a chain, Postgres needs a statement per link: the last of 2,000 takes longer than the deadline on a busy machine.
describe.each([
  ['SQLite', inSqlite, [...LARGE, ...SMALL]],
  ['Postgres', inPostgres, SMALL],
] as const)('forecasts over HTTP of a hostile schedule in %s', (_, make, hostile) => {
  describe.each(hostile)('$name', ({ scheduled }) => {
    const service = serveFor(make);

    it('are those of the rule, page by page and each alone', async () => {
      async function* entries() {
        for (const changeRequest of scheduled) {
          yield ok({ kind: 'scheduled', changeRequest } as const);
        }
        for (const projectId of new Set(scheduled.map(({ project }) => project))) {
          const asOf = new Date().toISOString();
          yield ok({ kind: 'complete', projectId, asOf, source: 'import' } as const);
        }
      }
      (await service.store.transfer.import<never>(entries()))._unsafeUnwrap();
      const expected = forecastOf(scheduled, { now: NOW });
      const broken = expected.filter(({ forecast }) => forecast !== 'as-planned');

      const found: Forecast[] = [];
      let path: string | undefined = '/change-requests/forecast?limit=50';
      for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
        const { status, json, headers } = await service.ask('GET', path);
        expect(status).toBe(200);
        found.push(...(json as readonly Forecast[]));
        path = /^<\/api\/admin(?<next>.*)>/.exec(String(headers['link'] ?? ''))?.groups?.['next'];
      }

      expect(found.length).toBeGreaterThan(0);
      // Without a link, it was the last page.
      const read = path === undefined ? broken : broken.slice(0, found.length);
      expect(found).toEqual(read.map((each) => ({ ...each, reasons: [] })));
      for (const one of [expected[0], expected[FAR] ?? expected.at(-1)]) {
        const project = encodeURIComponent(one?.project ?? '');
        const single = `/projects/${project}/change-requests/${one?.id}/forecast`;
        const { breaks, breakCount, hiddenBreaks, mayBreakMore, ...forecast } = (
          await service.ask('GET', single)
        ).json as ForecastWithBreaks;
        expect(forecast).toEqual({ ...one, reasons: [] });
        const of = { projectId: one?.project ?? '', id: one?.id ?? 0 };
        const whole = breaksOf(scheduled, { now: NOW, of });
        expect(breaks).toEqual(whole.breaks);
        expect(hiddenBreaks).toBe(0);
        expect(mayBreakMore || breakCount === whole.breakCount).toBe(true);
      }
    });
  });
});
