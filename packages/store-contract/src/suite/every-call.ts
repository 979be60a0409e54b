import type { CallOptions, StoreUnavailable, PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { complete, scheduledEntry, strategyDefinition } from '../samples/entries.ts';
import type {
  ImpactPorts,
  ListingPorts,
  NamePorts,
  SearchPorts,
  StrategyDeletePorts,
} from './ports.ts';
import { BY, entriesOf, record, registerProjects } from './store-calls.ts';
import { valueOf } from './value-of.ts';

type Call<Ports> = (
  store: Ports,
  options?: CallOptions,
) => PortResult<unknown, StoreUnavailable | { readonly type: string }>;

export type Calls<Ports> = Readonly<Record<string, Call<Ports>>>;

const ZONE = strategyDefinition('zone', { title: 'Zone' });
const LATER = '2026-11-22T10:00:00.000Z';
/** The id of a project without coverage. */
const IMPORTED = 'imported';
const scheduled = changeRequest({ features: enabling('a') });
const page = { projectIds: [PROJECT], limit: 10, maxBytes: 10_000 };
const interval = {
  environments: ['production'],
  from: 0,
  to: 1e15,
  after: { scheduledAt: 0, projectId: PROJECT, id: 0 },
} as const;
const filters = { ...interval, statuses: ['pending'], needAttentionAt: 1e15 } as const;
const onlyIf = (): boolean => false;

export const SEARCH_CALLS: Calls<SearchPorts> = {
  'reader.search': ({ reader }, options) =>
    reader.search({ projectId: PROJECT, anyOf: [feature('a')] }, options),
  'reader.search, without targets': ({ reader }, options) =>
    reader.search({ projectId: PROJECT, anyOf: [] }, options),
  'reader.search, in an unknown project': ({ reader }, options) =>
    reader.search({ projectId: 'none', anyOf: [] }, options),
};

export const IMPACT_CALLS: Calls<ImpactPorts> = {
  'reader.impact': ({ reader }, options) =>
    reader.impact({ asked: [{ target: feature('a') }], projectIds: [PROJECT] }, options),
  'reader.impact, of nothing': ({ reader }, options) =>
    reader.impact({ asked: [], projectIds: [] }, options),
};

export const LISTING_CALLS: Calls<ListingPorts> = {
  'reader.list': ({ reader }, options) => reader.list(page, options),
  'reader.list, with filters': ({ reader }, options) =>
    reader.list({ ...page, projectIds: [PROJECT, 'none'], ...filters }, options),
  'reader.list, of targets': ({ reader }, options) =>
    reader.list({ ...page, anyOf: [feature('a')], maxBytes: 1 }, options),
};

export const DELETE_CALLS: Calls<StrategyDeletePorts> = {
  'strategies.delete': ({ strategies }, options) => strategies.delete('region', BY, options),
  'strategies.delete, of a built-in definition': ({ strategies }, options) =>
    strategies.delete('default', BY, options),
};

/** One or more calls of each method that returns a result. */
export const EVERY_CALL: Calls<Store> = {
  'writer.put, with a failing precondition': ({ writer }, options) =>
    writer.put(scheduled, BY, { ...options, onlyIf }),
  'strategies.deleteIf': ({ strategies }, options) =>
    strategies.deleteIf('region', BY, () => false, options),
  ...SEARCH_CALLS,
  ...IMPACT_CALLS,
  ...LISTING_CALLS,
  'reader.find': ({ reader }, options) => reader.find({ projectId: PROJECT, id: 1 }, options),
  'reader.find, in an unknown project': ({ reader }, options) =>
    reader.find({ projectId: 'none', id: 1 }, options),
  'writer.put': ({ writer }, options) => writer.put(scheduled, BY, options),
  'writer.putAll': ({ writer }, options) => writer.putAll([scheduled], BY, options),
  'writer.putAll, of an empty batch': ({ writer }, options) => writer.putAll([], BY, options),
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
    const update = { title: 'Zone', parameters: ZONE.parameters };
    return strategies.change('region', { kind: 'update', update }, BY, options);
  },
  'strategies.change, without an effect': ({ strategies }, options) =>
    strategies.change('region', { kind: 'reactivate' }, BY, options),
  ...DELETE_CALLS,
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
  'transfer.import': ({ transfer }, options) =>
    transfer.import(entriesOf([scheduledEntry(2, PROJECT), complete(PROJECT)]), options),
  'transfer.export': ({ transfer }, options) => new ResultAsync(firstOf(transfer.export(options))),
  check: (store, options) => store.check(options),
};

async function firstOf<T>(
  exported: AsyncIterable<Result<T, StoreUnavailable>>,
): Promise<Result<T | undefined, StoreUnavailable>> {
  for await (const entry of exported) return entry;
  return ok(undefined);
}

export const NAME_CALLS: Calls<NamePorts> = {
  'names.replace': ({ names }, options) =>
    names.replace({ projectId: PROJECT, asOf: LATER, lists: { feature: ['new'] } }, options),
  'names.add': ({ names }, options) =>
    names.add(PROJECT, [{ kind: 'feature', value: 'added' }], options),
  'names.find': ({ names }, options) =>
    names.find({ projectIds: [PROJECT], names: [{ kind: 'feature', value: 'a' }] }, options),
  'names.near': ({ names }, options) =>
    names.near([PROJECT], { kind: 'feature', value: 'a' }, options),
};

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
}
