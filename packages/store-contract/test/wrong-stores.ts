import type { CallOptions, ChangeRequestKey, StoreUnavailable } from '@forewarn/core';
import type { DataOutdated, ImportCounts, ImportEntry } from '@forewarn/record';
import type { StoreWithNames } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { type Flaws, inSteps } from './it-rejects.ts';

/** Returns a store with a flaw. */
type Spoil = (right: StoreWithNames) => StoreWithNames;

type Imported<E> = Result<ImportCounts, E | DataOutdated | StoreUnavailable>;
type Deleted = Awaited<ReturnType<StoreWithNames['strategies']['deleteIf']>>;

const keyOf = ({ project, id }: { readonly project: string; readonly id: number }) =>
  ({ projectId: project, id }) satisfies ChangeRequestKey;

async function* only(
  ...entries: readonly ImportEntry[]
): AsyncGenerator<Result<ImportEntry, never>> {
  for (const entry of entries) yield ok(entry);
}

/** By each contract of what is one step, a store that takes several. Mutants of the memory store have all other flaws. */
export const WRONG_STORES: Flaws<Spoil> = {
  'ScheduledChangeRequestReader.impact, atomicity': [
    'reads each target in a step of its own',
    ({ reader, ...right }) => ({
      ...right,
      reader: {
        ...reader,
        impact: ({ asked, ...others }) =>
          inSteps(async (pause) => {
            const whole = (await reader.impact({ ...others, asked: [] }))._unsafeUnwrap();
            const targets: (typeof whole.targets)[number][] = [];
            for (const one of asked) {
              const found = await reader.impact({ ...others, asked: [one] });
              if (found.isErr()) return err(found.error);
              targets.push(...found.value.targets);
              await pause();
            }
            return ok({ ...whole, targets });
          }),
      },
    }),
  ],
  'ScheduledChangeRequestReader.list, atomicity': [
    'reads each project in a step of its own',
    ({ reader, ...right }) => ({
      ...right,
      reader: {
        ...reader,
        list: (query) =>
          inSteps(async (pause) => {
            const whole = (await reader.list({ ...query, projectIds: [] }))._unsafeUnwrap();
            const changeRequests: (typeof whole.changeRequests)[number][] = [];
            for (const projectId of query.projectIds) {
              const page = await reader.list({ ...query, projectIds: [projectId] });
              if (page.isErr()) return err(page.error);
              changeRequests.push(...page.value.changeRequests);
              await pause();
            }
            return ok({ ...whole, changeRequests });
          }),
      },
    }),
  ],
  'ScheduledChangeRequestWriter.put, concurrently': [
    'looks whether it replaces one, and puts in another step',
    ({ writer, ...right }) => ({
      ...right,
      writer: {
        ...writer,
        put: (changeRequest, by, options) =>
          inSteps(async (pause) => {
            const isNew = (await right.reader.find(keyOf(changeRequest))).isErr();
            await pause();
            const outcome = await writer.put(changeRequest, by, options);
            return outcome.map((each) => (isNew ? 'created' : each));
          }),
      },
    }),
  ],
  'StrategyRepository.delete, conditional, concurrently': [
    'asks, and deletes in another step',
    ({ strategies, ...right }) => ({
      ...right,
      strategies: {
        ...strategies,
        deleteIf: (name, by, isAllowed) =>
          inSteps(async (pause): Promise<Deleted> => {
            const use = await strategies.findUse(name);
            if (use.isErr()) return err(use.error);
            await pause();
            return isAllowed(use.value)
              ? strategies.delete(name, by)
              : err({ type: 'PreconditionFailed' });
          }),
      },
    }),
  ],
  'ProjectRepository.delete': [
    'removes the change requests of a project before it, in other steps',
    ({ projects, ...right }) => ({
      ...right,
      projects: {
        ...projects,
        delete: (id, by, options) =>
          inSteps(async (pause) => {
            const query = { projectIds: [id], limit: 100_000, maxBytes: 1e9 };
            const page = await right.reader.list(query);
            for (const each of page.unwrapOr({ changeRequests: [] }).changeRequests) {
              await right.writer.remove(keyOf(each), by);
              await pause();
            }
            return projects.delete(id, by, options);
          }),
      },
    }),
  ],
  'EventRepository, atomicity': [
    'lists an event a moment after its change',
    ({ events, ...right }) => ({
      ...right,
      events: {
        ...events,
        list: (query, options) =>
          inSteps(async () =>
            (await events.list(query, options)).map((page) => ({
              ...page,
              events: page.events.filter(
                ({ createdAt }) => Date.parse(createdAt) < Date.now() - 20,
              ),
            })),
          ),
      },
    }),
  ],
  'StateTransfer.import, atomicity': [
    'imports each entry in a step of its own',
    ({ transfer, ...right }) => ({
      ...right,
      transfer: {
        ...transfer,
        import: <E>(entries: AsyncIterable<Result<ImportEntry, E>>, options?: CallOptions) =>
          inSteps(async (): Promise<Imported<E>> => {
            let counts = await transfer.import(only(), options);
            for await (const entry of entries) {
              if (entry.isErr()) return err(entry.error);
              counts = await transfer.import(only(entry.value), options);
              if (counts.isErr()) break;
            }
            return counts;
          }),
      },
    }),
  ],
};
