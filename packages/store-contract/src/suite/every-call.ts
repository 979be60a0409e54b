import type { CallOptions, StoreUnavailable, PortResult } from '@forewarn/core';
import type { ServiceStore, Store } from '@forewarn/store';
import { addAll, alert, commit, predicted, webhook } from '../samples/alerts.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { complete, scheduledEntry, strategyDefinition } from '../samples/entries.ts';
import type {
  AlertingPorts,
  LeasePorts,
  NamePorts,
  OriginPorts,
  SearchPorts,
  StrategyDeletePorts,
} from './ports.ts';
import { BY, entriesOf, record, registerProjects } from './store-calls.ts';
import { valueOf } from './value-of.ts';

type Call<Ports> = (
  store: Ports,
  options?: CallOptions,
) => PortResult<unknown, StoreUnavailable | { readonly type: string }>;

/** Calls of some ports, by a name. */
export type Calls<Ports> = Readonly<Record<string, Call<Ports>>>;

/** A port of a store. */
export type Port = Exclude<keyof ServiceStore, 'check' | 'close'>;

/** The name of a call, such as `projects.delete`. */
export type CallName = { [P in Port]: `${P}.${keyof ServiceStore[P] & string}` }[Port];

/** The call with this name. */
export type CallOf<Name> = Name extends `${infer P extends Port}.${infer C}`
  ? ServiceStore[P][C & keyof ServiceStore[P]]
  : never;

/** The arguments of a call without its options. */
type Arguments<Name> =
  Required<Parameters<Extract<CallOf<Name>, (...args: never) => unknown>>> extends readonly [
    ...infer Given,
    unknown,
  ]
    ? Readonly<Given>
    : never;

/** The arguments of calls, each by its name and perhaps what is special about it. */
type ArgumentsByName = {
  readonly [Name in CallName as Name | `${Name}, ${string}`]?: Arguments<Name>;
};

/** Makes the calls with these arguments. */
const callsWith = <Ports extends object>(argumentsByName: ArgumentsByName): Calls<Ports> =>
  Object.fromEntries(
    Object.entries(argumentsByName).map(([name, args = []]) => {
      const [port = '', call = ''] = name.split(/[.,]/);
      return [
        name,
        (store, options) => {
          const of = Reflect.get(store, port) as object;
          return Reflect.apply(Reflect.get(of, call) as Call<Ports>, of, [...args, options]);
        },
      ];
    }),
  );

/** The name of the lease in the cases. */
export const LEASE = 'sync';
const HASH = 'a'.repeat(64);
const ZONE = strategyDefinition('zone', { title: 'Zone' });
const LATER = '2026-11-22T10:00:00.000Z';
const ELSEWHERE = { url: 'https://new.example.com' };
/** The id of a project without coverage. */
const IMPORTED = 'imported';
const key = { name: 'ci', secretHash: HASH, permissions: [] } as const;
const scheduled = changeRequest({ features: enabling('a') });
const page = { projectIds: [PROJECT], limit: 10, maxBytes: 10_000 };
const forecast = { projectIds: [PROJECT], now: 0, limit: 10 };
const interval = {
  environments: ['production'],
  from: 0,
  to: 1e15,
  after: { scheduledAt: 0, projectId: PROJECT, id: 0 },
} as const;
const filters = { ...interval, statuses: ['pending'], needAttentionAt: 1e15 } as const;
const onlyIf = (): boolean => false;

/** One or more calls of each method that returns a result. */
export const EVERY_CALL: Calls<Store> = {
  'writer.put, with a failing precondition': ({ writer }, options) =>
    writer.put(scheduled, BY, { ...options, onlyIf }),
  'strategies.deleteIf': ({ strategies }, options) =>
    strategies.deleteIf('region', BY, () => false, options),
  ...callsWith<Store>({
    'reader.search': [{ projectId: PROJECT, anyOf: [feature('a')] }],
    'reader.search, without targets': [{ projectId: PROJECT, anyOf: [] }],
    'reader.search, in an unknown project': [{ projectId: 'none', anyOf: [] }],
    'reader.impact': [{ asked: [{ target: feature('a') }], projectIds: [PROJECT] }],
    'reader.impact, of nothing': [{ asked: [], projectIds: [] }],
    'reader.list': [page],
    'reader.list, with filters': [{ ...page, projectIds: [PROJECT, 'none'], ...filters }],
    'reader.list, of targets': [{ ...page, anyOf: [feature('a')], maxBytes: 1 }],
    'reader.forecast': [forecast],
    'reader.forecast, with filters': [{ ...forecast, projectIds: [PROJECT, 'none'], ...interval }],
    'reader.forecast, of those named': [
      { ...forecast, among: { keys: [{ projectId: PROJECT, id: 1 }] } },
    ],
    'reader.forecast, of those that touch a target': [
      { ...forecast, among: { touching: [{ target: feature('a'), from: 0 }] } },
    ],
    'reader.forecast, of one': [{ ...forecast, only: { projectId: PROJECT, id: 1 } }],
    'reader.find': [{ projectId: PROJECT, id: 1 }],
    'reader.find, in an unknown project': [{ projectId: 'none', id: 1 }],
    'writer.put': [scheduled, BY],
    'writer.putAll': [[scheduled], BY],
    'writer.putAll, of an empty batch': [[], BY],
    'writer.remove': [{ projectId: PROJECT, id: 1 }, BY],
    'strategies.register': [ZONE, BY],
    'strategies.list': [],
    'strategies.find': ['region'],
    'strategies.find, of a built-in definition': ['default'],
    'strategies.findUse': ['region'],
    'strategies.change': ['region', { kind: 'deprecate' }, BY],
    'strategies.change, of texts': [
      'region',
      { kind: 'update', update: { title: 'Zone', parameters: ZONE.parameters } },
      BY,
    ],
    'strategies.change, without an effect': ['region', { kind: 'reactivate' }, BY],
    'strategies.delete': ['region', BY],
    'strategies.delete, of a built-in definition': ['default', BY],
    'projects.register': [{ id: 'new', name: 'new' }, BY],
    'projects.declareLive': [IMPORTED, BY],
    'projects.declareLive, of a live project': [PROJECT, BY],
    'projects.declareLive, of an unknown project': ['none', BY],
    'projects.delete': [PROJECT, BY],
    'projects.delete, of an unknown project': ['none', BY],
    'projects.list': [],
    'events.list': [{ limit: 10 }],
    'events.list, of a type and a project': [
      { limit: 10, type: 'project-created', project: PROJECT },
    ],
    'apiKeys.create': [{ ...key, name: 'new' }],
    'apiKeys.list': [],
    'apiKeys.revoke': [key.name],
    'apiKeys.find': [HASH],
  }),
  'transfer.import': ({ transfer }, options) =>
    transfer.import(entriesOf([scheduledEntry(2, PROJECT), complete(PROJECT)]), options),
  check: (store, options) => store.check(options),
};

