import type { Authorizer, AuthorizerUnavailable, NoAccess } from '@forewarn/core';
import { makeGetCaller, makeListProjects, type ProjectRepository } from '@forewarn/record';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIVE, times } from '../../core/test/samples.ts';

/** Live projects, `project-0` and so on. */
const projectsNamed = (count: number) =>
  times(count, (no) => ({ id: `project-${no}`, name: `Project ${no}`, coverage: LIVE }));

const MANY = projectsNamed(400);
const VERY_MANY = projectsNamed(20_000);
const NO_ACCESS = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' } as const;
const UNAVAILABLE = { type: 'AuthorizerUnavailable', cause: new Error('no route') } as const;

const list = (authorizer: Authorizer<string>, projects = MANY, signal?: AbortSignal) =>
  makeListProjects({ authorizer, projects: { list: () => okAsync(projects) } })({
    credentials: 'key',
    signal,
  });

const isEven = (id: string): boolean => /[02468]$/.test(id);

/** Permits what ends in an even digit, asks remotely, and counts. */
function remote() {
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
        isEven(scope.projectId ?? '0')
          ? okAsync()
          : errAsync({ type: 'NoAccess' as const, permission, ...scope }),
      ),
  };
  return { authorizer, count, calls: () => calls, most: () => most };
}

/** The same, with one question for many projects. */
function remoteWithPermitted() {
  const world = remote();
  const permitted: Authorizer<string>['permitted'] = (_principal, _permission, projectIds) =>
    ResultAsync.fromSafePromise(world.count()).map(() => projectIds.filter(isEven));
  return { ...world, authorizer: { ...world.authorizer, permitted } };
}

/** Permits every project except those with an error. */
const exceptFor = (
  errors: Readonly<Record<string, NoAccess | AuthorizerUnavailable>>,
): Authorizer<string> => ({
  authenticate: () => okAsync({ name: 'alice' }),
  authorize: (_principal, _permission, { projectId = '' }) => {
    const error = errors[projectId];
    return error === undefined ? okAsync() : errAsync(error);
  },
});

describe('listProjects', () => {
  const four = projectsNamed(4);

  test('omits unreadable projects and keeps the order of the others', async () => {
    const authorizer = exceptFor({ 'project-0': NO_ACCESS, 'project-2': NO_ACCESS });

    const listed = (await list(authorizer, four))._unsafeUnwrap().map(({ id }) => id);

    expect(listed).toEqual(['project-1', 'project-3']);
  });

  test('returns an empty list without readable projects', async () => {
    const none = exceptFor(Object.fromEntries(four.map(({ id }) => [id, NO_ACCESS])));

    expect((await list(none, four))._unsafeUnwrap()).toEqual([]);
  });

  test('returns AuthorizerUnavailable of one project, never a shorter list', async () => {
    const authorizer = exceptFor({ 'project-0': NO_ACCESS, 'project-2': UNAVAILABLE });

    expect((await list(authorizer, four))._unsafeUnwrapErr()).toBe(UNAVAILABLE);
  });
});

