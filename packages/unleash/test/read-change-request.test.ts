import { describe, expect, test } from 'vitest';
import { problemsIn, readValue } from './read-value.ts';
import { changeRequest } from './unleash-responses.ts';

const LEAST = { id: 1, environment: 'production', project: 'shop', state: 'Scheduled' };

const scheduled = (value: Readonly<Record<string, unknown>>) => {
  const of = readValue('changeRequests', { ...LEAST, ...value });
  if (of.kind !== 'scheduled') throw new Error(`read as ${of.kind}`);
  return of.changeRequest;
};

const wrong = (value: Readonly<Record<string, unknown>>) =>
  problemsIn('changeRequests', { ...LEAST, ...value });

const NAME =
  'expected 1 to 255 characters, none of them a control character or an unpaired surrogate';

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

  const ID = '$[7].id: expected a whole number from 0 to 2^53 - 1';
  const TIME = '$[7].schedule.scheduledAt: expected a time with its zone, ISO 8601';
  const at = (scheduledAt: unknown) => ({ schedule: { status: 'pending', scheduledAt } });
  const feature = (own: Readonly<Record<string, unknown>>) => ({
    features: [{ name: 'a', ...own }],
  });

  test.each([
    [{ id: undefined }, ['$[7].id: expected number, received undefined']],
    [{ id: null }, ['$[7].id: expected number, received undefined']],
    [{ id: '1' }, ['$[7].id: expected number, received string']],
    [{ id: -1 }, [ID]],
    [{ id: 1.5 }, [ID]],
    [{ id: 2 ** 53 }, [ID]],
    [{ project: 1 }, ['$[7].project: expected string, received number']],
    [{ project: 'a\tb' }, [`$[7].project: ${NAME}`]],
    [{ environment: '' }, [`$[7].environment: ${NAME}`]],
    [{ title: ['a'] }, ['$[7].title: expected string, received array']],
    [{ title: 'a\0' }, ['$[7].title: expected text without NUL and unpaired surrogates']],
    [at('2027-01-11T06:00:00'), [TIME]],
    [at('2027-01-11'), [TIME]],
    [at('2027-02-30T06:00:00Z'), [TIME]],
    [at('tomorrow'), [TIME]],
    [at(1_800_000_000), [TIME]],
    [at(undefined), [TIME]],
    [
      { schedule: { status: 'late', scheduledAt: '2027-01-11T06:00:00Z' } },
      ["$[7].schedule.status: expected 'pending' | 'failed' | 'suspended'"],
    ],
    [{ schedule: 'now' }, ['$[7].schedule: expected object, received string']],
    [{ features: {} }, ['$[7].features: expected array, received object']],
    [
      { features: ['a', 1] },
      [
        '$[7].features[0]: expected object, received string',
        '$[7].features[1]: expected object, received number',
      ],
    ],
    [
      { features: [{ changes: [] }] },
      ['$[7].features[0].name: expected string, received undefined'],
    ],
    [feature({ name: 'a\u0007' }), [`$[7].features[0].name: ${NAME}`]],
    [feature({ name: 'a\ud800' }), [`$[7].features[0].name: ${NAME}`]],
    [feature({ changes: 'all' }), ['$[7].features[0].changes: expected array, received string']],
    [
      feature({
        changes: [{ action: 'archiveFeature' }, { payload: {} }, { action: null }, { action: 1 }],
      }),
      [
        '$[7].features[0].changes[1].action: expected string, received undefined',
        '$[7].features[0].changes[2].action: expected string, received undefined',
        '$[7].features[0].changes[3].action: expected string, received number',
      ],
    ],
    [
      { segments: [{ name: 'a' }] },
      ['$[7].segments[0].action: expected string, received undefined'],
    ],
    [
      feature({ changes: [{ action: 'deleteStrategy', payload: { id: 'a\nb' } }] }),
      [`$[7].features[0].changes[0].payload: ${NAME}`],
    ],
  ])('cannot have %j', (value, expected) => {
    expect(wrong(value)).toEqual(expected);
  });

  test.each([
    [null, 'null'],
    [[LEAST], 'array'],
    ['Scheduled', 'string'],
    [7, 'number'],
  ])('is not %j', (value, type) => {
    expect(problemsIn('changeRequests', value)).toEqual([
      `$[7]: expected object, received ${type}`,
    ]);
  });

  test('reports every problem of one', () => {
    expect(wrong({ id: 'x', environment: null, features: [{}] })).toEqual([
      '$[7].id: expected number, received string',
      '$[7].environment: expected string, received undefined',
      '$[7].features[0].name: expected string, received undefined',
    ]);
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
      expect(wrong({ state })).toEqual([
        '$[7].state: expected one of Scheduled, Draft, In review, Approved, Applied, Cancelled, Rejected',
      ]);
    },
  );

  test.each([
    [{ project: 'shop' }, ['.id: expected number, received undefined']],
    [{ id: 1, project: null }, ['.project: expected string, received null']],
    [{ id: -1, project: 'shop' }, ['.id: expected a whole number from 0 to 2^53 - 1']],
    [
      { id: 1.5, project: 'a\0' },
      ['.id: expected a whole number from 0 to 2^53 - 1', `.project: ${NAME}`],
    ],
  ])('needs a valid id and project: %j', (value, expected) => {
    expect(problemsIn('changeRequests', { ...value, state: 'Applied' })).toEqual(
      expected.map((line) => `$[7]${line}`),
    );
  });
});
