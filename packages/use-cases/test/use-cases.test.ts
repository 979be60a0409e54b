import { type ForecastStore, makeForecastUseCases } from '../../forecast/src/index.ts';
import type { Authorizer } from '@forewarn/core';
import type { StorePorts } from '@forewarn/store';
import { err, ok } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { makeUseCases } from '../src/make-use-cases.ts';
import { refusing, REFUSALS, UNAUTHENTICATED } from '../../core/test/authorizers.ts';
import { IMPOSSIBLE_NAMES } from '../../core/test/impossible-names.ts';
import { RESULTS, type Row, TABLE } from './use-case-table.ts';

const { signal } = new AbortController();
const PROJECT = { projectId: 'shop' };
const NO_PARAMETERS = { parameters: [] };
const UNNAMED = { name: '', type: 'string', description: '', required: false };

interface Call {
  readonly port: string;
  readonly args: readonly unknown[];
  readonly options: unknown;
}

interface Circumstances {
  readonly authorizer?: Authorizer<string>;
  /** What every port call returns. */
  readonly error?: object;
  /** What some return instead. */
  readonly results?: object;
}

/** Runs a use case of the table over ports of `async` functions that record their calls. */
async function run(
  name: string,
  more: object = {},
  { authorizer, error, results }: Circumstances = {},
) {
  const calls: Call[] = [];
  const asked: unknown[] = [];
  const signals: unknown[] = [];
  const ports: Record<string, Record<string, unknown>> = {};
  for (const [port, value] of Object.entries({ ...RESULTS, ...results })) {
    const [of = '', call = ''] = port.split('.');
    ports[of] = {
      ...ports[of],
      [call]: async (...args: readonly unknown[]) => {
        calls.push({ port, args: args.slice(0, -1), options: args.at(-1) });
        return error === undefined ? ok(value) : err(error);
      },
    };
  }
  const allowing: Authorizer<string> = {
    authenticate: async (credentials, options) => {
      expect(credentials).toBe('key');
      signals.push(options);
      return ok({ name: 'alice' });
    },
    authorize: async ({ name: who }, permission, scope, options) => {
      expect(who).toBe('alice');
      asked.push([permission, scope]);
      signals.push(options);
      return ok();
    },
    permitted: async ({ name: who }, permission, projectIds, options) => {
      expect(who).toBe('alice');
      asked.push([permission, projectIds]);
      signals.push(options);
      return ok(projectIds);
    },
  };
  const given = {
    authorizer: authorizer ?? allowing,
    store: ports as unknown as StorePorts & ForecastStore,
  };
  const useCases = {
    ...makeUseCases<string>(given),
    ...makeForecastUseCases<string>({ ...given, ...given.store }),
  };
  const { command } = Reflect.get(TABLE, name) as Row;
  const useCase = Reflect.get(useCases, name) as (command: object) => Promise<unknown>;
  const result = await useCase({ credentials: 'key', signal, ...command, ...more });
  return { result, calls, asked, signals };
}

describe.each(Object.entries(TABLE))('%s', (name, row: Row) => {
  const { permission, scopes } = row;

  test('asks for its permission in its scopes, makes its port calls, and returns the result', async () => {
    const { result, calls, asked } = await run(name);

    expect(result).not.toHaveProperty('error');
    expect(result).toMatchObject(row.value === undefined ? {} : { value: row.value });
    const readable = row.isFiltered === true ? [['PROJECT_CHANGE_REQUEST_READ', ['shop']]] : [];
    // getCaller asks for each permission, as its own test says.
    expect(name === 'getCaller' ? [] : asked).toEqual([
      ...scopes.map((scope) => [permission, scope]),
      ...readable,
    ]);
    expect(calls.map(({ port, args }) => [port, ...args])).toEqual(row.calls);
  });

  test('passes its signal to each call, and its caller only to long reads', async () => {
    const { calls, signals } = await run(name);

    for (const options of [...signals, ...calls.map((call) => call.options)]) {
      expect(options).toMatchObject({ signal });
    }
    const callers = calls.filter(({ options }) => Object.hasOwn(Object(options), 'caller'));
    const reads = row.calls.filter(([port]) => /^(?:reader|forecasts)\./.test(port));
    expect(callers.map(({ options }) => options)).toMatchObject(
      row.isLongRead === true ? reads.map(() => ({ caller: 'alice' })) : [],
    );
  });

  test.each(permission === undefined ? UNAUTHENTICATED : REFUSALS)(
    'returns $type of the authorizer, and makes no port call',
    async (no) => {
      for (const more of [{}, row.withName?.('')[0] ?? {}]) {
        const { result, calls } = await run(name, more, { authorizer: refusing(no) });

        expect(result).toMatchObject({ error: no });
        expect(calls).toEqual([]);
      }
    },
  );

  test('returns the error of its port unchanged', async () => {
    const error = { type: 'StoreUnavailable', cause: new Error('connection reset') };

    const { result } = await run(name, {}, { error });

    expect(Reflect.get(Object(result), 'error')).toBe(error);
  });
});

