import { type Change, type Schedule, targetsOf } from '@forewarn/core';
import type { CompleteNames, Project, StateEntry, StrategyDefinition } from '@forewarn/record';

export const SAMPLE_PROJECTS: readonly Project[] = [
  { id: 'shop', name: 'Web shop' },
  { id: 'payments', name: 'Payments' },
  { id: 'warehouse', name: 'Warehouse' },
];

/** Whether a project is the sample's, and not one that only has its id. */
export const isSampleProject = ({ id, name }: Project): boolean =>
  SAMPLE_PROJECTS.some((each) => each.id === id && each.name === name);

const definition = (
  name: string,
  description: string,
  parameters: StrategyDefinition['parameters'],
  deprecated = false,
): StateEntry => ({
  kind: 'strategy',
  definition: { name, description, parameters, deprecated, editable: true },
});

const DEFINITIONS: readonly StateEntry[] = [
  definition(
    'abandonedSale',
    'For a sale that was cancelled. Nothing uses it: safe to delete.',
    [],
    true,
  ),
  definition('holidaySale', 'On in the shops of one country, while its holiday sale lasts.', [
    { name: 'countries', type: 'list', description: 'ISO 3166 codes', required: true },
    { name: 'endsAt', type: 'string', description: 'ISO 8601, UTC', required: false },
  ]),
  definition('loyaltyTier', 'On for customers of these tiers.', [
    { name: 'tiers', type: 'list', description: 'bronze, silver or gold', required: true },
  ]),
];

const CHECKOUT = '6a4c1f0e-2b7d-4b6c-9d0a-51f1c2f3a7b8';
const CARD_FORM = '2f7d9b64-0c1e-4a35-b8f6-7f2d1c9e5a03';

const turn = (enabled: boolean): Change => ({ action: 'updateEnabled', payload: { enabled } });
const dependOn = (feature: string): Change => ({ action: 'addDependency', payload: { feature } });
const archive: Change = { action: 'archiveFeature' };
const add = (name: string, parameters: Readonly<Record<string, string>>): Change => ({
  action: 'addStrategy',
  payload: { name, parameters },
});
const remove = (id: string): Change => ({
  action: 'deleteStrategy',
  payload: { id, name: 'flexibleRollout' },
});
const rollOut = (rollout: string, id: string): Change => ({
  action: 'updateStrategy',
  payload: { id, name: 'flexibleRollout', parameters: { rollout }, segments: [], constraints: [] },
});

/**
 * The place, the number, the title, when, who, the changes by feature, and the status unless it is pending. When is a part
 * of the time that today and the six days after it still have, or, below 0, of the time that today had; beyond 1 it is a number
 * of weeks.
 */
type Row = readonly [
  string,
  number,
  string,
  number,
  string,
  Readonly<Record<string, readonly Change[]>>,
  Schedule['status']?,
];

// 14 fails, since 13 archives the feature that it depends on. 25 is suspended, since 24 archives its feature. Whether 32 is applied before 31
// archives its feature is unknown.
const ROWS: readonly Row[] = [
  [
    'shop production',
    12,
    'New checkout for everyone',
    0.3,
    'maria',
    { 'new-checkout': [rollOut('100', CHECKOUT)], 'old-checkout': [turn(false)] },
  ],
  ['shop production', 13, 'Retire the loyalty card', 0.12, 'ines', { 'loyalty-card': [archive] }],
  [
    'shop production',
    14,
    'Gift wrapping for members',
    0.5,
    'tom',
    { 'gift-wrapping': [dependOn('loyalty-card'), turn(true)] },
  ],
  [
    'shop production',
    15,
    'Remove the old checkout',
    3,
    'maria',
    { 'old-checkout': [archive], 'new-checkout': [remove(CHECKOUT)] },
  ],
  [
    'shop production',
    16,
    'Free shipping from 30 euros',
    0.75,
    'tom',
    { 'free-shipping': [turn(true)] },
    'suspended',
  ],
  [
    'shop production',
    17,
    'Winter sale',
    0.9,
    'tom',
    {
      'sale-banner': [
        turn(true),
        add('holidaySale', { countries: 'DE,AT,CH' }),
        { action: 'patchVariant', payload: { variants: [{ name: 'snow', weight: 1000 }] } },
      ],
    },
  ],
  ['shop staging', 18, 'Search by photo', 0.2, 'ines', { 'photo-search': [turn(true)] }],
  ['shop staging', 19, 'Dark theme', 0.6, 'ines', { 'dark-theme': [turn(true)] }],
  [
    'payments production',
    22,
    'Drop the legacy statements',
    -0.4,
    'lena',
    { statements: [turn(false)] },
  ],
  [
    'payments production',
    23,
    'Raise the refund limit',
    -0.2,
    'lena',
    { refunds: [turn(true)] },
    'failed',
  ],
  ['payments production', 24, 'Retire the card form', 0.16, 'lena', { 'card-form': [archive] }],
  [
    'payments production',
    25,
    'Card form: new design',
    0.56,
    'omar',
    { 'card-form': [rollOut('100', CARD_FORM)] },
  ],
  [
    'payments staging',
    26,
    'Try instant transfers',
    0.4,
    'omar',
    { 'instant-transfer': [turn(true), add('loyaltyTier', { tiers: 'gold' })] },
  ],
  ['warehouse production', 31, 'Stop paper slips', 0.4, 'yuki', { 'paper-slips': [archive] }],
  [
    'warehouse production',
    32,
    'Paper slips at weekends',
    0.4,
    'kim',
    { 'paper-slips': [turn(true)] },
  ],
  [
    'warehouse production',
    33,
    'Count stock at night',
    0.8,
    'yuki',
    { 'night-count': [turn(true)] },
  ],
];

