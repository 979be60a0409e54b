import { type ChangeRequestKey, toResultAsync } from '@forewarn/core';
import { MAX_LISTED } from '@forewarn/impact';
import type { Event, ImportEntry, PutOutcome } from '@forewarn/record';
import type { StrategyRepository } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { at, inSteps, type Spoil, withoutSignal, type WrongStores } from './wrong-store.ts';
import { WRONG_READERS } from './wrong-readers.ts';

const put = at('writer.put');
const importing = at('transfer.import');

const ignoringGuards = at('strategies.deleteIf').passing((name, by, _isAllowed, options) => [
  name,
  by,
  () => true,
  options,
]);

const importingAll = (but: ImportEntry['kind']): Spoil =>
  importing.passing((entries, options) => [without(entries, but), options]);

async function* without<E>(entries: AsyncIterable<Result<ImportEntry, E>>, kind: string) {
  for await (const entry of entries) if (entry.isErr() || entry.value.kind !== kind) yield entry;
}

async function* only(
  ...entries: readonly ImportEntry[]
): AsyncGenerator<Result<ImportEntry, never>> {
  for (const entry of entries) yield ok(entry);
}

/** Loses the signal of every call. */
const ignoringSignals: Spoil = (right) => {
  const deaf = (port: object): object =>
    Object.fromEntries(
      Object.entries(port).map(([name, call]) => [
        name,
        (...args: readonly unknown[]) =>
          (call as (...all: readonly unknown[]) => unknown)(...withoutSignal(args)),
      ]),
    );
  const ports = Object.entries(right).map(([name, port]) => [
    name,
    typeof port === 'object' ? deaf(port) : port,
  ]);
  return Object.fromEntries(ports);
};

const changeRequestKey = ({ project, id }: { readonly project: string; readonly id: number }) =>
  ({ projectId: project, id }) satisfies ChangeRequestKey;

type Deleted = Awaited<ReturnType<StrategyRepository['deleteIf']>>;

