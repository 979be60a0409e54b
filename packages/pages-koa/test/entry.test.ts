import { needsAttention as needsByRecord } from '@forewarn/record';
import { beforeEach, expect, test, vi } from 'vitest';
import { entryOf, needsAttention, stateOf } from '../page/timeline/entry.ts';
import { population } from './page/population.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

test('what needs attention is what the API lists as that, also without a time', () => {
  const all = population(200);

  const needing = all.filter((each) => needsAttention(entryOf(each)));

  expect(needing).toEqual(all.filter((each) => needsByRecord(each, NOW)));
  expect(needing.some(({ schedule }) => schedule === undefined)).toBe(true);
});

test('one whose time comes after it was read may have been applied, and is not overdue', () => {
  const [changeRequest] = population(1);
  const schedule = { status: 'pending', scheduledAt: '2026-11-23T09:05:00Z' } as const;
  const features = [{ name: 'cart', changes: [{ action: 'archiveFeature' }] }];
  const read = { ...changeRequest!, schedule, features };

  const entry = entryOf(read);
  vi.setSystemTime(NOW + 600_000);

  expect(stateOf(entry)).toBe('pending');
  expect(stateOf(entryOf(read))).toBe('overdue');
});