/** The calls of one method, for stores that have its port. */
export const callsOf = <Ports>(method: CallName): Calls<Ports> =>
  Object.fromEntries(
    Object.entries(EVERY_CALL).filter(([name]) => name.split(',')[0] === method),
  ) as unknown as Calls<Ports>;

/** The calls of `leases`. */
export const LEASE_CALLS: Calls<LeasePorts> = callsWith({
  'leases.acquire': [{ name: 'new', holder: BY, ttlMs: 60_000 }],
  'leases.release': [{ name: LEASE, holder: BY }],
});

/** The calls of `origins`. */
export const ORIGIN_CALLS: Calls<OriginPorts> = callsWith({
  'origins.claim': [ELSEWHERE],
  'origins.replace': [ELSEWHERE],
  'origins.hidesProjects': [],
  'origins.setHidesProjects': [false],
});

/** The calls of `names`. */
export const NAME_CALLS: Calls<NamePorts> = callsWith({
  'names.replace': [{ projectId: PROJECT, asOf: LATER, lists: { feature: ['new'] } }],
  'names.add': [PROJECT, [{ kind: 'feature', value: 'added' }]],
  'names.find': [{ projectIds: [PROJECT], names: [{ kind: 'feature', value: 'a' }] }],
  'names.near': [[PROJECT], { kind: 'feature', value: 'a' }],
});

const commitOf = (generation: number) =>
  ({ generation, raised: [alert(2)], ended: [alert(1)], events: [predicted(2)] }) as const;

/** The calls of `alerts`, `webhooks` and `deliveries`. */
export const ALERTING_CALLS: Calls<AlertingPorts> = callsWith({
  'alerts.read': [],
  'alerts.list': [{ kind: 'forecast', limit: 10 }],
  'alerts.list, after one': [{ kind: 'data', after: { projectId: PROJECT, id: 0 }, limit: 1 }],
  'alerts.find': [[alert(1)]],
  'alerts.find, of nothing': [[]],
  'alerts.commit, of another generation': [commitOf(9), BY],
  'alerts.commit': [commitOf(1), BY],
  'webhooks.add': [webhook('new')],
  'webhooks.list': [],
  'webhooks.find': ['a'],
  'webhooks.find, of an unknown webhook': ['none'],
  'deliveries.claim': [{ limit: 10, leaseMs: 60_000 }],
  'deliveries.settle': [{ id: 'none', attempts: 1 }, { kind: 'delivered' }],
  'deliveries.list': ['a', 10],
  'webhooks.remove': ['a'],
});

/** Stores what {@link ALERTING_CALLS} find, change and remove. */
export async function fillForAlerting(store: AlertingPorts): Promise<void> {
  await addAll(store, webhook('a'));
  await commit(store, [predicted(1)], [alert(1)]);
}

/** Stores the items that the calls of the reader find. */
export async function fillForReads(store: Omit<SearchPorts, 'reader'>): Promise<void> {
  await registerProjects(store, PROJECT);
  await record(store, scheduled);
}

/** Stores the definition that calls change and delete. */
export const fillForDeletes = ({ strategies }: StrategyDeletePorts): Promise<unknown> =>
  valueOf(strategies.register(strategyDefinition('region'), BY));

/** Stores the items that {@link EVERY_CALL} finds, changes and removes. */
export async function fillForEveryCall(store: Store): Promise<void> {
  // One after the other, so that two stores record their events in the same order.
  await fillForReads(store);
  await registerProjects(store, IMPORTED);
  await fillForDeletes(store);
  await valueOf(store.apiKeys.create(key));
}
