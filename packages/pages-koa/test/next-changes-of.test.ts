import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import { nextChangesOf } from '../page/impact/next-changes-of.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');

const scheduled = (id: number, status: string, scheduledAt: string, ...features: string[]) =>
  ({
    id,
    schedule: { status, scheduledAt },
    features: features.map((name) => ({ name, changes: [] })),
  }) as unknown as ScheduledChangeRequest;

test('the features that are changed next have the first change request that changes them', () => {
  const { schedule: _none, ...untimed } = scheduled(7, 'pending', '', 'untimed');
  const listed = [
    scheduled(1, 'pending', '2026-11-23T08:59:59Z', 'overdue'),
    scheduled(2, 'pending', '2026-11-23T09:00:00Z', 'cart', 'search'),
    scheduled(3, 'suspended', '2026-11-24T09:00:00Z', 'suspended'),
    scheduled(4, 'failed', '2026-11-24T09:00:00Z', 'failed'),
    scheduled(5, 'pending', '2026-11-25T09:00:00Z', 'search', 'banner'),
    scheduled(6, 'pending', 'soon', 'unreadable'),
    untimed as ScheduledChangeRequest,
  ];

  const next = nextChangesOf(listed, NOW);

  expect(next.map(({ feature, changeRequest }) => [feature, changeRequest.id])).toEqual([
    ['cart', 2],
    ['search', 2],
    ['banner', 5],
  ]);
});
