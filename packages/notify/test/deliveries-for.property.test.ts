import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertEvent } from '../src/alert-events.ts';
import { deliveriesFor, receives } from '../src/deliveries-for.ts';
import { MAX_MESSAGES } from '../src/webhook.ts';

const [SHOP, BANK] = ['shop', 'bank'] as const;

const alertId = fc.integer({ min: 1, max: 4 });
const fingerprint = fc.constantFrom('one', 'two');
const predictionLike = (given: {
  readonly id: number;
  readonly project: string;
  readonly fingerprint: string;
}) =>
  ({
    ...given,
    environment: 'production',
    forecast: 'suspended',
    causes: [],
    causeCount: 1,
    hiddenCauses: 0,
  }) as const;

const alertEvent: fc.Arbitrary<AlertEvent> = fc.oneof(
  fc.record({ id: alertId, project: fc.constantFrom(SHOP, BANK), fingerprint }).map((given) => ({
    type: 'forecast-predicted' as const,
    data: predictionLike(given),
    preData: null,
    project: given.project,
    environment: 'production',
  })),
  fc.constantFrom(SHOP, BANK).map((project) => ({
    type: 'data-too-old' as const,
    data: { id: project, name: project, coverage: { kind: 'none' as const } },
    preData: null,
    project,
  })),
);
const filter = fc.record(
  {
    events: fc.subarray<AlertEvent['type']>(['forecast-predicted', 'data-too-old']),
    projects: fc.subarray([SHOP, BANK]),
    environments: fc.subarray(['production', 'staging']),
  },
  { requiredKeys: [] },
);

test('a webhook gets all that it receives: one message each in order, or one that counts them', () => {
  fc.assert(
    fc.property(filter, fc.array(alertEvent, { minLength: 15, maxLength: 24 }), (given, events) => {
      const expected = events.filter((event) => receives(given, event));
      const { added: messages } = deliveriesFor({ ...given, id: 'a' }, events);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      const counted = messages.map(({ message }) =>
        message.kind === 'event'
          ? message.event
          : Object.values(message.counts).reduce((sum, count) => sum + count, 0),
      );
      expect(counted).toEqual(expected.length <= MAX_MESSAGES ? expected : [expected.length]);
    }),
  );
});
