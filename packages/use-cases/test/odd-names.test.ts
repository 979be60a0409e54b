import { type ForecastStore, makeForecastUseCases } from '../../forecast/src/index.ts';
import { type BadData, isName, type Target, targetValue } from '@forewarn/core';
import { isOddName, plainNameOf } from '@forewarn/record';
import type { StorePorts } from '@forewarn/store';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { makeUseCases } from '../src/make-use-cases.ts';
import { allowing } from '../../core/test/authorizers.ts';
import { changing, changingCheckout, LIVE, NOTHING } from '../../impact/test/samples.ts';

const ODD = [
  ['ends with a space', 'checkout '],
  ['begins with a space', ' checkout'],
  ['ends with a no-break space', 'checkout\u00a0'],
  ['begins with an ideographic space', '\u3000checkout'],
  ['ends with a line separator', 'checkout\u2028'],
  ['begins with a byte order mark', '\uFEFFcheckout'],
  ['ends with a zero-width space', 'checkout\u200B'],
  ['ends with a joiner', 'checkout\u200D'],
  ['begins with a direction mark', '\u202Echeckout'],
  ['begins with an Arabic letter mark', '\u061Ccheckout'],
  ['ends with a Hangul filler', 'checkout\u3164'],
  ['ends with the empty pattern of Braille', 'checkout\u2800'],
  ['ends with a line feed', 'checkout\n'],
  ['ends with a carriage return and a line feed', 'checkout\r\n'],
  ['has a tab', 'check\tout'],
  ['has NUL', 'check\0out'],
  ['ends with a C1 control character', 'checkout\u0085'],
  ['was no UTF-8 where it was read as such', 'check\uFFFDout'],
  ['ends with several of them', 'checkout \u00a0\u200b\t'],
] as const;
const PLAIN = [
  'checkout',
  'new checkout',
  'check\u00a0out',
  'check\u200Dout',
  'größe/1',
  'e\u0301',
  '✔️',
  '👩‍🚀',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '.',
];

describe('isOddName', () => {
  test.each(ODD)('is true of a name that %s, and plainNameOf mends it', (_how, name) => {
    expect(isOddName(name)).toBe(true);
    expect(plainNameOf(name)).toBe('checkout');
  });

  test.each(PLAIN)('is false of %j, which plainNameOf keeps', (name) => {
    expect(isOddName(name)).toBe(false);
    expect(plainNameOf(name)).toBe(name);
  });

  test.each([' ', '\t\n', '\u200b\u00a0'])('is true of %j, of which nothing is left', (name) => {
    expect([isOddName(name), plainNameOf(name)]).toEqual([true, '']);
  });
});

interface Recorded {
  /** The values that change requests have. */
  readonly touched?: readonly string[];
  /** The values that exist. */
  readonly known?: readonly string[];
  readonly projects?: readonly string[];
}

/** Use cases over a store in which these names are recorded, and how often it was read. */
function useCasesWith({ touched = [], known = [], projects = ['shop'] }: Recorded) {
  let reads = 0;
  const read = <T>(value: T) => {
    reads += 1;
    return okAsync(value);
  };
  const has = (targets: readonly Target[] = []) =>
    targets.some((target) => touched.includes(targetValue(target)));
  const coverages = [{ projectId: 'shop', coverage: LIVE }];
  const ports = {
    reader: {
      search: ({ anyOf }: { anyOf: readonly Target[] }) =>
        read({ coverage: LIVE, changeRequests: has(anyOf) ? [{ id: 1, environment: 'e' }] : [] }),
      list: ({
        anyOf,
        environments = [],
      }: {
        anyOf?: readonly Target[];
        environments?: readonly string[];
      }) =>
        read({
          projects: coverages,
          changeRequests:
            has(anyOf) || environments.some((each) => touched.includes(each))
              ? [changingCheckout()]
              : [],
          hasMore: false,
        }),
      impact: ({ asked }: { asked: readonly { target: Target }[] }) =>
        read({
          projects: coverages,
          hasOtherProjects: false,
          targets: asked.map(({ target }) => ({ ...NOTHING, count: has([target]) ? 1 : 0 })),
        }),
    },
    forecasts: {
      forecast: () =>
        read({ projects: coverages, coverages: [LIVE], candidates: [], scheduled: [] }),
    },
    names: {
      find: ({ names }: { names: readonly { value: string }[] }) =>
        read(names.map(({ value }) => ({ state: known.includes(value) ? 'known' : 'unchecked' }))),
    },
    strategies: { list: () => read(known.map((name) => ({ name }))) },
    projects: { list: () => read(projects.map((id) => ({ id, name: id, coverage: LIVE }))) },
    events: {
      list: ({ project = '' }) =>
        read({ events: touched.includes(project) ? [{ type: 'project-created' }] : [] }),
    },
  };
  const none = () => {
    throw new Error('the use case called another method');
  };
  const store = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      new Proxy(port, { get: (own, method) => Reflect.get(own, method) ?? none }),
    ]),
  ) as unknown as StorePorts & ForecastStore;
  const authorizer = allowing([]);
  const useCases = {
    ...makeUseCases<string>({ authorizer, store }),
    ...makeForecastUseCases<string>({ authorizer, ...store }),
  };
  return { useCases, reads: () => reads };
}