const NAMED = Object.entries(TABLE).flatMap(([name, { withName }]: [string, Row]) =>
  withName === undefined ? [] : [[name, withName] as const],
);

describe.each(NAMED)('%s', (name, withName) => {
  test.each(IMPOSSIBLE_NAMES)('makes no port call with an invalid name: %s', async (_why, text) => {
    const [command, error] = withName(text);

    const { result, calls } = await run(name, command);

    expect(result).toMatchObject({ error });
    expect(calls).toEqual([]);
  });

  test.each(['x'.repeat(255), ' a%_ ', 'cafe\u0301', '__proto__', '..'])(
    'passes the name on byte for byte: %s',
    async (text) => {
      const { calls } = await run(name, withName(text)[0]);

      expect(JSON.stringify(calls.map(({ args }) => args))).toContain(JSON.stringify(text));
    },
  );
});

test.each<readonly [string, object, readonly string[]]>([
  ['registerProject', { project: { id: 'a\nb', name: 'a\0b' } }, ['id', 'name']],
  ['registerStrategy', { definition: { ...RESULTS['strategies.find'], name: '' } }, ['name']],
  [
    'changeStrategy',
    { change: { kind: 'update', update: { parameters: [UNNAMED] } } },
    ['parameters[0].name'],
  ],
  [
    'recordScheduledChangeRequest',
    { changeRequest: { ...RESULTS['reader.find'], id: -1, features: [{ name: '', changes: [] }] } },
    ['id', 'features[0].name'],
  ],
])('%s returns BadData with each path, and makes no port call', async (name, command, paths) => {
  const { result, calls } = await run(name, command);

  expect(result).toMatchObject({
    error: { type: 'BadData', problems: paths.map((path) => ({ path })) },
  });
  expect(calls).toEqual([]);
  for (const no of REFUSALS) {
    const refused = await run(name, command, { authorizer: refusing(no) });
    expect(refused.result).toMatchObject({ error: no });
  }
});

test.each([
  ['registerStrategy', 'strategies.register', { definition: RESULTS['strategies.find'] }],
  ['changeStrategy', 'strategies.change', { change: { kind: 'update', update: NO_PARAMETERS } }],
])('%s keeps the definitions as short as a list of them may be', async (name, port, command) => {
  const description = 'x'.repeat(100_000 - 200);
  const others = Array.from({ length: 60 }, (_, nth) => ({
    name: `${nth}`,
    ...NO_PARAMETERS,
    description,
  }));

  const long = { ...others[0], name: 'region' };
  for (const stored of [others, [...others.slice(1), long], [...others, long]]) {
    const { result, calls } = await run(name, command, { results: { 'strategies.list': stored } });

    const isFull = stored === others;
    expect(result).toMatchObject(isFull ? { error: { type: 'BadData' } } : { value: undefined });
    expect(calls.map((call) => call.port)).toEqual(['strategies.list', ...(isFull ? [] : [port])]);
  }
});

test('changeStrategy counts the texts that it keeps', async () => {
  const description = 'x'.repeat(100_000 - 200);
  const stored = ['region', ...Array.from({ length: 59 }, (_, nth) => `${nth}`)].map((name) => ({
    name,
    ...NO_PARAMETERS,
    description,
  }));
  const change = { kind: 'update', update: { parameters: [{ ...UNNAMED, name: 'country' }] } };

  const { result } = await run(
    'changeStrategy',
    { change },
    { results: { 'strategies.list': stored } },
  );

  expect(result).toMatchObject({ error: { type: 'BadData' } });
});

test.each(['findScheduledChangeRequest', 'withdrawScheduledChangeRequest'])(
  '%s finds nothing with an invalid id',
  async (name) => {
    for (const id of [1.5, 2 ** 53, Number.NaN, Infinity]) {
      const { result, calls } = await run(name, { id });

      expect(result).toMatchObject({ error: { type: 'ChangeRequestNotFound', ...PROJECT, id } });
      expect(calls).toEqual([]);
    }
  },
);

test.each(['recordScheduledChangeRequest', 'withdrawScheduledChangeRequest'])(
  '%s leaves the precondition to the store',
  async (name) => {
    const onlyIf = (): boolean => {
      throw new Error('the use case called the precondition');
    };

    expect((await run(name, { onlyIf })).result).not.toHaveProperty('error');
  },
);

test('listEvents asks for ADMIN everywhere without a project, and refuses an impossible one', async () => {
  const { asked } = await run('listEvents', { project: undefined });
  expect(asked).toEqual([['ADMIN', {}]]);

  for (const [, project] of IMPOSSIBLE_NAMES) {
    const { result, calls } = await run('listEvents', { project });

    // A script whose variable is not set would poll for events that never come.
    expect(result).toMatchObject({ error: { type: 'BadData' } });
    expect(calls).toEqual([]);
  }
});
