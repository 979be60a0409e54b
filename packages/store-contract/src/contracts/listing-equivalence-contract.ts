import type { Change, ListingFilter, Schedule } from '@forewarn/core';
import * as fc from 'fast-check';
import {
  arbitraryHistory,
  outcomeOf,
  projectsOf,
  type Step,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryFilter, arbitrarySchedule } from '../arbitraries/arbitrary-listing.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { holdsFor } from '../arbitraries/holds-for.ts';
import { type Contract, contractOf } from '../contract.ts';
import type { ListingPorts } from '../listing-ports.ts';
import { assertListsByRule } from '../lists-by-rule.ts';
import { changeRequest, feature, PROJECT } from '../samples/change-request.ts';
import { record, registerProjects, schedule } from '../store-calls.ts';

const RUNS = 30;

const arbitrarySample = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryHistory(alphabet),
    schedules: fc.array(arbitrarySchedule, { minLength: 5, maxLength: 5 }),
    filters: fc.array(arbitraryFilter(alphabet), { minLength: 8, maxLength: 8 }),
  }),
);

/** Gives a change request a schedule. */
function withSchedule(step: Step, given: Schedule | undefined): Step {
  if (step.kind === 'ended' || given === undefined) return step;
  return { ...step, changeRequest: { ...step.changeRequest, schedule: given } };
}

const AT = '2030-01-01T00:00:00.000Z';
const INSTANT = Date.parse(AT);
const STATUSES = ['pending', 'failed', 'suspended'] as const;
const CHANGES: readonly Change[] = [
  { action: 'updateEnabled' },
  { action: 'updateEnabled', conflict: 'It was archived.' },
  { action: 'inventedTomorrow' },
];

/** Each status with each kind of change, without a schedule as well. */
const EACH_KIND = [undefined, ...STATUSES].flatMap((status, s) =>
  CHANGES.flatMap((change, c) => {
    const { schedule: _none, ...unscheduled } = changeRequest({
      id: 10 * s + c,
      environment: `e${c}`,
      features: [{ name: 'a', changes: [change] }],
    });
    return status === undefined
      ? [unscheduled]
      : [{ ...unscheduled, schedule: { status, scheduledAt: AT } }];
  }),
);

/** Each filter alone, at, before and after the time of the schedules, and some together. */
const EACH_FILTER: readonly ListingFilter[] = [
  {},
  ...[-1, 0, 1].flatMap((ms): readonly ListingFilter[] => [
    { needAttentionAt: INSTANT + ms },
    { from: INSTANT + ms },
    { to: INSTANT + ms },
    { from: INSTANT - 1, to: INSTANT + ms },
    { needAttentionAt: INSTANT + ms, statuses: ['pending'] },
  ]),
  ...STATUSES.map((status) => ({ statuses: [status] })),
  { statuses: [] },
  { environments: [] },
  { environments: ['e0', 'e2'], statuses: ['failed', 'pending'] },
  { environments: ['e1'], anyOf: [feature('a')] },
];

/** Listings return what the rule lists. */
export const listingEquivalenceContract: Contract<ListingPorts> = contractOf(
  'ScheduledChangeRequestReader.list, against the rule',
  {
    'applies each filter to each kind of schedule and of change': async ({ store }) => {
      await registerProjects(store, PROJECT);
      for (const each of EACH_KIND) await record(store, each);
      await assertListsByRule(store, EACH_KIND, [PROJECT], EACH_FILTER);
    },
    'lists exactly what the rule lists after puts, replacements and removals': ({ store }) =>
      holdsFor(RUNS, arbitrarySample, async ({ history, schedules, filters }, prefix) => {
        const projects = projectsOf(prefix);
        const steps = withPrefix(prefix, history).map((step, index) =>
          withSchedule(step, schedules[index % schedules.length]),
        );
        await registerProjects(store, ...projects);
        await schedule(store, steps);
        const { scheduled } = outcomeOf(steps);
        await assertListsByRule(store, scheduled, projects, [{}, ...filters]);
        await assertListsByRule(store, scheduled, projects.slice(0, 1), filters.slice(0, 2));
      }),
  },
);