type Asked = readonly [useCase: string, path: string, command: (name: string) => object];

const page = { limit: 10, maxBytes: 1_000 };
const feature = (name: string): Target => ({ kind: 'feature', name });
const impacts = ['getImpact', 'getProjectImpact'].flatMap((useCase): readonly Asked[] => [
  [useCase, 'targets[0].feature', (name) => ({ questions: [{ target: feature(name) }] })],
  [
    useCase,
    'targets[1].strategyDefinition',
    (name) => ({
      questions: [{ target: feature('a') }, { target: { kind: 'strategyDefinition', name } }],
    }),
  ],
  [
    useCase,
    'targets[0].feature',
    (name) => ({ questions: [{ target: { kind: 'strategy', id: 's-1' }, feature: name }] }),
  ],
  [
    useCase,
    'targets[0].inEnvironment',
    (name) => ({
      questions: [{ target: { kind: 'strategy', id: 's-1' }, inEnvironment: name }],
    }),
  ],
]);
const listings = ['listChangeRequests', 'listAllChangeRequests'].flatMap(
  (useCase): readonly Asked[] => [
    [useCase, 'strategyId', (id) => ({ ...page, anyOf: [{ kind: 'strategy', id }] })],
    [useCase, 'environment', (name) => ({ ...page, environments: ['a', name] })],
  ],
);
const ASKED: readonly Asked[] = [
  ['searchScheduledChangeRequests', 'feature', (name) => ({ anyOf: [feature(name)] })],
  [
    'searchScheduledChangeRequests',
    'variantForFlag',
    (name) => ({ anyOf: [feature('a'), { kind: 'featureVariants', feature: name }] }),
  ],
  ...listings,
  ...impacts,
  ['getForecasts', 'environment', (name) => ({ limit: 10, environments: [name] })],
  ['getProjectForecasts', 'environment', (name) => ({ limit: 10, environments: [name] })],
];

describe.each([
  ...ASKED,
  ['listEvents', 'project', (name) => ({ limit: 10, project: name })] satisfies Asked,
])('%s, asked about an odd %s', (useCase, path, command) => {
  const run = async (name: string, recorded: Recorded = {}) => {
    const { useCases, reads } = useCasesWith(recorded);
    const call = Reflect.get(useCases, useCase) as (input: object) => Promise<object>;
    const result = await call({ credentials: 'key', projectId: 'shop', ...command(name) });
    return { result, reads: reads() };
  };

  // Whether a name is odd is tested above: one that is seen, one that is hidden, and one that is no name at all.
  test.each(['checkout ', '\u202Echeckout', 'check\tout'])(
    'returns BadData for %j',
    async (name) => {
      const { result } = await run(name);
      const { problems } = (result as { readonly error: BadData }).error;

      // What is no name at all is refused before.
      const isEarly = useCase.endsWith('Impact') && !isName(name);
      expect(problems).toHaveLength(1);
      expect(isEarly ? path : problems[0].path).toBe(path);
      expect(JSON.stringify(problems)).not.toMatch(/[\p{Cf}\u00a0\u2800\u3164]/u);
    },
  );

  test.each([
    { touched: ['checkout '] },
    { known: ['checkout '], projects: ['shop', 'checkout '] },
  ])(
    'returns what it finds if something is recorded under exactly that name: %j',
    async (recorded) => {
      expect((await run('checkout ', recorded)).result).not.toHaveProperty('error');
      expect((await run(' checkout', recorded)).result).toHaveProperty('error.type', 'BadData');
    },
  );

  test('reads no more for a name that is not odd', async () => {
    const plain = await run('checkout');

    expect(plain.result).not.toHaveProperty('error');
    expect((await run('checkout ', { touched: ['checkout '] })).reads).toBeGreaterThan(plain.reads);
  });
});

describe('recording an odd name', () => {
  const change = (payload: object) => [
    { name: 'checkout', changes: [{ action: 'updateStrategy', payload }] },
  ];

  test.each([
    ['project', { project: 'shop ' }],
    ['environment', { environment: '\u00a0production' }],
    ['features[0].name', { features: [changing('checkout\uFEFF', 'updateEnabled')] }],
    ['features[0].changes[0].payload', { features: change({ id: 's-1 ' }) }],
    ['features[0].changes[0].payload', { features: change({ id: 's-1', name: 'region ' }) }],
  ])('is refused as %s', async (path, given) => {
    const { useCases } = useCasesWith({});
    const changeRequest = changingCheckout(given);
    const { project: projectId } = changeRequest;

    const one = await useCases.recordScheduledChangeRequest({ credentials: 'key', changeRequest });
    const many = await useCases.recordScheduledChangeRequests({
      credentials: 'key',
      projectId,
      changeRequests: [changeRequest],
    });

    expect(one).toMatchObject({ error: { problems: [{ path }] } });
    expect(many).toMatchObject({ error: { problems: [{ path: `[0].${path}` }] } });
  });

  test('is refused as the id of a project', async () => {
    const { useCases } = useCasesWith({});
    const project = { id: 'shop ', name: 'Shop ' };

    expect(await useCases.registerProject({ credentials: 'key', project })).toMatchObject({
      error: { problems: [{ path: 'id' }] },
    });
  });
});
