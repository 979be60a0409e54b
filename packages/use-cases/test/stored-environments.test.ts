import type { Authorizer, Scope, ScheduledChangeRequest } from '@forewarn/core';
import type { Precondition } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases } from '../src/make-use-cases.ts';
import { changingCheckout, times } from '../../core/test/samples.ts';

interface Caller {
  readonly name: string;
  readonly environments: readonly string[];
}

/** The credentials are the environments that the caller may write, separated by spaces. */
function authorizerThat(onAuthorize: (scope: Scope) => void): Authorizer<string, Caller> {
  return {
    authenticate: (credentials) => okAsync({ name: 'alice', environments: credentials.split(' ') }),
    authorize: ({ environments }, permission, scope) => {
      onAuthorize(scope);
      const { environment } = scope;
      return environment === undefined || environments.includes(environment)
        ? okAsync()
        : errAsync({ type: 'NoAccess', permission, ...scope });
    },
  };
}

const inProduction = changingCheckout();
const moved = changingCheckout({ environment: 'staging' });
const key = { projectId: 'shop', id: 1 };
const NO_ACCESS = {
  type: 'NoAccess',
  permission: 'PROJECT_CHANGE_REQUEST_WRITE',
  projectId: 'shop',
  environment: 'production',
};

async function shop(
  stored: readonly ScheduledChangeRequest[] = [inProduction],
  onAuthorize: (scope: Scope, store: Store) => void = () => {},
) {
  const store = createMemoryStore();
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'setup');
  for (const each of stored) await store.writer.put(each, 'setup');
  const authorizer = authorizerThat((scope) => onAuthorize(scope, store));
  const events = (await store.events.list({ limit: 100 }))._unsafeUnwrap();
  return { store, events, useCases: makeUseCases({ authorizer, store }) };
}

type UseCases = Awaited<ReturnType<typeof shop>>['useCases'];
type Write = (
  useCases: UseCases,
  credentials: string,
  onlyIf?: Precondition,
) => ResultAsync<unknown, { readonly type: string }>;

const WRITES: readonly (readonly [string, Write])[] = [
  [
    'recording',
    ({ recordScheduledChangeRequest }, credentials, onlyIf = () => true) =>
      recordScheduledChangeRequest({ credentials, changeRequest: moved, onlyIf }),
  ],
  [
    'recording a batch',
    ({ recordScheduledChangeRequests }, credentials) => {
      const changeRequests = [{ ...moved, id: 2 }, moved];
      return recordScheduledChangeRequests({ credentials, projectId: 'shop', changeRequests });
    },
  ],
  [
    'withdrawing',
    ({ withdrawScheduledChangeRequest }, credentials, onlyIf = () => true) =>
      withdrawScheduledChangeRequest({ credentials, ...key, onlyIf }),
  ],
];

describe.each(WRITES)('%s over a change request of another environment', (what, write) => {
  test('changes nothing without the permission in the stored environment', async () => {
    const { store, events, useCases } = await shop();

    const refused = await write(useCases, 'staging');

    expect(refused._unsafeUnwrapErr()).toEqual(NO_ACCESS);
    expect((await store.reader.find(key))._unsafeUnwrap()).toEqual(inProduction);
    expect((await store.events.list({ limit: 100 }))._unsafeUnwrap()).toEqual(events);
  });

  test('succeeds with the permission in both environments', async () => {
    const { store, useCases } = await shop();

    expect((await write(useCases, 'staging production')).isOk()).toBe(true);

    const found = await store.reader.find(key);
    expect(found.isOk() ? found.value : found.error.type).toEqual(
      what === 'withdrawing' ? 'ChangeRequestNotFound' : moved,
    );
  });

  test('succeeds with the permission in staging only when staging is stored', async () => {
    const { useCases } = await shop([moved]);

    expect((await write(useCases, 'staging')).isOk()).toBe(true);
  });

  test('is refused when the environment changes during the authorization', async () => {
    let hasMoved = false;
    const { store, useCases } = await shop(
      [changingCheckout({ environment: 'dev' })],
      (scope, raced) => {
        if (scope.environment !== 'dev' || hasMoved) return;
        hasMoved = true;
        // The memory store writes synchronously.
        void raced.writer.put(inProduction, 'bob');
      },
    );

    const refused = await write(useCases, 'staging dev');

    expect(hasMoved).toBe(true);
    expect(refused._unsafeUnwrapErr()).toEqual(NO_ACCESS);
    expect((await store.reader.find(key))._unsafeUnwrap()).toEqual(inProduction);
  });

  test('gives up when the environment keeps changing', async () => {
    let moves = 0;
    const { useCases } = await shop([changingCheckout({ environment: 'dev0' })], (scope, raced) => {
      if (scope.environment?.startsWith('dev') !== true) return;
      moves += 1;
      void raced.writer.put(changingCheckout({ environment: `dev${moves}` }), 'bob');
    });
    const many = times(100, (index) => `dev${index}`);

    const refused = await write(useCases, ['staging', ...many].join(' '));

    expect(refused._unsafeUnwrapErr().type).toBe('StoreUnavailable');
    expect(moves).toBeLessThan(10);
  });
});

describe.each(WRITES.filter(([what]) => what !== 'recording a batch'))(
  '%s with a precondition',
  (_what, write) => {
    test.each([
      ['NoAccess, not PreconditionFailed, without', 'staging', NO_ACCESS],
      ['PreconditionFailed with', 'staging production', { type: 'PreconditionFailed' }],
    ])('returns %s access to the stored environment', async (_error, credentials, error) => {
      const { useCases } = await shop();

      const refused = await write(useCases, credentials, () => false);

      expect(refused._unsafeUnwrapErr()).toEqual(error);
    });
  },
);

test('withdrawing an unknown change request needs access to the project only', async () => {
  const { useCases } = await shop([]);

  const result = await useCases.withdrawScheduledChangeRequest({ credentials: 'staging', ...key });

  expect(result._unsafeUnwrapErr()).toEqual({ type: 'ChangeRequestNotFound', ...key });
});
