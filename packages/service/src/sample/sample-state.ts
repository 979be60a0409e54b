import type { Change, Project, StrategyDefinition } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';

/** The one project of the sample. */
export const SAMPLE_PROJECT: Project = { id: 'shop', name: 'Web shop' };

/** Whether a project is the sample's, and not one that only has its id. */
export const isSampleProject = ({ id, name }: Project): boolean =>
  id === SAMPLE_PROJECT.id && name === SAMPLE_PROJECT.name;

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

const CHECKOUT_ROLLOUT = '6a4c1f0e-2b7d-4b6c-9d0a-51f1c2f3a7b8';

const scheduled = (
  id: number,
  title: string,
  scheduledAt: string,
  username: string,
  changes: Readonly<Record<string, readonly Change[]>>,
): StateEntry => ({
  kind: 'scheduled',
  changeRequest: {
    id,
    title,
    environment: 'production',
    project: SAMPLE_PROJECT.id,
    state: 'Scheduled',
    schedule: { status: 'pending', scheduledAt },
    createdBy: { username },
    features: Object.entries(changes).map(([name, list]) => ({ name, changes: list })),
    segments: [],
  },
});

const DAY_MS = 86_400_000;

/** A time of the week after `now`, in UTC. Its days and later ones count from Monday, 0. */
function nextWeek(now: Date, day: number, hour: number): string {
  const daysToMonday = 7 - ((now.getUTCDay() + 6) % 7);
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const hours = (daysToMonday + day) * 24 + hour;
  return new Date(midnight + hours * 3_600_000).toISOString();
}

/** A small web shop with three scheduled change requests: two in the week after `now`, and one three weeks later. */
export const sampleState = (now: Date): readonly StateEntry[] => [
  { kind: 'project', project: SAMPLE_PROJECT },
  ...DEFINITIONS,
  scheduled(12, 'New checkout for everyone', nextWeek(now, 1, 6), 'maria', {
    'new-checkout': [
      {
        action: 'updateStrategy',
        payload: {
          id: CHECKOUT_ROLLOUT,
          name: 'flexibleRollout',
          parameters: { rollout: '100' },
          segments: [],
          constraints: [],
        },
      },
    ],
    'old-checkout': [{ action: 'updateEnabled', payload: { enabled: false } }],
  }),
  scheduled(15, 'Remove the old checkout', nextWeek(now, 21, 6), 'maria', {
    'old-checkout': [{ action: 'archiveFeature' }],
    'new-checkout': [
      { action: 'deleteStrategy', payload: { id: CHECKOUT_ROLLOUT, name: 'flexibleRollout' } },
    ],
  }),
  scheduled(17, 'Winter sale', nextWeek(now, 3, 0), 'tom', {
    'sale-banner': [
      { action: 'updateEnabled', payload: { enabled: true } },
      {
        action: 'addStrategy',
        payload: { name: 'holidaySale', parameters: { countries: 'DE,AT,CH' } },
      },
      { action: 'patchVariant', payload: { variants: [{ name: 'snow', weight: 1000 }] } },
    ],
  }),
];
