import type { EndedEntry, StateEntry } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import type { EntrySection as Section } from '../src/documents/read-elements.ts';
import { readEntry } from '../src/documents/read-entry.ts';
import { changeRequest, PROJECTS, STRATEGIES } from './unleash-responses.ts';

const PATHS = {
  projects: '$.projects[7]',
  strategies: '$.strategies[7]',
  changeRequests: '$[7]',
} as const;

const read = (section: Section, value: unknown) =>
  readEntry({ section, path: PATHS[section], value });

/** Reads a value as the eighth element of its list. */
const readValue = (section: Section, value: unknown): StateEntry | EndedEntry =>
  read(section, value)._unsafeUnwrap();

/** Returns its problems, one line each, without the path of the value. */
const problemsIn = (section: Section, value: unknown): readonly string[] =>
  read(section, value)
    ._unsafeUnwrapErr()
    .map(({ path, what }) => `${path}: ${what}`.replace(PATHS[section], ''));

const LEAST = { id: 1, environment: 'production', project: 'shop', state: 'Scheduled' };

const scheduled = (value: Readonly<Record<string, unknown>>) => {
  const of = readValue('changeRequests', { ...LEAST, ...value });
  if (of.kind !== 'scheduled') throw new Error(`read as ${of.kind}`);
  return of.changeRequest;
};

const NAME =
  'expected 1 to 255 characters, none of them a control character or an unpaired surrogate';

test('a project keeps only its id and name', () => {
  expect(PROJECTS.projects.map((project) => readValue('projects', project))).toStrictEqual([
    { kind: 'project', project: { id: 'shop', name: 'Web shop' } },
    { kind: 'project', project: { id: 'office', name: 'Office' } },
  ]);
});

describe('a strategy definition', () => {
  test('is read as Unleash lists it, with null as absent', () => {
    expect(STRATEGIES.strategies.map((each) => readValue('strategies', each))).toStrictEqual([
      {
        kind: 'strategy',
        definition: {
          displayName: 'Gradual rollout',
          name: 'flexibleRollout',
          editable: false,
          description: 'Roll out to a percentage of your userbase.',
          parameters: STRATEGIES.strategies[0]?.parameters,
          deprecated: false,
        },
      },
      {
        kind: 'strategy',
        definition: {
          name: 'byCountry',
          editable: true,
          parameters: [
            { name: 'countries', type: 'list', description: 'ISO 3166', required: true },
          ],
          deprecated: false,
        },
      },
    ]);
  });
});

describe('a scheduled change request', () => {
  test('is read as Unleash returns it, without the fields that the rule ignores', () => {
    const response = changeRequest({});
    const { environmentType: _type, features, ...kept } = response;
    const [{ defaultChange: _change, conflict: _conflict, ...feature } = {}] = features;

    expect(readValue('changeRequests', response)).toStrictEqual({
      kind: 'scheduled',
      changeRequest: { ...kept, features: [feature] },
    });
  });

  test('treats null as absent in it, its schedule, its features and their changes', () => {
    const nothing = { title: null, minApprovals: null, comments: null, segments: null };
    expect(scheduled({ ...nothing, schedule: null, features: null })).toStrictEqual(scheduled({}));

    const schedule = { status: 'failed', scheduledAt: '2027-01-11T06:00:00Z', reason: null };
    const changes = [{ id: null, action: 'archiveFeature', payload: null, conflict: null }];
    const features = [
      { name: 'a', changes, conflict: null },
      { name: 'b', changes: null },
    ];
    const segments = [{ name: null, action: 'updateSegment', payload: { id: 1, name: null } }];
    expect(scheduled({ schedule, features, segments })).toStrictEqual({
      ...LEAST,
      schedule: { status: 'failed', scheduledAt: '2027-01-11T06:00:00Z' },
      features: [
        { name: 'a', changes: [{ action: 'archiveFeature' }] },
        { name: 'b', changes: [] },
      ],
      segments: [{ action: 'updateSegment', payload: { id: 1, name: null } }],
    });
  });

  test('keeps payloads as they are, with their nulls', () => {
    const payload: unknown = JSON.parse(
      '{"a": null, "b": [null, {"c": null}], "__proto__": {"d": 1}, "constructor": null, "": 0.1}',
    );
    const features = [{ name: 'a', changes: [{ action: 'x', payload }] }];

    expect(JSON.stringify(scheduled({ features }).features[0]?.changes[0]?.payload)).toBe(
      JSON.stringify(payload),
    );
  });

  test.each([
    { status: 'pending', scheduledAt: '2027-01-11T06:00:00.000Z' },
    { status: 'failed', scheduledAt: '2027-01-11T06:00:00+02:00', reason: 'a', failureReason: 'b' },
    { status: 'suspended', scheduledAt: '2027-01-11T06:00:00Z', reason: 'a' },
  ])('can be $status', (schedule) => {
    expect(scheduled({ schedule }).schedule).toStrictEqual(schedule);
  });
});

