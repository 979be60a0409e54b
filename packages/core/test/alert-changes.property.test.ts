import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertEvent, alertKeyText, deliveriesFor, MAX_MESSAGES } from '../src/operator.ts';
import { alertChanges, alertOf } from '../src/rules/alert-changes.ts';
import { receives } from '../src/rules/deliveries-for.ts';

const [SHOP, BANK] = ['shop', 'bank'] as const;

const alertId = fc.integer({ min: 1, max: 4 });
const fingerprint = fc.constantFrom('one', 'two');
const versions = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('forecast', 'schedule', 'data'),
    projectId: fc.constantFrom(SHOP, BANK),
    id: alertId,
    fingerprint,
  }),
  { selector: alertKeyText },
);
const found = fc
  .uniqueArray(fc.record({ id: alertId, project: fc.constantFrom(SHOP, BANK), fingerprint }), {
    selector: ({ id, project }) => `${id} ${project}`,
  })
  .map((all) =>
    all.map((each) => ({ kind: 'forecast', prediction: predictionLike(each) }) as const),
  );

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

test('the changes lead from what was told to what is found, in whatever order it is found', () => {
  fc.assert(
    fc.property(versions, found, (told, now) => {
      const { raised, ended } = alertChanges(told, now);
      const state = new Map<string, string>(
        told.map((each) => [alertKeyText(each), each.fingerprint]),
      );
      for (const each of ended) expect(state.delete(alertKeyText(each))).toBe(true);
      for (const each of raised.map(alertOf)) {
        expect(state.get(alertKeyText(each))).not.toBe(each.fingerprint);
        state.set(alertKeyText(each), each.fingerprint);
      }
      expect(state).toEqual(
        new Map(now.map(alertOf).map((each) => [alertKeyText(each), each.fingerprint])),
      );
      const other = alertChanges(told, now.toReversed());
      expect(new Set(other.raised)).toEqual(new Set(raised));
      expect(other.ended).toEqual(ended);
      expect(alertChanges(now.map(alertOf), now)).toEqual({ raised: [], ended: [] });
    }),
  );
});

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
