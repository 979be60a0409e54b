import type { ChangeRequestVersion, StrategyUse } from '@forewarn/impact';
import { type ScheduledChangeRequest, toResultAsync } from '@forewarn/core';
import { err, errAsync, ok, okAsync } from 'neverthrow';
import { strategyUseIn } from './reference-reader.ts';
import { isAt, type State, storedIn } from './reference-state.ts';
import { type WrongStore, afterAMoment, all, at, withOwn, wrong } from './wrong-store.ts';

const strategiesDeleteIf = at('strategies.deleteIf');
const strategiesFindUse = at('strategies.findUse');
const writerPut = at('writer.put');
const writerRemove = at('writer.remove');

const USE = 'StrategyRepository.findUse';
const DELETE = 'StrategyRepository.delete, conditional';
const RACE = 'StrategyRepository.delete, conditional, concurrently';

/** Returns parts of other uses from `findUse`. */
const finding = (change: (use: StrategyUse, state: State) => Partial<StrategyUse>) =>
  strategiesFindUse.returning((use, state) => ({ ...use, ...change(use, state) }));

/** Passes parts of other uses to preconditions. */
const passingUses = (change: (use: StrategyUse, state: State) => Partial<StrategyUse>) =>
  strategiesDeleteIf.passing((state, name, by, isAllowed, options) => [
    name,
    by,
    (use) => isAllowed({ ...use, ...change(use, state) }),
    options,
  ]);

const withVersions = (
  versionOf: (changeRequest: ScheduledChangeRequest, state: State) => unknown,
) =>
  finding(({ touching, doubtful }, state) => {
    const versions = (listed: readonly ChangeRequestVersion[]) =>
      listed.map((each) => {
        const stored = storedIn(state, { project: each.projectId, id: each.id });
        return stored === undefined ? each : { ...each, version: String(versionOf(stored, state)) };
      });
    return { touching: versions(touching), doubtful: versions(doubtful) };
  });

/** A definition with this name, which may be unknown. */
const definition = (name: string) => ({ name, parameters: [], deprecated: false, editable: true });

const wrongUses = wrong([USE], {
  'lists the projects of a use in the order of UTF-16 code units': finding(({ projects }) => ({
    projects: projects.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1)),
  })),
  'returns a use of an unknown definition': strategiesFindUse.instead(({ call, state }, name) =>
    call(name).orElse(() => okAsync(strategyUseIn(state, definition(name)))),
  ),
  'ignores doubts about a definition': finding(() => ({ doubtful: [] })),
  'lists a change request as doubtful only if it does not touch the definition': finding(
    ({ touching, doubtful }) => {
      const isTouching = ({ projectId, id }: ChangeRequestVersion) =>
        touching.some((other) => other.projectId === projectId && other.id === id);
      return { doubtful: doubtful.filter((each) => !isTouching(each)) };
    },
  ),
  'returns the title as the version': withVersions(({ title }) => title),
  'returns the number of events as the version': withVersions((_, { events }) => events.length),
  'returns the same use to every caller': strategiesFindUse.caching(),
});

const wrongImportedUses = wrong(['StrategyRepository.findUse, after an import'], {
  'ignores the case of the definition that is used': finding((use, state) => {
    const isSame = (name: string) => name.toLowerCase() === use.definition.name.toLowerCase();
    const uses = state.definitions.filter(({ name }) => isSame(name));
    return { touching: uses.flatMap((each) => strategyUseIn(state, each).touching) };
  }),
  'lists the first hundred uses': finding(({ touching }) => ({ touching: touching.slice(0, 100) })),
});

/** Hides a change request until a moment is over. */
const hide = (state: State, projectId: string, id: number) => {
  const hidden = state.scheduled.filter(isAt(projectId, id));
  state.scheduled = state.scheduled.filter((each) => !hidden.includes(each));
  return afterAMoment().andTee(() => {
    state.scheduled = [...state.scheduled, ...hidden];
  });
};

/** Stores that find the use of definitions or guard their deletes wrongly. */
export const wrongGuards: readonly WrongStore[] = [
  ...wrongUses,
  ...wrongImportedUses,
  ...wrong([DELETE, `${DELETE}, of a store`, RACE], {
    'ignores the precondition of a delete': strategiesDeleteIf.passing((_, name, by) => [
      name,
      by,
      () => true,
    ]),
  }),
  ...wrong([DELETE], {
    'refuses every delete with a precondition': strategiesDeleteIf.passing((_, name, by) => [
      name,
      by,
      () => false,
    ]),
    'passes the first use of each definition': withOwn(
      () => new Map<string, StrategyUse>(),
      (uses) =>
        passingUses((use) => {
          const first = uses.get(use.definition.name) ?? use;
          uses.set(use.definition.name, first);
          return first;
        }),
    ),
    'passes its own definition to the precondition of a delete': passingUses(
      (use, { definitions }) => ({
        definition: definitions.find(({ name }) => name === use.definition.name) ?? use.definition,
      }),
    ),
    'asks before it looks for the definition': strategiesDeleteIf.instead(
      ({ call, state }, name, by, isAllowed) =>
        isAllowed(strategyUseIn(state, definition(name)))
          ? call(name, by, isAllowed)
          : errAsync({ type: 'PreconditionFailed' }),
    ),
    'reports a bug of a precondition as an outage': strategiesDeleteIf.instead(
      ({ call }, ...args) => {
        try {
          return call(...args);
        } catch (cause) {
          return errAsync({ type: 'StoreUnavailable', cause });
        }
      },
    ),
    'returns no error for a delete whose definition was deleted after it asked':
      strategiesDeleteIf.instead(({ call, right: { strategies } }, name, by, options) =>
        toResultAsync(strategies.findUse(name)).andThen(() =>
          call(name, by, options).orElse((error) =>
            error.type === 'StrategyNotFound' ? ok() : err(error),
          ),
        ),
      ),
  }),
  ...wrong([RACE], {
    'hides a use before it removes or replaces it, in another step': all(
      writerPut.instead(({ call, state }, changeRequest, by) =>
        hide(state, changeRequest.project, changeRequest.id).andThen(() => call(changeRequest, by)),
      ),
      writerRemove.instead(({ call, state }, key, by) =>
        hide(state, key.projectId, key.id).andThen(() => call(key, by)),
      ),
    ),
  }),
];
