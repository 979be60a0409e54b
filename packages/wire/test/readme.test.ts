import { expect, test } from 'vitest';
import { countScheduled } from './first-use.example.ts';

test('the example counts only scheduled change requests', () => {
  const applied = { id: 1, project: 'shop', state: 'Applied' };
  const schedule = { status: 'pending', scheduledAt: '2027-01-01T00:00:00Z' };
  const scheduled = { ...applied, id: 2, state: 'Scheduled', environment: 'production', schedule };

  expect(countScheduled([applied, scheduled])).toBe(1);
});
