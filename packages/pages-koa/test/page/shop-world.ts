import type { Change, Schedule, Store } from '@forewarn/core';
import { changeRequest, definition, record } from '../../../service/test/http/sample-data.ts';

const ROLLOUT = '6a4c1f0e-2b7d-4b6c-9d0a-51f1c2f3a7b8';

const rollOut = (percent: string): Change => ({
  action: 'updateStrategy',
  payload: { id: ROLLOUT, name: 'flexibleRollout', parameters: { rollout: percent }, segments: [] },
});
const turn = (enabled: boolean): Change => ({ action: 'updateEnabled', payload: { enabled } });
const add = (name: string, parameters: Readonly<Record<string, string>> = {}): Change => ({
  action: 'addStrategy',
  payload: { name, parameters },
});

/** Project, environment, status, time (UTC), title, author, changes by feature. */
type Row = readonly [
  string,
  string,
  Schedule['status'],
  string,
  string,
  string,
  Readonly<Record<string, readonly Change[]>>,
];

// The week of the tests' clock is that of Monday, 23 November 2026.
const ROWS: readonly Row[] = [
  [
    'payments',
    'production',
    'pending',
    '2026-11-20T09:00',
    'Drop the legacy card form',
    'lena',
    { 'card-form': [turn(false)] },
  ],
  [
    'payments',
    'production',
    'failed',
    '2026-11-23T06:00',
    'Raise the refund limit',
    'lena',
    { refunds: [rollOut('100')] },
  ],
  [
    'payments',
    'production',
    'pending',
    '2026-11-26T05:30',
    'Pay by invoice for companies',
    'omar',
    { 'invoice-payment': [turn(true), add('loyaltyTier', { tiers: 'gold' })] },
  ],
  [
    'payments',
    'staging',
    'pending',
    '2026-11-24T08:00',
    'Try instant transfers',
    'omar',
    { 'instant-transfer': [turn(true)] },
  ],
  [
    'payments',
    'staging',
    'pending',
    '2026-11-27T13:00',
    'Retire the sandbox keys',
    'lena',
    { 'sandbox-keys': [{ action: 'archiveFeature' }] },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-11-24T06:00',
    'New checkout for everyone',
    'maria',
    { 'new-checkout': [rollOut('100')], 'old-checkout': [turn(false)] },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-11-24T06:20',
    'Shorter delivery promise',
    'tom',
    { 'delivery-promise': [rollOut('50')] },
  ],
  [
    'shop',
    'production',
    'suspended',
    '2026-11-25T07:00',
    'Free shipping from 30 euros',
    'tom',
    { 'free-shipping': [turn(true)] },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-11-26T23:00',
    'Black Friday prices',
    'maria',
    {
      'black-friday': [turn(true), add('holidaySale', { countries: 'DE,AT,CH' })],
      'sale-banner': [
        {
          action: 'patchVariant',
          payload: {
            variants: [
              { name: 'dark', weight: 700 },
              { name: 'red', weight: 300 },
            ],
          },
        },
      ],
    },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-11-29T23:00',
    'End of Black Friday',
    'maria',
    { 'black-friday': [turn(false)] },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-12-14T06:00',
    'Remove the old checkout',
    'maria',
    {
      'old-checkout': [{ action: 'archiveFeature' }],
      'new-checkout': [
        { action: 'deleteStrategy', payload: { id: ROLLOUT, name: 'flexibleRollout' } },
      ],
    },
  ],
  [
    'shop',
    'production',
    'pending',
    '2026-12-27T00:00',
    'Winter sale',
    'tom',
    { 'sale-banner': [turn(true), add('holidaySale', { countries: 'DE,AT,CH' })] },
  ],
  [
    'shop',
    'staging',
    'pending',
    '2026-11-23T12:00',
    'Search by photo',
    'ines',
    { 'photo-search': [turn(true)] },
  ],
  [
    'shop',
    'staging',
    'pending',
    '2026-11-25T09:00',
    'Dark theme',
    'ines',
    { 'dark-theme': [rollOut('25')] },
  ],
  [
    'shop',
    'staging',
    'pending',
    '2026-11-26T09:00',
    'Wish lists',
    'ines',
    { 'wish-lists': [rollOut('25')] },
  ],
  [
    'warehouse',
    'production',
    'pending',
    '2026-11-25T04:00',
    'Count stock at night',
    'yuki',
    { 'night-count': [turn(true)] },
  ],
  [
    'warehouse',
    'production',
    'pending',
    '2026-11-28T04:00',
    'Route parcels by weight',
    'yuki',
    { 'parcel-routing': [rollOut('100')] },
  ],
];

/** Fills a store with three projects of a web shop and their scheduled change requests, numbered from 1. */
export async function fillShopWorld(store: Store): Promise<void> {
  for (const name of ['abandonedSale', 'holidaySale', 'loyaltyTier']) {
    (await store.strategies.register(definition(name), 'ann'))._unsafeUnwrap();
  }
  const requests = ROWS.map(([project, environment, status, at, title, username, changes], index) =>
    changeRequest(index + 1, changes, {
      project,
      environment,
      title,
      createdBy: { username },
      schedule: { status, scheduledAt: `${at}:00.000Z`, ...REASONS[status] },
    }),
  );
  await record(store, ...requests);
}

const REASONS = {
  pending: {},
  failed: { failureReason: 'The strategy was deleted in the meantime.' },
  suspended: { reason: 'The feature was archived by tom.' },
} as const;
