import { expect, test } from 'vitest';
import { deliveriesFor } from '../src/operator.ts';
import { changeRequest } from './samples.ts';

test('keeps of a change request only what messages show, not its megabytes', () => {
  const large = 'x'.repeat(10_000);
  const data = changeRequest({
    createdBy: { username: 'ann', imageUrl: large },
    comments: [{ text: large }],
    features: [{ name: 'sale', changes: [{ action: 'updateEnabled', payload: large }] }],
  });
  const event = {
    type: 'change-request-suspended',
    data,
    preData: null,
    project: data.project,
    environment: data.environment,
  } as const;
  const [delivery] = deliveriesFor({ id: 'a' }, [event], () => 'id');

  expect(JSON.stringify(delivery?.message).length).toBeLessThan(1_000);
  expect(delivery?.message).toMatchObject({ event: { data: { id: data.id, createdBy: 'ann' } } });
});
