import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { makeUseCases, type UseCases } from '../src/index.ts';

const { signal } = new AbortController();
const changeRequest = {
  id: 1,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
} as const;
const project = { id: 'shop', name: 'Shop' };
const definition = { name: 'region', parameters: [], deprecated: false, editable: true };
const QUESTION = { target: { kind: 'feature', name: 'checkout' } } as const;
const coverage = { kind: 'live' } as const;
const findings = { count: 0, touching: [], isDoubtful: false, doubtful: [] };
const PAGE = { limit: 10, maxBytes: 1_000 };
const key = { projectId: 'shop', id: 1 };

type Every = Required<UseCases<string>>;

/** A command for each use case. */
const CALLS: { readonly [Name in keyof Every]: Parameters<Every[Name]>[0] } = {
  admit: { credentials: 'key', permission: 'ADMIN', signal },
  getCaller: { credentials: 'key', signal },
  searchScheduledChangeRequests: { credentials: 'key', projectId: 'shop', anyOf: [], signal },
  listChangeRequests: { credentials: 'key', projectId: 'shop', ...PAGE, signal },
  listAllChangeRequests: { credentials: 'key', ...PAGE, signal },
  readCalendar: { credentials: 'key', projectId: 'shop', signal },
  getProjectImpact: { credentials: 'key', projectId: 'shop', questions: [QUESTION], signal },
  getImpact: { credentials: 'key', questions: [QUESTION], signal },
  findScheduledChangeRequest: { credentials: 'key', ...key, signal },
  recordScheduledChangeRequest: { credentials: 'key', changeRequest, signal },
  recordScheduledChangeRequests: {
    credentials: 'key',
    projectId: 'shop',
    changeRequests: [changeRequest, { ...changeRequest, id: 2, environment: 'staging' }],
    signal,
  },
  withdrawScheduledChangeRequest: { credentials: 'key', ...key, signal },
  listStrategies: { credentials: 'key', signal },
  findStrategy: { credentials: 'key', name: 'region', signal },
  registerStrategy: { credentials: 'key', definition, signal },
  changeStrategy: { credentials: 'key', name: 'region', change: { kind: 'deprecate' }, signal },
  getStrategyImpact: { credentials: 'key', name: 'region', signal },
  deleteStrategy: { credentials: 'key', name: 'region', signal },
  guardedDeleteStrategy: { credentials: 'key', name: 'region', signal },
  listProjects: { credentials: 'key', signal },
  registerProject: { credentials: 'key', project, signal },
  deleteProject: { credentials: 'key', projectId: 'shop', signal },
  listEvents: { credentials: 'key', limit: 1, signal },
  syncProject: { credentials: 'key', projectId: 'shop', signal },
};

const LONG_READS = [
  'searchScheduledChangeRequests',
  'listChangeRequests',
  'listAllChangeRequests',
  'readCalendar',
  'getImpact',
  'getProjectImpact',
  'getStrategyImpact',
  'guardedDeleteStrategy',
];

const COMMANDS = [
  ...Object.keys(CALLS).map((name) => ({ name, isFollowing: false })),
  ...['deleteStrategy', 'guardedDeleteStrategy', 'syncProject'].map((name) => ({
    name,
    isFollowing: true,
  })),
].filter(({ name, isFollowing }) => name !== 'syncProject' || isFollowing);

test.each(COMMANDS)('$name passes its signal to each port call', async ({ name, isFollowing }) => {
  const received: unknown[] = [];
  const call =
    <T>(value: T) =>
    (...args: readonly unknown[]) => {
      received.push(args.at(-1));
      return okAsync(value);
    };
  const useCases = makeUseCases<string>({
    authorizer: {
      authenticate: call({ name: 'alice' }),
      authorize: call(undefined),
      permitted: call(['shop']),
    },
    store: {
      reader: {
        search: call({ coverage, changeRequests: [] }),
        impact: call({
          projects: [{ projectId: 'shop', coverage }],
          hasOtherProjects: false,
          targets: [findings],
        }),
        list: call({
          projects: [{ projectId: 'shop', coverage }],
          changeRequests: [],
          hasMore: false,
        }),
        find: call(changeRequest),
      },
      writer: { put: call('created' as const), putAll: call([]), remove: call(undefined) },
      strategies: {
        register: call(undefined),
        list: call([]),
        find: call(definition),
        findUse: call({
          definition,
          projects: [{ projectId: 'shop', coverage }],
          touching: [],
          doubtful: [],
        }),
        change: call(undefined),
        delete: call(undefined),
      },
      projects: {
        register: call(undefined),
        delete: call(undefined),
        list: call([{ ...project, coverage }]),
      },
      events: { list: call({ events: [], hasOlder: false }) },
    },
    upstream: isFollowing
      ? {
          url: 'https://unleash.example.com',
          deleteStrategy: call('deleted' as const),
          syncProject: call(undefined),
        }
      : undefined,
  });
  const run = Reflect.get(useCases, name) as (command: unknown) => Promise<unknown>;

  await run(Reflect.get(CALLS, name));

  expect(received.length).toBeGreaterThan(1);
  for (const options of received) expect(options).toMatchObject({ signal });
  // So that the store can let callers take turns.
  const named = received.filter((options) => Object.hasOwn(Object(options), 'caller'));
  expect(named).toMatchObject(LONG_READS.includes(name) ? [{ caller: 'alice' }] : []);
});