describe('a change request in another state', () => {
  test.each(['Draft', 'In review', 'Approved', 'Applied', 'Cancelled', 'Rejected'])(
    'that is %s is not scheduled, whatever its other fields',
    (state) => {
      const value = { id: 3, project: 'shop', state, features: 'none', schedule: 5, title: [] };

      expect(readValue('changeRequests', value)).toStrictEqual({
        kind: 'ended',
        projectId: 'shop',
        id: 3,
      });
    },
  );

  test.each(['scheduled', 'Pending', '', 1, null, undefined])(
    'cannot be %j, which could mean scheduled',
    (state) => {
      expect(problemsIn('changeRequests', { ...LEAST, state })).toEqual([
        '.state: expected one of Scheduled, Draft, In review, Approved, Applied, Cancelled, Rejected',
      ]);
    },
  );
});

const applied = (own: object) => ({ ...own, state: 'Applied' });
const TIME = '.schedule.scheduledAt: expected a time with its zone, ISO 8601';
const feature = (own: object) => ({ ...LEAST, features: [{ name: 'a', ...own }] });

// A problem of the shape, or of what is read: the rules have tests of their own.
test.each<[Section, unknown, readonly string[]]>([
  ['projects', null, [': expected object, received null']],
  [
    'projects',
    {},
    ['.id: expected string, received undefined', '.name: expected string, received undefined'],
  ],
  [
    'projects',
    { id: 'a\nb', name: 'a\0b' },
    [`.id: ${NAME}`, '.name: expected text without NUL and unpaired surrogates'],
  ],
  ['strategies', { name: 'x'.repeat(256) }, [`.name: ${NAME}`]],
  [
    'strategies',
    { name: 'a', parameters: [{ name: 'b', type: 'list' }, { type: 'text' }] },
    [
      '.parameters[1].name: expected string, received undefined',
      '.parameters[1].type: expected one of "string"|"percentage"|"list"|"number"|"boolean"',
    ],
  ],
  ['changeRequests', [LEAST], [': expected object, received array']],
  [
    'changeRequests',
    applied({ project: null }),
    ['.id: expected number, received undefined', '.project: expected string, received null'],
  ],
  [
    'changeRequests',
    applied({ id: 1.5, project: 'a\0' }),
    ['.id: expected a whole number from 0 to 2^53 - 1', `.project: ${NAME}`],
  ],
  [
    'changeRequests',
    { ...LEAST, id: 'x', environment: null, features: [{}] },
    [
      '.id: expected number, received string',
      '.environment: expected string, received undefined',
      '.features[0].name: expected string, received undefined',
    ],
  ],
  [
    'changeRequests',
    { ...LEAST, schedule: { status: 'pending', scheduledAt: 'tomorrow' } },
    [TIME],
  ],
  [
    'changeRequests',
    { ...LEAST, schedule: { status: 'done' } },
    [".schedule.status: expected 'pending' | 'failed' | 'suspended'"],
  ],
  [
    'changeRequests',
    feature({ changes: [{ action: 'archiveFeature' }, { action: null }, 7] }),
    [
      '.features[0].changes[1].action: expected string, received undefined',
      '.features[0].changes[2]: expected object, received number',
    ],
  ],
  [
    'changeRequests',
    feature({ changes: [{ action: 'deleteStrategy', payload: { id: 'a\nb' } }] }),
    [`.features[0].changes[0].payload: ${NAME}`],
  ],
])('%s cannot have %j', (section, value, expected) => {
  expect(problemsIn(section, value)).toEqual(expected);
});
