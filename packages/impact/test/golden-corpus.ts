import {
  type Change,
  type FeatureChanges,
  type Schedule,
  touchesIn,
  type Touching,
} from '@forewarn/core';
import { doubtsIn, listingEntryOf } from '@forewarn/record';
import { ACTIONS } from './completion.ts';
import { changeRequest } from './samples.ts';

/** What the rule says: by action, with the payloads of which it says so, and by schedule, with the changes. */
export interface GoldenCorpus {
  readonly touches: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly listings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const planOf = (...strategies: readonly unknown[]) => ({ milestones: [{ strategies }] });

const PAYLOADS: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  empty: {},
  strategy: {
    id: 's-1',
    name: 'flexibleRollout',
    segments: [7, 8],
    constraints: [{ contextName: 'country' }],
    feature: 'parent',
  },
  segment: { id: 7, name: 'beta', segments: [7.5, '8', 9], feature: 'a\nb' },
  order: [{ id: 's-1' }, { id: 's-2' }, null],
  snapshot: { id: 's-1', snapshot: { name: 'userWithId', segments: [9] } },
  both: {
    id: 's-1',
    name: 'default',
    segments: [],
    snapshot: { name: 'userWithId', segments: [9], ...planOf() },
  },
  plan: {
    snapshot: planOf(
      { id: 's-1', name: 'default', strategyName: 'other', segments: [7] },
      { id: 's-2', strategyName: 'remoteAddress', segments: [] },
    ),
  },
  'unreadable plan': {
    snapshot: planOf({ id: 'a\nb', name: '', segments: ['7'] }, { name: 'a\0b', segments: null }),
  },
};

const WHEN: Readonly<Record<string, Schedule | undefined>> = {
  unscheduled: undefined,
  pending: { status: 'pending', scheduledAt: '2026-11-22T10:00:00.000Z' },
  'with a fraction and an offset': {
    status: 'pending',
    scheduledAt: '2026-11-22T10:00:00.9999+14:00',
  },
  failed: { status: 'failed', scheduledAt: '9999-12-31T23:59-12:00', reason: 'r' },
  suspended: { status: 'suspended', scheduledAt: '0000-01-01T00:00:00Z' },
  unreadable: { status: 'pending', scheduledAt: 'tomorrow' },
};

const CHANGES: Readonly<Record<string, Change>> = {
  plain: { action: 'updateEnabled' },
  conflict: { action: 'updateEnabled', conflict: 'It was archived.' },
  'empty conflict': {
    action: 'updateEnabled',
    conflict: '',
    scheduleConflicts: { changeRequests: [], milestone: false },
  },
  'conflict of schedules': {
    action: 'updateEnabled',
    scheduleConflicts: { changeRequests: [{ id: 7 }], milestone: null },
  },
  'unknown action': { action: 'inventedTomorrow' },
};

const FEATURES: Readonly<Record<string, FeatureChanges>> = {
  'without changes': { name: 'checkout', changes: [] },
  'with a default change': {
    name: 'checkout',
    changes: [{ action: 'updateEnabled' }],
    defaultChange: { action: 'addStrategy', payload: PAYLOADS['strategy'] },
  },
};

const AUTHORS: Readonly<Record<string, unknown>> = {
  text: 'ann',
  user: { id: 7, username: 'ann', imageUrl: 'x' },
  nameless: { id: null, username: '' },
};

/** Applies the rule to every action with every kind of payload, and to every kind of schedule with every kind of change. */
export const goldenCorpus = (): GoldenCorpus => ({
  touches: {
    ...Object.fromEntries(
      [...ACTIONS, 'teleportFeature'].map((action) => [
        action,
        textsOf(PAYLOADS, (payload) => ruleText(under({ action, payload }))),
      ]),
    ),
    'change of a segment': textsOf(PAYLOADS, (payload) =>
      ruleText({ features: [], segments: [{ action: 'updateStrategy', payload }] }),
    ),
    feature: textsOf(FEATURES, (feature) => ruleText({ features: [feature], segments: [] })),
    author: textsOf(AUTHORS, (createdBy) => ruleText({ features: [], segments: [], createdBy })),
  },
  listings: Object.fromEntries(
    Object.entries(WHEN).map(([when, schedule]) => [
      when,
      textsOf(CHANGES, (change) => listingText(schedule, change)),
    ]),
  ),
});

/** Returns each text, with the names of the values that have it. */
const textsOf = <Value>(values: Readonly<Record<string, Value>>, text: (value: Value) => string) =>
  Object.fromEntries(
    [...Map.groupBy(Object.entries(values), ([, value]) => text(value))].map(([said, of]) => [
      said,
      of.map(([name]) => name).join(', '),
    ]),
  );

type Changes = Omit<Touching, 'environment'>;

const under = (change: Change): Changes => ({
  features: [{ name: 'checkout', changes: [change] }],
  segments: [],
});

const ruleText = (changes: Changes): string =>
  [
    ...touchesIn({ environment: 'production', ...changes })
      .filter(({ target }) => target.kind !== 'environment')
      .map(({ action, target: { kind, ...named } }) =>
        [kind, ...Object.values(named), ...(action === undefined ? ['as a whole'] : [])].join(' '),
      ),
    ...doubtsIn(changes).map(({ kinds, why }) => `${why}: ${kinds.join(' ')}`),
  ].join(', ');

/** With the trouble of a change under a feature, of its conflict on the feature, and of the same change of a segment. */
function listingText(schedule: Schedule | undefined, change: Change): string {
  const calm = { action: 'updateSegment', payload: { id: 7 } };
  const changes: readonly Changes[] = [
    { features: [{ name: 'checkout', changes: [calm, change] }], segments: [] },
    { features: [{ name: 'checkout', conflict: change.conflict, changes: [calm] }], segments: [] },
    { features: [], segments: [calm, change] },
  ];
  const entries = changes.map((changed) =>
    listingEntryOf(changeRequest({ ...(schedule === undefined ? {} : { schedule }), ...changed })),
  );
  const places = entries.map(({ projectId, id, environment, scheduledAt, status }) =>
    [projectId, id, environment, scheduledAt, status].join(' '),
  );
  const trouble = entries.map(({ hasTrouble }) => hasTrouble).join(' ');
  return `${[...new Set(places)].join(', ')}, trouble: ${trouble}`;
}