describe('the projects that a caller may read', () => {
  test('takes one question when the authorizer has permitted', async () => {
    const { authorizer, calls } = remoteWithPermitted();

    const result = await list(authorizer);

    expect(result._unsafeUnwrap()).toEqual(MANY.filter(({ id }) => isEven(id)));
    expect(calls()).toBe(2);
  });

  test('takes at most 16 questions at once without it', async () => {
    const { authorizer, calls, most } = remote();

    const result = await list(authorizer);

    expect(result._unsafeUnwrap()).toHaveLength(MANY.length / 2);
    expect(calls()).toBe(MANY.length + 1);
    expect(most()).toBe(16);
  });

  test('ignores projects that were not asked about', async () => {
    const permitted = () => okAsync(['elsewhere', 'project-7', 'project-7']);

    const result = await list({ ...remote().authorizer, permitted });

    expect(result._unsafeUnwrap().map(({ id }) => id)).toEqual(['project-7']);
  });

  test('returns AuthorizerUnavailable of permitted', async () => {
    const authorizer = { ...remote().authorizer, permitted: () => errAsync(UNAVAILABLE) };

    expect((await list(authorizer))._unsafeUnwrapErr()).toBe(UNAVAILABLE);
  });

  test.each([
    ['text', 'project-7'],
    ['nothing', undefined],
    ['names that are none', [7]],
  ])('throws when permitted returns %s', async (_what, returned) => {
    const authorizer = { ...remote().authorizer, permitted: () => okAsync(returned as never) };

    await expect(list(authorizer)).rejects.toThrow('permitted of the authorizer');
  });

  test('lets the event loop run while it asks about very many', async () => {
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    onTestFinished(() => clock.mockRestore());
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);

    const result = await list(exceptFor({}), VERY_MANY);
    clearImmediate(counting);

    expect(result._unsafeUnwrap()).toHaveLength(VERY_MANY.length);
    expect(turns).toBeGreaterThan(10);
  });

  test('asks nothing more once the signal is aborted', async () => {
    const leaving = new AbortController();
    const cause = new Error('the client left');
    const world = remote();
    const authorizer: Authorizer<string> = {
      ...world.authorizer,
      authorize: (...call) => {
        leaving.abort(cause);
        return world.authorizer.authorize(...call);
      },
    };

    const result = await list(authorizer, MANY, leaving.signal);

    expect(result._unsafeUnwrapErr()).toEqual({ type: 'AuthorizerUnavailable', cause });
    expect(world.calls()).toBeLessThanOrEqual(17);
  });
});

describe('a caller that is limited to some projects', () => {
  const LIMIT = ['project-7', 'project-3', 'gone', 'project-7', 'line\nbreak'];

  /** Lets the principal read one project of its limit, and records what is asked of the store and of the authorizer. */
  function limited(limit: readonly string[] | string = LIMIT) {
    const asked: (readonly string[])[] = [];
    const read: unknown[] = [];
    const authorizer: Authorizer<string> = {
      ...remote().authorizer,
      permitted: (_principal, _permission, projectIds) => {
        asked.push(projectIds);
        return okAsync(['project-3']);
      },
      limitedTo: () => limit as readonly string[],
    };
    const projects: Pick<ProjectRepository, 'list'> = {
      list: ({ projectIds } = {}) => {
        read.push(projectIds);
        return okAsync(MANY.filter(({ id }) => projectIds?.includes(id)));
      },
    };
    return { authorizer, projects, asked, read };
  }

  test.for([
    ['the list of projects', makeListProjects],
    ['the caller', makeGetCaller],
  ] as const)('costs %s only those', async ([, make]) => {
    const { asked, read, ...ports } = limited();

    expect((await make(ports)({ credentials: 'key' })).isOk()).toBe(true);
    expect(read).toEqual([['project-7', 'project-3', 'gone']]);
    expect(new Set(asked.flat())).toEqual(new Set(['project-3', 'project-7']));
  });

  test('has no permission everywhere, even if no other project is there', async () => {
    const { authorizer, projects } = limited(['project-3']);

    const caller = await makeGetCaller({ authorizer, projects })({ credentials: 'key' });

    expect(caller._unsafeUnwrap().permissions).toContainEqual({
      permission: 'PROJECT_CHANGE_REQUEST_READ',
      projectId: 'project-3',
    });
  });

  test('throws when limitedTo returns a text', async () => {
    const { authorizer, projects } = limited('project-3');

    await expect(
      makeListProjects({ authorizer, projects })({ credentials: 'key' }),
    ).rejects.toThrow('limitedTo of the authorizer');
  });
});

describe('with 400 projects', () => {
  const projects = { list: () => okAsync(MANY) };

  test.for([
    ['a question for each permission in and outside of projects', remoteWithPermitted, 14],
    ['at most 16 questions at once', remote, 2_009],
  ] as const)('the permissions of a caller take %s', async ([, make, expected]) => {
    const { authorizer, calls, most } = make();

    const result = await makeGetCaller({ authorizer, projects })({ credentials: 'key' });

    expect(result.isOk()).toBe(true);
    expect(calls()).toBe(expected);
    expect(most()).toBeLessThanOrEqual(16);
  });
});