/** By each contract, a store that it must reject: one that says too soon that all is clear, or does in two steps what is one. */
export const WRONG_STORES: WrongStores = {
  ...WRONG_READERS,
  'ScheduledChangeRequestWriter.put': [
    'keeps what it says it replaces',
    put.instead(({ call, right }, changeRequest, by, options) =>
      toResultAsync(right.reader.find(changeRequestKey(changeRequest)))
        .map(() => 'replaced' as const)
        .orElse(() => call(changeRequest, by, options)),
    ),
  ],
  'ScheduledChangeRequestWriter.put, concurrently': [
    'looks whether it replaces one, and puts in another step',
    put.instead(({ call, right }, changeRequest, by, options) =>
      inSteps(async (pause) => {
        const isNew = (await right.reader.find(changeRequestKey(changeRequest))).isErr();
        await pause();
        return call(changeRequest, by, options).map((outcome) => (isNew ? 'created' : outcome));
      }),
    ),
  ],
  'ScheduledChangeRequestWriter.remove': [
    'keeps what it says it removes',
    at('writer.remove').instead(({ right }, key) =>
      toResultAsync(right.reader.find(key)).map(() => {}),
    ),
  ],
  'ScheduledChangeRequestWriter.putAll': [
    'puts a batch up to the first error',
    at('writer.putAll').instead(({ right }, all, by, options) =>
      inSteps(async () => {
        const outcomes: PutOutcome[] = [];
        for (const each of all) {
          const outcome = await right.writer.put(each, by, options);
          if (outcome.isErr()) return err(outcome.error);
          outcomes.push(outcome.value);
        }
        return ok(outcomes);
      }),
    ),
  ],
  'ScheduledChangeRequestWriter, conditional': [
    'ignores preconditions',
    put.passing((changeRequest, by, { onlyIf: _onlyIf, ...options } = {}) => [
      changeRequest,
      by,
      options,
    ]),
  ],
  'StrategyRepository.register': [
    'registers a definition that exists',
    at('strategies.register').ignoring('StrategyExists'),
  ],
  'StrategyRepository.list and find': [
    'omits deprecated definitions',
    at('strategies.list').returning((all) => all.filter(({ deprecated }) => !deprecated)),
  ],
  'StrategyRepository.change': [
    'says that it changes built-in definitions',
    at('strategies.change').ignoring('StrategyNotEditable'),
  ],
  'StrategyRepository.delete': [
    'deletes a definition for each of two callers',
    at('strategies.delete').ignoring('StrategyNotFound'),
  ],
  'StrategyRepository.delete, its event': [
    'records the name of a deleted definition only',
    at('events.list').returning((page) => ({
      ...page,
      events: page.events.map((event) =>
        event.type === 'strategy-deleted'
          ? ({ ...event, preData: { name: event.preData.name } } as Event)
          : event,
      ),
    })),
  ],
  'StrategyRepository.findUse': [
    'ignores doubts about a definition',
    at('strategies.findUse').returning((use) => ({ ...use, doubtful: [] })),
  ],
  'StrategyRepository.findUse, after an import': [
    'finds the first hundred uses',
    at('strategies.findUse').returning((use) => ({
      ...use,
      touching: use.touching.slice(0, MAX_LISTED),
    })),
  ],
  'StrategyRepository.delete, conditional': ['asks nothing before it deletes', ignoringGuards],
  'StrategyRepository.delete, conditional, of a store': [
    'asks nothing before it deletes',
    ignoringGuards,
  ],
  'StrategyRepository.delete, conditional, concurrently': [
    'asks, and deletes in another step',
    at('strategies.deleteIf').instead(({ right }, name, by, isAllowed) =>
      inSteps(async (pause): Promise<Deleted> => {
        const use = await right.strategies.findUse(name);
        if (use.isErr()) return err(use.error);
        await pause();
        return isAllowed(use.value)
          ? right.strategies.delete(name, by)
          : err({ type: 'PreconditionFailed' });
      }),
    ),
  ],
  ProjectRepository: [
    'lists the projects that are not asked for, too',
    at('projects.list').passing(({ projectIds: _ids, ...options } = {}) => [options]),
  ],
  'ProjectRepository.declareLive': [
    'says that an unknown project is live',
    at('projects.declareLive').ignoring('ProjectNotFound'),
  ],
  Coverage: [
    'has live data of every project',
    at('reader.search').returning((found) => ({ ...found, coverage: { kind: 'live' } })),
  ],
  'ProjectRepository.delete': [
    'removes the change requests of a project before it, in other steps',
    at('projects.delete').instead(({ call, right }, id, by, options) =>
      inSteps(async (pause) => {
        const query = { projectIds: [id], limit: 100_000, maxBytes: 1e9 };
        const page = await right.reader.list(query);
        for (const each of page.unwrapOr({ changeRequests: [] }).changeRequests) {
          await right.writer.remove(changeRequestKey(each), by);
          await pause();
        }
        return call(id, by, options);
      }),
    ),
  ],
  EventRepository: [
    'says that no page has another after it',
    at('events.list').returning((page) => ({ ...page, hasMore: false })),
  ],
  'EventRepository, by type and project': [
    'ignores the types',
    at('events.list').passing(({ types: _types, ...query }, options) => [query, options]),
  ],
  'EventRepository, atomicity': [
    'lists an event a moment after its change',
    at('events.list').returning(({ events, ...page }) => ({
      ...page,
      events: events.filter(({ createdAt }) => Date.parse(createdAt) < Date.now() - 20),
    })),
  ],
  'EventRepository.committed': [
    'waits for nothing',
    at('events.committed').instead(async () => {}),
  ],
  'StateTransfer.import': ['ignores what ended', importingAll('ended')],
  'StateTransfer.import, against the rule': ['ignores what ended', importingAll('ended')],
  'StateTransfer.import, complete': ['ignores what is complete', importingAll('complete')],
  'StateTransfer.import, outdated': [
    'says that it imports older data',
    importing.ignoring('DataOutdated'),
  ],
  'StateTransfer.import, atomicity': [
    'imports each entry in a step of its own',
    importing.instead(({ call }, entries, options) =>
      inSteps(async () => {
        let counts = await call(only(), options);
        for await (const entry of entries) {
          if (entry.isErr()) return err(entry.error);
          counts = await call(only(entry.value), options);
          if (counts.isErr()) break;
        }
        return counts;
      }),
    ),
  ],
  'StateTransfer.export': [
    'exports no strategy definitions',
    at('transfer.export').instead(async function* exporting({ call }, options) {
      for await (const entry of call(options)) {
        if (entry.isErr() || entry.value.kind !== 'strategy') yield entry;
      }
    }),
  ],
  Store: ['works on when it is closed', (right) => ({ ...right, close: async () => {} })],
  'CallOptions.signal': ['ignores signals', ignoringSignals],
  NameRepository: [
    'takes every name for a known one',
    at('names.find').returning((found) => found.map(() => ({ state: 'known' }))),
  ],
};
