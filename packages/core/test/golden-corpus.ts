import { createHash } from 'node:crypto';
import {
  type Change,
  type Doubt,
  doubtsIn,
  type ListingEntry,
  listingEntryOf,
  type Schedule,
  type ScheduledChangeRequest,
  type Target,
  targetsOf,
} from '../src/index.ts';

type Corpus = readonly {
  readonly changeRequest: Pick<ScheduledChangeRequest, 'features' | 'segments'>;
  readonly targets: readonly Target[];
  readonly doubts: readonly Doubt[];
}[];

const PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  'text',
  {},
  { id: 's-1', name: 'flexibleRollout', segments: [7, 8], feature: 'other', strategyId: 's-2' },
  { id: 7, name: 'region', parameters: { groupId: 'g' }, strategies: [{ id: 's-3' }] },
  [
    { id: 's-4', sortOrder: 1 },
    { id: 's-5', sortOrder: 2 },
  ],
  { enabled: true, variants: [{ name: 'v' }], milestoneId: 'm', planId: 'p', templateId: 't' },
  { id: 's-6', snapshot: { id: 's-6', name: 'userWithId', segments: [9] } },
  {
    planId: 'p',
    snapshot: {
      milestones: [
        { strategies: [{ id: 's-7', name: 'default', segments: [10] }] },
        { strategies: [{ id: 's-8', strategyName: 'remoteAddress' }] },
      ],
    },
  },
];

/** Applies the rule to each action with each kind of payload, under a feature and as a change of a segment. */
export const corpusOf = (actions: readonly string[]): Corpus =>
  actions.flatMap((action) => {
    const changes = PAYLOADS.map((payload) => ({
      action,
      ...(payload === undefined ? {} : { payload }),
    }));
    const changeRequests = [
      ...changes.map((change) => ({
        features: [{ name: 'checkout', changes: [change] }],
        segments: [],
      })),
      ...changes.map((change) => ({ features: [], segments: [change] })),
    ];
    return changeRequests.map((changeRequest) => ({
      changeRequest,
      targets: targetsOf(changeRequest),
      doubts: doubtsIn(changeRequest),
    }));
  });

const SCHEDULES: readonly (Schedule | undefined)[] = [
  undefined,
  { status: 'pending', scheduledAt: '2026-11-22T10:00:00.000Z' },
  { status: 'pending', scheduledAt: '2026-11-22T10:00:00.9999+14:00' },
  { status: 'failed', scheduledAt: '9999-12-31T23:59-12:00', reason: 'r' },
  { status: 'suspended', scheduledAt: '0000-01-01T00:00:00Z' },
  { status: 'pending', scheduledAt: 'tomorrow' },
];

const CHANGES: readonly Change[] = [
  { action: 'updateEnabled' },
  { action: 'updateEnabled', conflict: 'It was archived.' },
  { action: 'updateEnabled', conflict: '', scheduleConflicts: { changeRequests: [] } },
  { action: 'updateEnabled', scheduleConflicts: { changeRequests: [{ id: 7 }] } },
  { action: 'inventedTomorrow' },
];

type ListingCorpus = readonly {
  readonly changeRequest: ScheduledChangeRequest;
  readonly entry: ListingEntry;
}[];

/** Applies what listings order and filter by to each kind of schedule and of change. */
export const listingCorpus = (): ListingCorpus =>
  SCHEDULES.flatMap((schedule) =>
    CHANGES.flatMap((change) =>
      [
        { features: [{ name: 'checkout', changes: [change] }], segments: [] },
        { features: [], segments: [change] },
        {
          features: [
            { name: 'checkout', conflict: change.conflict, changes: [{ action: 'updateEnabled' }] },
          ],
          segments: [],
        },
      ].map((changed) => {
        const where = { project: 'shop', environment: 'production' };
        const changeRequest: ScheduledChangeRequest = {
          id: 1,
          ...where,
          state: 'Scheduled',
          ...(schedule === undefined ? {} : { schedule }),
          ...changed,
        };
        return { changeRequest, entry: listingEntryOf(changeRequest) };
      }),
    ),
  );

/** The actions that the table of `known-actions.ts` lists, in its order. */
export function actionsIn(source: string): readonly string[] {
  const table = /^const KNOWN_ACTIONS[^=]*= \{\n(?<rows>.*?)^\};$/ms.exec(source)?.groups?.['rows'];
  return [...(table ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, action = '']) => action);
}

/** Hashes the table and its facets without comments and white space. */
export const tableHashOf = (source: string): string =>
  createHash('sha256')
    .update(source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').replaceAll(/\s+/g, ''))
    .digest('hex');
