import type { ListingFilter } from '@forewarn/record';
import type { Schedule } from '@forewarn/core';
import * as fc from 'fast-check';
import type { Alphabet } from './arbitrary-name.ts';
import { arbitraryAnyOf } from './arbitrary-targets.ts';

/** Times that few instants share, in several zones. */
const TIMES = [
  '2030-01-01T00:00:00.000Z',
  '2030-01-01T14:00:00+14:00',
  '2030-01-01T00:00:00.001Z',
  '2029-12-31T23:59Z',
  '9999-12-31T23:59:59.999-12:00',
];
const INSTANTS = [...TIMES.map((time) => Date.parse(time)), 0];

/** Any schedule, or none. */
export const arbitrarySchedule: fc.Arbitrary<Schedule | undefined> = fc.option(
  fc.record(
    {
      status: fc.constantFrom('pending', 'pending', 'failed', 'suspended'),
      scheduledAt: fc.constantFrom(...TIMES),
    },
    { noNullPrototype: true },
  ),
  { nil: undefined },
);

const optional = { requiredKeys: [] };

/** Any combination of filters, with the names of an alphabet. */
export const arbitraryFilter = (alphabet: Alphabet): fc.Arbitrary<ListingFilter> =>
  fc.record(
    {
      environments: fc.array(fc.constantFrom(...alphabet), { maxLength: 2 }),
      statuses: fc.subarray(['pending', 'failed', 'suspended'] as const),
      from: fc.constantFrom(...INSTANTS),
      to: fc.constantFrom(...INSTANTS),
      needAttentionAt: fc.constantFrom(...INSTANTS),
      anyOf: arbitraryAnyOf(alphabet),
    },
    optional,
  );