const REASONS = {
  pending: {},
  failed: { failureReason: 'The strategy was deleted in the meantime.' },
  suspended: { reason: 'The feature was archived by tom.' },
} as const;

const HOUR_MS = 3_600_000;

/** Returns the time of a row's `when`, in full hours. */
function timesFrom(now: number): (when: number) => string {
  const [today, end] = [dayOf(now), dayOf(now, 7)];
  return (when) => {
    if (when > 1) return new Date(dayOf(now, 7 * when)).toISOString();
    const at = now + when * (when < 0 ? now - today : end - now);
    const hours = (at - today) / HOUR_MS;
    const full = when < 0 ? Math.floor(hours) : Math.ceil(hours);
    return new Date(today + full * HOUR_MS).toISOString();
  };
}

/** Returns when a day begins, as the page does: in the zone of this machine, whose browsers alone can use the sample. */
function dayOf(now: number, daysLater = 0): number {
  const date = new Date(now);
  date.setDate(date.getDate() + daysLater);
  return date.setHours(0, 0, 0, 0);
}

/**
 * A web shop whose change requests are scheduled in the 7 days that begin today, one later: those that the page shows first. Three of them will not go as planned: one
 * fails, one is suspended, one is unknown.
 */
export function sampleState(now: Date): readonly StateEntry[] {
  const timeOf = timesFrom(now.getTime());
  return [
    ...SAMPLE_PROJECTS.map((project): StateEntry => ({ kind: 'project', project })),
    ...DEFINITIONS,
    ...ROWS.map(([place, id, title, when, username, changes, status = 'pending']): StateEntry => {
      const [project = '', environment = ''] = place.split(' ');
      const features = Object.entries(changes).map(([name, list]) => ({ name, changes: list }));
      const schedule = { status, scheduledAt: timeOf(when), ...REASONS[status] };
      const about = { id, title, project, environment, createdBy: { username } };
      return {
        kind: 'scheduled',
        changeRequest: { ...about, state: 'Scheduled', schedule, features, segments: [] },
      };
    }),
  ];
}

/** A flag that nothing scheduled touches. Like any, it is in one project. */
const UNTOUCHED = { projectId: 'shop', name: 'no-longer-used' };

/** Returns the names of features and environments that exist in a project of the sample. */
export function sampleNames(projectId: string, now: Date): CompleteNames['lists'] {
  const targets = sampleState(now).flatMap((entry) =>
    entry.kind === 'scheduled' && entry.changeRequest.project === projectId
      ? targetsOf(entry.changeRequest)
      : [],
  );
  const features = targets.flatMap((target) => (target.kind === 'feature' ? [target.name] : []));
  const untouched = projectId === UNTOUCHED.projectId ? [UNTOUCHED.name] : [];
  return { feature: [...features, ...untouched], environment: ENVIRONMENTS };
}

const ENVIRONMENTS = ['production', 'staging'];
