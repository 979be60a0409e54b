import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { type Authorizer, makeGetCaller, makeGetImpact, makeListProjects } from '../src/index.ts';
import { projectsNamed } from './projects-named.ts';

const MANY = projectsNamed(400);
const VERY_MANY = projectsNamed(20_000);
const UNAVAILABLE = { type: 'AuthorizerUnavailable', cause: new Error('no route') } as const;

const listing = (authorizer: Authorizer<string>, projects = MANY) =>
  makeListProjects({ authorizer, projects: { list: () => okAsync(projects) } });

/** Permits what ends in an even digit, asks remotely, and counts. */
function remote(extra: Partial<Authorizer<string>> = {}) {
  let calls = 0;
  let running = 0;
  let most = 0;
  const count = async (): Promise<void> => {
    calls += 1;
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const authorizer: Authorizer<string> = {
    authenticate: () => ResultAsync.fromSafePromise(count()).map(() => ({ name: 'alice' })),
    authorize: (_principal, permission, scope) =>
      ResultAsync.fromSafePromise(count()).andThen(() =>
        /[02468]$/.test(scope.projectId ?? '0')
          ? okAsync()
          : errAsync({ type: 'NoAccess' as const, permission, ...scope }),
      ),
    ...extra,
  };
  return { authorizer, count, calls: () => calls, most: () => most };
}

/** The same, with one question for many projects. */
function remoteWithPermitted() {
  const world = remote();
  const permitted: Authorizer<string>['permitted'] = (_principal, _permission, projectIds) =>
    ResultAsync.fromSafePromise(world.count()).map(() =>
      projectIds.filter((id) => /[02468]$/.test(id)),
    );
  return { ...world, authorizer: { ...world.authorizer, permitted } };
}

describe('the projects that a caller may read', () => {
  test('takes one question when the authorizer has permitted', async () => {
    const { authorizer, calls } = remoteWithPermitted();

    const result = await listing(authorizer)({ credentials: 'key' });

    expect(result._unsafeUnwrap()).toEqual(MANY.filter(({ id }) => /[02468]$/.test(id)));
    expect(calls()).toBe(2);
  });

  test('takes at most 16 questions at once without it', async () => {
    const { authorizer, calls, most } = remote();

    const result = await listing(authorizer)({ credentials: 'key' });

    expect(result._unsafeUnwrap()).toHaveLength(MANY.length / 2);
    expect(calls()).toBe(MANY.length + 1);
    expect(most()).toBe(16);
  });

  test('ignores projects that were not asked about', async () => {
    const authorizer: Authorizer<string> = {
      ...remote().authorizer,
      permitted: () => okAsync(['elsewhere', 'project-7', 'project-7']),
    };

    const result = await listing(authorizer)({ credentials: 'key' });

    expect(result._unsafeUnwrap().map(({ id }) => id)).toEqual(['project-7']);
  });

  test('returns AuthorizerUnavailable of permitted', async () => {
    const authorizer = { ...remote().authorizer, permitted: () => errAsync(UNAVAILABLE) };

    const result = await listing(authorizer)({ credentials: 'key' });

    expect(result._unsafeUnwrapErr()).toBe(UNAVAILABLE);
  });

  test.each([
    ['text', 'project-7'],
    ['nothing', undefined],
    ['names that are none', [7]],
  ])('throws when permitted returns %s', async (_what, returned) => {
    const authorizer: Authorizer<string> = {
      ...remote().authorizer,
      permitted: () => okAsync(returned as never),
    };

    await expect(listing(authorizer)({ credentials: 'key' })).rejects.toThrow(
      'permitted of the authorizer',
    );
  });

  test('lets the event loop run while it asks about very many', async () => {
    const authorizer: Authorizer<string> = {
      authenticate: () => okAsync({ name: 'alice' }),
      authorize: () => okAsync(),
    };
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);

    const result = await listing(authorizer, VERY_MANY)({ credentials: 'key' });
    clearInterval(timer);

    expect(result._unsafeUnwrap()).toHaveLength(VERY_MANY.length);
    expect(turns).toBeGreaterThan(10);
  });

  test('asks nothing more once the signal is aborted', async () => {
    const leaving = new AbortController();
    const reason = new Error('the client left');
    const world = remote();
    const authorizer: Authorizer<string> = {
      ...world.authorizer,
      authorize: (...call) => {
        leaving.abort(reason);
        return world.authorizer.authorize(...call);
      },
    };

    const result = await listing(authorizer)({ credentials: 'key', signal: leaving.signal });

    expect(result._unsafeUnwrapErr()).toEqual({ type: 'AuthorizerUnavailable', cause: reason });
    expect(world.calls()).toBeLessThanOrEqual(17);
  });
});

describe('with 400 projects', () => {
  test('an impact takes two questions', async () => {
    const { authorizer, calls } = remoteWithPermitted();
    const ask = makeGetImpact({
      authorizer,
      projects: { list: () => okAsync(MANY) },
      reader: createMemoryStore().reader,
    });

    const result = await ask({
      credentials: 'key',
      questions: [{ target: { kind: 'feature', name: 'checkout' } }],
    });

    expect(result.isOk()).toBe(true);
    expect(calls()).toBe(2);
  });

  test.for([
    ['a question for each permission in and outside of projects', remoteWithPermitted, 14],
    ['at most 16 questions at once', remote, 2_009],
  ] as const)('the permissions of a caller take %s', async ([, make, expected]) => {
    const { authorizer, calls, most } = make();
    const get = makeGetCaller({ authorizer, projects: { list: () => okAsync(MANY) } });

    const result = await get({ credentials: 'key' });

    expect(result.isOk()).toBe(true);
    expect(calls()).toBe(expected);
    expect(most()).toBeLessThanOrEqual(16);
  });
});
