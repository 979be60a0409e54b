import { describe, expect, test } from 'vitest';
import { problemsIn, readValue } from './read-value.ts';
import { PROJECTS, STRATEGIES } from './unleash-responses.ts';

const NAME =
  'expected 1 to 255 characters, none of them a control character or an unpaired surrogate';

describe('a project', () => {
  test('keeps only its id and name', () => {
    expect(PROJECTS.projects.map((project) => readValue('projects', project))).toStrictEqual([
      { kind: 'project', project: { id: 'shop', name: 'Web shop' } },
      { kind: 'project', project: { id: 'office', name: 'Office' } },
    ]);
  });

  test.each([
    [
      {},
      ['.id: expected string, received undefined', '.name: expected string, received undefined'],
    ],
    [
      { id: 1, name: null },
      ['.id: expected string, received number', '.name: expected string, received null'],
    ],
    [{ id: '', name: 'a' }, [`.id: ${NAME}`]],
    [
      { id: 'a\nb', name: 'a\0b' },
      [`.id: ${NAME}`, '.name: expected text without NUL and unpaired surrogates'],
    ],
    ['shop', [': expected object, received string']],
    [null, [': expected object, received null']],
    [['shop'], [': expected object, received array']],
  ])('cannot be %j', (value, expected) => {
    expect(problemsIn('projects', value)).toEqual(expected.map((line) => `$.projects[7]${line}`));
  });
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

  test.each([
    [{}, ['.name: expected string, received undefined']],
    [{ name: 'x'.repeat(256) }, [`.name: ${NAME}`]],
    [{ name: 'a', deprecated: 'no' }, ['.deprecated: expected boolean, received string']],
    [{ name: 'a', parameters: {} }, ['.parameters: expected array, received object']],
    [
      { name: 'a', parameters: [{ name: 'b', type: 'list' }, { type: 'text' }] },
      [
        '.parameters[1].name: expected string, received undefined',
        '.parameters[1].type: expected one of "string"|"percentage"|"list"|"number"|"boolean"',
      ],
    ],
  ])('cannot be %j', (value, expected) => {
    expect(problemsIn('strategies', value)).toEqual(
      expected.map((line) => `$.strategies[7]${line}`),
    );
  });
});
