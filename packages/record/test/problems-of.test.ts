import type { Problem, ScheduledChangeRequest } from '@forewarn/core';
import {
  problemsOfChangeRequest,
  problemsOfNewStrategy,
  problemsOfProject,
  problemsOfStrategy,
  problemsOfStrategyUpdate,
  type StrategyDefinition,
} from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { IMPOSSIBLE_NAMES } from '../../core/test/impossible-names.ts';
import { changeRequest, changing, times } from '../../core/test/samples.ts';

const NAME = '1 to 255 characters, none of them a control character or an unpaired surrogate';
const NEW_NAME =
  '1 to 100 letters, digits, "_", "~", ".", "-", "!", "*", "\'", "(" or ")", and not "." or ".."';
const TEXT = 'text without NUL and unpaired surrogates';
const LONGEST = 'x'.repeat(255);

const problemsOf = (given: Partial<ScheduledChangeRequest>): readonly Problem[] =>
  problemsOfChangeRequest(changeRequest(given));

const named = (name: string): StrategyDefinition => ({
  name,
  parameters: [],
  deprecated: false,
  editable: true,
});

// Invalid names, except the empty one: a payload may have it, and it then names nothing.
const TOO_LONG = 'x'.repeat(256);

describe('problemsOfProject', () => {
  test.each(IMPOSSIBLE_NAMES)('rejects as the id: %s', (_why, id) => {
    expect(problemsOfProject({ id, name: 'Default' })).toEqual([{ path: 'id', expected: NAME }]);
  });

  test('accepts any name of at most 255 characters', () => {
    for (const name of ['', LONGEST, 'two\nlines', '😀']) {
      expect(problemsOfProject({ id: LONGEST, name })).toEqual([]);
    }
  });

  test('rejects a name with NUL or an unpaired surrogate', () => {
    for (const name of ['a\0b', '\ud83d', '\ude00\ud83d']) {
      const problems = [{ path: 'name', expected: TEXT }];
      expect(problemsOfProject({ id: 'default', name })).toEqual(problems);
      expect(problemsOfProject({ id: '', name })).toEqual([
        { path: 'id', expected: NAME },
        ...problems,
      ]);
    }
  });
});

test.each(IMPOSSIBLE_NAMES)('problemsOfStrategy rejects as the name: %s', (_why, name) => {
  expect(problemsOfStrategy(named(name))).toEqual([{ path: 'name', expected: NAME }]);
  expect(problemsOfStrategy(named(LONGEST))).toEqual([]);
});

describe('problemsOfNewStrategy', () => {
  test.each([...IMPOSSIBLE_NAMES.map(([, name]) => name), 'a b', 'ü', '..', 'x'.repeat(101)])(
    'rejects as the name: %j',
    (name) => {
      expect(problemsOfNewStrategy(named(name))).toEqual([{ path: 'name', expected: NEW_NAME }]);
    },
  );

  test('accepts a name of 100 characters, which an import accepts, too', () => {
    expect(problemsOfNewStrategy(named('x'.repeat(100)))).toEqual([]);
    expect(problemsOfStrategy(named('x'.repeat(100)))).toEqual([]);
  });
});

test('one list of changes touches 10,000 targets at most: a store writes a row for each', () => {
  const listed = (count: number) => {
    const payload = { segments: times(count, (id) => id) };
    return { features: [{ name: 'checkout', changes: [{ action: 'addStrategy', payload }] }] };
  };
  expect(problemsOf(listed(10_001))).toEqual([
    { path: 'features[0].changes', expected: 'changes that touch at most 10000 targets' },
  ]);
  expect(problemsOf(listed(10_000))).toEqual([]);
});

describe('the texts of a strategy definition', () => {
  const parametersOf = (count: number) =>
    times(count, (nth) => ({
      name: `p${nth}`,
      type: 'string' as const,
      required: false,
      description: 'x'.repeat(10_000),
    }));
  const tooLong = { path: 'parameters', expected: 'texts of at most 100000 characters in all' };

  test('have 100,000 characters in all at most, when the definition is new or changed', () => {
    const definition = { ...named('mine'), parameters: parametersOf(10) };
    expect(problemsOfNewStrategy(definition)).toEqual([tooLong]);
    expect(problemsOfStrategyUpdate(definition)).toEqual([tooLong]);
    expect(problemsOfNewStrategy({ ...definition, parameters: parametersOf(9) })).toEqual([]);
  });

  test('are accepted when an import has more', () => {
    expect(problemsOfStrategy({ ...named('mine'), parameters: parametersOf(10) })).toEqual([]);
  });
});

