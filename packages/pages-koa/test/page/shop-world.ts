import type { Change, Schedule } from '@forewarn/core';
import { changeRequest } from '../../../service/test/http/sample-data.ts';

const ROLLOUT = '6a4c1f0e-2b7d-4b6c-9d0a-51f1c2f3a7b8';

const rollOut = (percent: string): Change => ({
  action: 'updateStrategy',
  payload: {
    id: ROLLOUT,
    name: 'flexibleRollout',
    parameters: { rollout: percent },
    segments: [],
    constraints: [],
  },
});
const turn = (enabled: boolean): Change => ({ action: 'updateEnabled', payload: { enabled } });
const add = (name: string, parameters: Readonly<Record<string, string>> = {}): Change => ({
  action: 'addStrategy',
  payload: { name, parameters },
});

/** Time (UTC, in 2026), author, title, changes by feature, and the status unless it is pending. */
type Row = readonly [
  string,
  string,
  string,
  Readonly<Record<string, readonly Change[]>>,
  Schedule['status']?,
];

const SALE = add('holidaySale', { countries: 'DE,AT,CH' });
const DARK_AND_RED = [
  { name: 'dark', weight: 700 },
  { name: 'red', weight: 300 },
];
const archived: Change = { action: 'archiveFeature' };
const rolledOut: Change = {
  action: 'deleteStrategy',
  payload: { id: ROLLOUT, name: 'flexibleRollout' },
};

// By project and environment. The week of the tests' clock is that of Monday, 23 November 2026.
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'payments production': [
    ['11-20T09:00', 'lena', 'Drop the legacy card form', { 'card-form': [turn(false)] }],
    ['11-23T06:00', 'lena', 'Raise the refund limit', { refunds: [rollOut('100')] }, 'failed'],
    [
      '11-26T05:30',
      'omar',
      'Pay by invoice for companies',
      { 'invoice-payment': [turn(true), add('loyaltyTier', { tiers: 'gold' })] },
    ],
  ],
  'payments staging': [
    ['11-24T08:00', 'omar', 'Try instant transfers', { 'instant-transfer': [turn(true)] }],
    ['11-27T13:00', 'lena', 'Retire the sandbox keys', { 'sandbox-keys': [archived] }],
  ],
  'shop production': [
    [
      '11-24T06:00',
      'maria',
      'New checkout for everyone',
      { 'new-checkout': [rollOut('100')], 'old-checkout': [turn(false)] },
    ],
    ['11-24T06:20', 'tom', 'Shorter delivery promise', { 'delivery-promise': [rollOut('50')] }],
    [
      '11-25T07:00',
      'tom',
      'Free shipping from 30 euros',
      { 'free-shipping': [turn(true)] },
      'suspended',
    ],
    [
      '11-26T23:00',
      'maria',
      'Black Friday prices',
      {
        'black-friday': [turn(true), SALE],
        'sale-banner': [{ action: 'patchVariant', payload: { variants: DARK_AND_RED } }],
      },
    ],
    ['11-29T23:00', 'maria', 'End of Black Friday', { 'black-friday': [turn(false)] }],
    [
      '12-14T06:00',
      'maria',
      'Remove the old checkout',
      { 'old-checkout': [archived], 'new-checkout': [rolledOut] },
    ],
    ['12-27T00:00', 'tom', 'Winter sale', { 'sale-banner': [turn(true), SALE] }],
  ],
  'shop staging': [
    ['11-23T12:00', 'ines', 'Search by photo', { 'photo-search': [turn(true)] }],
    ['11-25T09:00', 'ines', 'Dark theme', { 'dark-theme': [rollOut('25')] }],
    ['11-26T09:00', 'ines', 'Wish lists', { 'wish-lists': [rollOut('25')] }],
  ],
  'warehouse production': [
    ['11-25T04:00', 'yuki', 'Count stock at night', { 'night-count': [turn(true)] }],
    ['11-28T04:00', 'yuki', 'Route parcels by weight', { 'parcel-routing': [rollOut('100')] }],
  ],
};

const REASONS = {
  pending: {},
  failed: { failureReason: 'The strategy was deleted in the meantime.' },
  suspended: { reason: 'The feature was archived by tom.' },
} as const;

const requests = Object.entries(ROWS)
  .flatMap(([place, rows]) => rows.map((row) => ({ place, row })))
  .map(({ place, row: [at, username, title, changes, status = 'pending'] }, index) => {
    const [project = '', environment = ''] = place.split(' ');
    const schedule = { status, scheduledAt: `2026-${at}:00.000Z`, ...REASONS[status] };
    const createdBy = { username };
    return changeRequest(index + 1, changes, { project, environment, title, createdBy, schedule });
  });

/** Three projects of a web shop and their scheduled change requests, numbered from 1. */
export const SHOP = {
  definitions: ['abandonedSale', 'holidaySale', 'loyaltyTier'],
  has: requests,
};
