import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { outcomeOfAll } from '../../src/impact/ask-impact.ts';
import { tableOf, withLinks } from '../../src/impact/impact-report.ts';
import { changeRequest, clear, doubtful, impactOf, ODD, PRINTED_ODD, touched } from './impacts.ts';

describe('the table', () => {
  test('shows when, whose and why', () => {
    expect(tableOf(impactOf(touched), true)).toBe(`\
id  environment  when (UTC)        by     title      why
7   production   2027-01-11 06:00  maria  Retire it  updateStrategy of checkout (features[0].changes[1])
                                                     will be suspended: Unleash suspends the schedule of an archived feature.
                                                     Apply it before you archive, or revive the feature and schedule it again.
`);
  });

  test('names targets and projects where there may be several', () => {
    expect(tableOf(impactOf(touched, clear, doubtful), false)).toBe(`\
target                  project  id  environment  when (UTC)        by     title      why
the feature "checkout"  shop     7   production   2027-01-11 06:00  maria  Retire it  updateStrategy of checkout (features[0].changes[1])
                                                                                      will be suspended: Unleash suspends the schedule of an archived feature.
                                                                                      Apply it before you archive, or revive the feature and schedule it again.
the segment 3           shop     9   staging                                          unknown: it may touch more segments: it does not say which (segments[0])
the segment 3                                                                         unknown: no import or sync has listed all that is scheduled
`);
  });

  test('omits columns without text, as for the search of a server without impact', () => {
    const { project, id, environment, title = '' } = changeRequest;
    const found = { project, id, environment, title, touches: [] };

    expect(tableOf(impactOf({ ...touched, changeRequests: [found] }), true)).toBe(`\
id  environment  title
7   production   Retire it
`);
  });

  test('shows each change of a change request, its link, and how many are not listed', () => {
    const [touch] = changeRequest.touches;
    const touches = [
      { path: 'features[0]', feature: 'checkout' },
      { ...touch, path: 'features[1].changes[0]', feature: 'basket', consequence: undefined },
    ];
    const more = { ...touched, count: 123, changeRequests: [{ ...changeRequest, touches }] };
    const impact = withLinks(impactOf(more as typeof touched), 'https://u.example.com');

    expect(tableOf(impact, true).replaceAll(/^.* {2}/gm, '')).toBe(`\
why
changes of checkout (features[0])
updateStrategy of basket (features[1].changes[0])
https://u.example.com/projects/shop/change-requests/7
and 122 more
`);
  });

  test.each([
    ['strategy-updated', 'will be suspended: Unleash suspends a schedule that would overwrite'],
    ['definition-deleted', 'will fail: The strategy definition it names no longer exists.\n'],
    ['already-archiving', 'not affected: It only archives the feature, too.\n'],
    ['no-rule', 'effect unknown: No rule says what happens to it.\n'],
  ] as const)('says what %s means, why and what to do', (rule, text) => {
    const consequence = by(rule);
    const touches = [{ path: 'segments[0]', action: 'updateSegment', consequence }];
    const impact = impactOf({ ...touched, changeRequests: [{ ...changeRequest, touches }] });

    expect(tableOf(impact, true)).toContain(
      `updateSegment (segments[0])\n${' '.repeat(53)}${text}`,
    );
  });

  test.each([
    [{ status: 'failed', scheduledAt: '2027-01-11T06:00:00Z' }, '2027-01-11 06:00, failed'],
    [{ status: 'suspended', scheduledAt: 'soon' }, 'soon, suspended'],
    [undefined, 'production   maria'],
  ] as const)('shows the schedule %j', (schedule, text) => {
    const { schedule: _known, ...unscheduled } = changeRequest;
    const found = schedule === undefined ? unscheduled : { ...unscheduled, schedule };

    expect(tableOf(impactOf({ ...touched, changeRequests: [found] }), true)).toContain(text);
  });

  test('prints no control character of a name', () => {
    const odd = { ...changeRequest, title: ODD, environment: ODD, createdBy: ODD };
    const table = tableOf(impactOf({ ...touched, changeRequests: [odd] }), true);

    expect(table.split(PRINTED_ODD)).toHaveLength(4);
    expect(table.split('\n')).toHaveLength(5);
  });

  test('is empty if nothing touches any target', () => {
    expect(tableOf(impactOf(clear), true)).toBe('');
  });
});

describe('links', () => {
  test('lead to the pages of the given Unleash', () => {
    const odd = { ...changeRequest, project: 'a/b c' };
    const found = impactOf({ ...touched, changeRequests: [changeRequest, odd] });

    const [impact] = withLinks(found, 'https://u.example.com/eu/').impacts;

    expect(impact?.changeRequests.map(({ url }) => url)).toEqual([
      'https://u.example.com/eu/projects/shop/change-requests/7',
      'https://u.example.com/eu/projects/a%2Fb%20c/change-requests/7',
    ]);
  });
});

test.each([
  [[clear], 'none'],
  [[clear, doubtful], 'unknown'],
  [[clear, doubtful, touched], 'some'],
  [[], 'unknown'],
] as const)('the outcome for all targets is the worst', (impacts, outcome) => {
  expect(outcomeOfAll(impactOf(...impacts))).toBe(outcome);
});