describe('problemsOfChangeRequest', () => {
  test('a valid change request has no problems', () => {
    const payload = { id: LONGEST, name: LONGEST, segments: [0, 7] };
    expect(
      problemsOf({
        title: 'Turn\nit off',
        features: [{ name: LONGEST, changes: [{ action: 'updateStrategy', payload }] }],
        segments: [{ action: 'updateSegment', payload: { id: 7 } }],
      }),
    ).toEqual([]);
  });

  test('accepts whole numbers from 0 to 2^53 - 1 as the id', () => {
    for (const id of [0, 1, 2 ** 53 - 1]) expect(problemsOf({ id })).toEqual([]);
    for (const id of [-1, 1.5, 2 ** 53, Number.NaN, Infinity, -Infinity]) {
      const expected = 'a whole number from 0 to 2^53 - 1';
      expect(problemsOf({ id })).toEqual([{ path: 'id', expected }]);
    }
  });

  test.each(IMPOSSIBLE_NAMES)(
    'rejects as the name of project, environment or feature: %s',
    (_why, name) => {
      const features = [changing('checkout'), changing(name)];
      const paths = ['project', 'environment', 'features[1].name'];
      expect(problemsOf({ project: name, environment: name, features })).toEqual(
        paths.map((path) => ({ path, expected: NAME })),
      );
    },
  );

  test.each([
    ['', []],
    [LONGEST, []],
    ['a\0b', [TEXT]],
    ['\ud83d', [TEXT]],
    [TOO_LONG, []],
  ])('accepts the title %j, or says what it must be', (title, problems) => {
    expect(problemsOf({ title })).toEqual(
      problems.map((expected) => ({ path: 'title', expected })),
    );
  });

  test.each([
    ['updateStrategy', { id: TOO_LONG }],
    ['addStrategy', { name: '\ud83d' }],
    ['reorderStrategy', [{ id: 's-1' }, { id: TOO_LONG }]],
  ])('rejects an invalid name in the payload of %s', (action, payload) => {
    const changes = [{ action: 'updateEnabled' }, { action, payload }];
    const features = [changing('search'), { name: 'checkout', changes }];
    const path = 'features[1].changes[1].payload';
    expect(problemsOf({ features })).toEqual([{ path, expected: NAME }]);
  });

  test('rejects an invalid name in the payload of a segment change', () => {
    const segments = [
      { action: 'updateSegment', payload: { id: 7 } },
      { action: 'addStrategy', payload: { name: TOO_LONG } },
    ];
    expect(problemsOf({ segments })).toEqual([{ path: 'segments[1].payload', expected: NAME }]);
  });

  test('accepts a payload without names or of an unknown shape', () => {
    for (const payload of [undefined, null, 7, [], {}, { id: '', name: '' }, { id: null }]) {
      const actions = ['updateStrategy', 'reorderStrategy', 'teleportFeature'];
      const changes = actions.map((action) => ({ action, payload }));
      const features = [{ name: 'checkout', changes }];
      expect(problemsOf({ features, segments: changes })).toEqual([]);
    }
  });

  test('returns all problems, in the order of the fields', () => {
    const problems = problemsOf({
      id: -1,
      project: '',
      environment: '',
      title: '\0',
      features: [{ name: '', changes: [{ action: 'deleteStrategy', payload: { id: TOO_LONG } }] }],
      segments: [{ action: 'addStrategy', payload: { name: TOO_LONG } }],
    });
    expect(problems.map(({ path }) => path)).toEqual([
      'id',
      'project',
      'environment',
      'title',
      'features[0].name',
      'features[0].changes[0].payload',
      'segments[0].payload',
    ]);
  });

  test('rejects more than 10,000 features', () => {
    const features = times(10_001, () => changing('a'));
    expect(problemsOf({ features: features.slice(1) })).toEqual([]);
    expect(problemsOf({ features })).toEqual([{ path: 'features', expected: 'at most 10000' }]);
  });

  test('rejects more than 10,000 changes, those of segments included', () => {
    const segments = [{ action: 'updateSegment', payload: { id: 7 } }];
    const changes = times(10_000, () => ({ action: 'updateEnabled' }));
    expect(problemsOf({ features: [{ name: 'a', changes }] })).toEqual([]);
    expect(problemsOf({ features: [{ name: 'a', changes }], segments })).toEqual([
      { path: 'features', expected: 'at most 10000 changes, those of segments included' },
    ]);
  });

  test('returns the first 101 problems: one more than an error reports', () => {
    const features = times(10_000, () => changing(''));
    expect(problemsOf({ features })).toHaveLength(101);
  });
});

describe('problemsOfStrategyUpdate', () => {
  const parameter = { name: 'a', type: 'string', description: '', required: false } as const;

  test('rejects a parameter without a name', () => {
    const parameters = [parameter, { ...parameter, name: '' }];
    const unnamed = [{ path: 'parameters[1].name', expected: NAME }];
    expect(problemsOfStrategyUpdate({ parameters })).toEqual(unnamed);
    expect(problemsOfNewStrategy({ ...named('mine'), parameters })).toEqual(unnamed);
  });

  test('rejects long texts and too many parameters, and accepts null', () => {
    const update = { displayName: TOO_LONG, title: TOO_LONG, description: 'x'.repeat(10_001) };
    const parameters = times(101, () => parameter);
    expect(problemsOfStrategyUpdate({ ...update, parameters })).toEqual([
      { path: 'displayName', expected: 'at most 255 characters' },
      { path: 'title', expected: 'at most 255 characters' },
      { path: 'description', expected: 'at most 10000 characters' },
      { path: 'parameters', expected: 'at most 100' },
    ]);
    expect(problemsOfStrategyUpdate({ title: null, parameters: [] })).toEqual([]);
  });
});
