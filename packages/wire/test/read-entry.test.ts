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

  test('needs only a name: it is editable, not deprecated and without parameters', () => {
    const least = { name: 'a', parameters: [], deprecated: false, editable: true };

    expect(readValue('strategies', { name: 'a' })).toStrictEqual({
      kind: 'strategy',
      definition: least,
    });
    expect(
      readValue('strategies', { name: 'a', parameters: null, deprecated: null, editable: null }),
    ).toStrictEqual({ kind: 'strategy', definition: least });
  });

  test('stays built in if its name is that of a built-in one', () => {
    expect(readValue('strategies', { name: 'default', editable: true })).toHaveProperty(
      'definition.editable',
      false,
    );
  });

  test('has parameters that need only a name and a type', () => {
    const parameters = [{ name: 'a', type: 'number', description: null }];

    expect(readValue('strategies', { name: 'a', parameters })).toHaveProperty(
      'definition.parameters',
      [{ name: 'a', type: 'number', description: '', required: false }],
    );
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

  test('needs only id, environment, project and state', () => {
    expect(scheduled({})).toStrictEqual({ ...LEAST, features: [], segments: [] });
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
const ID = '.id: expected a whole number from 0 to 2^53 - 1';
const TIME = '.schedule.scheduledAt: expected a time with its zone, ISO 8601';
const at = (scheduledAt: unknown) => ({ schedule: { status: 'pending', scheduledAt } });
const feature = (own: object) => ({ features: [{ name: 'a', ...own }] });

test.each<[Section, unknown, readonly string[]]>([
  [
    'projects',
    {},
    ['.id: expected string, received undefined', '.name: expected string, received undefined'],
  ],
  ['projects', { id: 1, name: 'a' }, ['.id: expected string, received number']],
  ['projects', { id: 'a', name: null }, ['.name: expected string, received null']],
  ['projects', { id: '', name: 'a' }, [`.id: ${NAME}`]],
  [
    'projects',
    { id: 'a\nb', name: 'a\0b' },
    [`.id: ${NAME}`, '.name: expected text without NUL and unpaired surrogates'],
  ],
  ['projects', 'shop', [': expected object, received string']],
  ['projects', null, [': expected object, received null']],
  ['projects', ['shop'], [': expected object, received array']],
  ['strategies', {}, ['.name: expected string, received undefined']],
  ['strategies', { name: 'x'.repeat(256) }, [`.name: ${NAME}`]],
  [
    'strategies',
    { name: 'a', deprecated: 'no' },
    ['.deprecated: expected boolean, received string'],
  ],
  ['strategies', { name: 'a', parameters: {} }, ['.parameters: expected array, received object']],
  [
    'strategies',
    { name: 'a', parameters: [{ name: 'b', type: 'list' }, { type: 'text' }] },
    [
      '.parameters[1].name: expected string, received undefined',
      '.parameters[1].type: expected one of "string"|"percentage"|"list"|"number"|"boolean"',
    ],
  ],
  ['changeRequests', applied({ project: 'shop' }), ['.id: expected number, received undefined']],
  [
    'changeRequests',
    applied({ id: 1, project: null }),
    ['.project: expected string, received null'],
  ],
  ['changeRequests', applied({ id: -1, project: 'shop' }), [ID]],
  ['changeRequests', applied({ id: 1.5, project: 'a\0' }), [ID, `.project: ${NAME}`]],
  ['changeRequests', null, [': expected object, received null']],
  ['changeRequests', [LEAST], [': expected object, received array']],
  ['changeRequests', 'Scheduled', [': expected object, received string']],
  ['changeRequests', 7, [': expected object, received number']],
  [
    'changeRequests',
    { ...LEAST, id: 'x', environment: null, features: [{}] },
    [
      '.id: expected number, received string',
      '.environment: expected string, received undefined',
      '.features[0].name: expected string, received undefined',
    ],
  ],
])('%s cannot have %j', (section, value, expected) => {
  expect(problemsIn(section, value)).toEqual(expected);
});

test.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
  [{ id: undefined }, ['.id: expected number, received undefined']],
  [{ id: null }, ['.id: expected number, received undefined']],
  [{ id: '1' }, ['.id: expected number, received string']],
  [{ id: -1 }, [ID]],
  [{ id: 1.5 }, [ID]],
  [{ id: 2 ** 53 }, [ID]],
  [{ project: 1 }, ['.project: expected string, received number']],
  [{ project: 'a\tb' }, [`.project: ${NAME}`]],
  [{ environment: '' }, [`.environment: ${NAME}`]],
  [{ title: ['a'] }, ['.title: expected string, received array']],
  [{ title: 'a\0' }, ['.title: expected text without NUL and unpaired surrogates']],
  [at('2027-01-11T06:00:00'), [TIME]],
  [at('2027-01-11'), [TIME]],
  [at('2027-02-30T06:00:00Z'), [TIME]],
  [at('tomorrow'), [TIME]],
  [at(1_800_000_000), [TIME]],
  [at(undefined), [TIME]],
  [
    { schedule: { status: 'late', scheduledAt: '2027-01-11T06:00:00Z' } },
    [".schedule.status: expected 'pending' | 'failed' | 'suspended'"],
  ],
  [{ schedule: 'now' }, ['.schedule: expected object, received string']],
  [{ features: {} }, ['.features: expected array, received object']],
  [
    { features: ['a', 1] },
    [
      '.features[0]: expected object, received string',
      '.features[1]: expected object, received number',
    ],
  ],
  [{ features: [{ changes: [] }] }, ['.features[0].name: expected string, received undefined']],
  [feature({ name: 'a\u0007' }), [`.features[0].name: ${NAME}`]],
  [feature({ name: 'a\ud800' }), [`.features[0].name: ${NAME}`]],
  [feature({ changes: 'all' }), ['.features[0].changes: expected array, received string']],
  [
    feature({
      changes: [{ action: 'archiveFeature' }, { payload: {} }, { action: null }, { action: 1 }],
    }),
    [
      '.features[0].changes[1].action: expected string, received undefined',
      '.features[0].changes[2].action: expected string, received undefined',
      '.features[0].changes[3].action: expected string, received number',
    ],
  ],
  [{ segments: [{ name: 'a' }] }, ['.segments[0].action: expected string, received undefined']],
  [
    feature({ changes: [{ action: 'deleteStrategy', payload: { id: 'a\nb' } }] }),
    [`.features[0].changes[0].payload: ${NAME}`],
  ],
])('a scheduled change request cannot have %j', (value, expected) => {
  expect(problemsIn('changeRequests', { ...LEAST, ...value })).toEqual(expected);
});
