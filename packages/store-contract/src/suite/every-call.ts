import type { CallOptions, Store, StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/entries.ts';
import type { LeasePorts, NamePorts, OriginPorts } from './ports.ts';
import { BY, entriesOf, record, registerProjects } from './store-calls.ts';
import { valueOf } from './value-of.ts';

type Call<Ports> = (
  store: Ports,
  options?: CallOptions,
) => ResultAsync<unknown, StoreUnavailable | { readonly type: string }>;

/** Calls of some ports, by a name. */
export type Calls<Ports> = Readonly<Record<string, Call<Ports>>>;

/** The name of the lease in the cases. */
export const LEASE = 'sync';
const HASH = 'a'.repeat(64);
const ZONE = strategyDefinition('zone', { title: 'Zone' });
/** The id of a project without coverage. */
const IMPORTED = 'imported';
const key = { name: 'ci', secretHash: HASH, permissions: [] } as const;
const scheduled = changeRequest({ features: enabling('a') });

/** One or more calls of each method that returns a result. */
export const EVERY_CALL: Calls<Store> = {
  'reader.search': ({ reader }, options) =>
    reader.search({ projectId: PROJECT, anyOf: [feature('a')] }, options),
  'reader.search, without targets': ({ reader }, options) =>
    reader.search({ projectId: PROJECT, anyOf: [] }, options),
  'reader.search, in an unknown project': ({ reader }, options) =>
    reader.search({ projectId: 'none', anyOf: [] }, options),
  'reader.impact': ({ reader }, options) =>
    reader.impact({ asked: [{ target: feature('a') }], projectIds: [PROJECT] }, options),
  'reader.impact, of nothing': ({ reader }, options) =>
    reader.impact({ asked: [], projectIds: [] }, options),
  'reader.list': ({ reader }, options) =>
    reader.list({ projectIds: [PROJECT], limit: 10, maxBytes: 10_000 }, options),
  'reader.list, with filters': ({ reader }, options) =>
    reader.list(
      {
        projectIds: [PROJECT, 'none'],
        environments: ['production'],
        statuses: ['pending'],
        from: 0,
        to: 1e15,
        needAttentionAt: 1e15,
        after: { scheduledAt: 0, projectId: PROJECT, id: 0 },
        limit: 10,
        maxBytes: 10_000,
      },
      options,
    ),
  'reader.list, of targets': ({ reader }, options) =>
    reader.list({ projectIds: [PROJECT], anyOf: [feature('a')], limit: 10, maxBytes: 1 }, options),
  'writer.put': ({ writer }, options) => writer.put(scheduled, BY, options),
  'writer.put, with a failing precondition': ({ writer }, options) =>
    writer.put(scheduled, BY, { ...options, onlyIf: () => false }),
  'writer.putAll': ({ writer }, options) => writer.putAll([scheduled], BY, options),
  'writer.putAll, of an empty batch': ({ writer }, options) => writer.putAll([], BY, options),
  'reader.find': ({ reader }, options) => reader.find({ projectId: PROJECT, id: 1 }, options),
  'reader.find, in an unknown project': ({ reader }, options) =>
    reader.find({ projectId: 'none', id: 1 }, options),
  'writer.remove': ({ writer }, options) =>
    writer.remove({ projectId: PROJECT, id: 1 }, BY, options),
  'strategies.register': ({ strategies }, options) => strategies.register(ZONE, BY, options),
  'strategies.list': ({ strategies }, options) => strategies.list(options),
  'strategies.find': ({ strategies }, options) => strategies.find('region', options),
  'strategies.find, of a built-in definition': ({ strategies }, options) =>
    strategies.find('default', options),
  'strategies.findUse': ({ strategies }, options) => strategies.findUse('region', options),
  'strategies.change': ({ strategies }, options) =>
    strategies.change('region', { kind: 'deprecate' }, BY, options),
  'strategies.change, of texts': ({ strategies }, options) => {
    const { name: _name, deprecated: _deprecated, editable: _editable, ...update } = ZONE;
    return strategies.change('region', { kind: 'update', update }, BY, options);
  },
  'strategies.change, without an effect': ({ strategies }, options) =>
    strategies.change('region', { kind: 'reactivate' }, BY, options),
  'strategies.delete': ({ strategies }, options) => strategies.delete('region', BY, options),
  'strategies.delete, with a failing precondition': ({ strategies }, options) =>
    strategies.delete('region', BY, { ...options, onlyIf: () => false }),
  'strategies.delete, of a built-in definition': ({ strategies }, options) =>
    strategies.delete('default', BY, options),
  'projects.register': ({ projects }, options) =>
    projects.register({ id: 'new', name: 'new' }, BY, options),
  'projects.declareLive': ({ projects }, options) => projects.declareLive(IMPORTED, BY, options),
  'projects.declareLive, of a live project': ({ projects }, options) =>
    projects.declareLive(PROJECT, BY, options),
  'projects.declareLive, of an unknown project': ({ projects }, options) =>
    projects.declareLive('none', BY, options),
  'projects.delete': ({ projects }, options) => projects.delete(PROJECT, BY, options),
  'projects.delete, of an unknown project': ({ projects }, options) =>
    projects.delete('none', BY, options),
  'projects.list': ({ projects }, options) => projects.list(options),
  'events.list': ({ events }, options) => events.list({ limit: 10 }, options),
  'events.list, of a type and a project': ({ events }, options) =>
    events.list({ limit: 10, type: 'project-created', project: PROJECT }, options),
  'apiKeys.create': ({ apiKeys }, options) => apiKeys.create({ ...key, name: 'new' }, options),
  'apiKeys.list': ({ apiKeys }, options) => apiKeys.list(options),
  'apiKeys.revoke': ({ apiKeys }, options) => apiKeys.revoke(key.name, options),
  'apiKeys.find': ({ apiKeys }, options) => apiKeys.find(HASH, options),
  'transfer.import': ({ transfer }, options) =>
    transfer.import(
      entriesOf([
        { kind: 'scheduled', changeRequest: { ...scheduled, id: 2 } },
        {
          kind: 'complete',
          projectId: PROJECT,
          asOf: '2026-11-21T10:42:00.000Z',
          source: 'import',
        },
      ]),
      options,
    ),
  check: (store, options) => store.check(options),
};

/** The calls of `leases`. */
export const LEASE_CALLS: Calls<LeasePorts> = {
  'leases.acquire': ({ leases }, options) =>
    leases.acquire({ name: 'new', holder: BY, ttlMs: 60_000 }, options),
  'leases.release': ({ leases }, options) => leases.release({ name: LEASE, holder: BY }, options),
};

/** The calls of `origins`. */
export const ORIGIN_CALLS: Calls<OriginPorts> = {
  'origins.claim': ({ origins }, options) =>
    origins.claim({ url: 'https://new.example.com' }, options),
  'origins.replace': ({ origins }, options) =>
    origins.replace({ url: 'https://new.example.com' }, options),
};

/** The calls of `names`. */
export const NAME_CALLS: Calls<NamePorts> = {
  'names.replace': ({ names }, options) =>
    names.replace(
      { projectId: PROJECT, asOf: '2026-11-22T10:00:00.000Z', lists: { feature: ['new'] } },
      options,
    ),
  'names.add': ({ names }, options) =>
    names.add(PROJECT, [{ kind: 'feature', value: 'added' }], options),
  'names.find': ({ names }, options) =>
    names.find({ projectIds: [PROJECT], names: [{ kind: 'feature', value: 'a' }] }, options),
  'names.near': ({ names }, options) =>
    names.near([PROJECT], { kind: 'feature', value: 'a' }, options),
};

/** Stores the items that {@link EVERY_CALL} finds, changes and removes. */
export async function fillForEveryCall(store: Store): Promise<void> {
  // One after the other, so that two stores record their events in the same order.
  for (const id of [PROJECT, IMPORTED]) await registerProjects(store, id);
  await record(store, scheduled);
  await valueOf(store.strategies.register(strategyDefinition('region'), BY));
  await valueOf(store.apiKeys.create(key));
}
