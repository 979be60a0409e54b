import { expect, test } from 'vitest';
import { type ScheduledChangeRequest, summaryOf } from '../src/index.ts';

const changeRequest: ScheduledChangeRequest = {
  id: 7,
  environment: 'production',
  project: 'default',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2030-01-01T00:00:00Z' },
  features: [{ name: 'checkout', changes: [] }],
  segments: [],
};

test('the summary has only id, environment and title', () => {
  expect(summaryOf({ ...changeRequest, title: 'Turn it off' })).toStrictEqual({
    id: 7,
    environment: 'production',
    title: 'Turn it off',
  });
});

test('an absent title stays absent, and an empty one stays empty', () => {
  expect(Object.keys(summaryOf(changeRequest))).toEqual(['id', 'environment']);
  expect(summaryOf({ ...changeRequest, title: '' }).title).toBe('');
});
