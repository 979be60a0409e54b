import type {
  ChangeRequestVersion,
  ScheduledChangeRequest,
  StoreUnavailable,
  StrategyUse,
} from '@forewarn/core';
import { err, errAsync, ok, okAsync } from 'neverthrow';
import { isAt, type State } from './reference-state.ts';
import { strategyUseIn } from './reference-store.ts';
import { whileOpen } from './while-open.ts';
import { afterAMoment, inStrategies, inWriter, wrong, type WrongStore } from './wrong-store.ts';

const USE = 'StrategyRepository.findUse';
const DELETE = 'StrategyRepository.delete, conditional';
const RACE = 'StrategyRepository.delete, conditional, concurrently';

/** Returns other uses from `findUse`. */
const finding = (change: (use: StrategyUse, state: State) => StrategyUse) =>
  inStrategies((right, state) => ({
    findUse: (name) => right.strategies.findUse(name).map((use) => change(use, state)),
  }));

/** Passes other uses to preconditions. */
const passing = (change: (use: StrategyUse, state: State) => StrategyUse) =>
  inStrategies((right, state) => ({
    delete: (name, by, { onlyIf = () => true } = {}) =>
      right.strategies.delete(name, by, { onlyIf: (use) => onlyIf(change(use, state)) }),
  }));

const withVersions = (
  versionOf: (changeRequest: ScheduledChangeRequest, state: State) => unknown,
) =>
  finding((use, state) => {
    const versions = (all: readonly ChangeRequestVersion[]) =>
      all.map((each) => {
        const stored = state.scheduled.find(isAt(each.projectId, each.id));
        return stored === undefined ? each : { ...each, version: String(versionOf(stored, state)) };
      });
    return { ...use, touching: versions(use.touching), doubtful: versions(use.doubtful) };
  });

const wrongUses: readonly WrongStore[] = [
  ...wrong([USE], {
    'lists the projects of a use in the order of UTF-16 code units': finding(
      ({ projects, ...use }) => ({
        ...use,
        projects: projects.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1)),
      }),
    ),
    'returns a use of an unknown definition': inStrategies((right, state) => ({
      findUse: (name) =>
        right.strategies.findUse(name).orElse(() => {
          const definition = { name, parameters: [], deprecated: false, editable: true };
          return okAsync(strategyUseIn(state, definition));
        }),
    })),
    'ignores the case of the definition that is used': inStrategies((right, state) => ({
      findUse: (name) =>
        right.strategies.findUse(name).map((use) => {
          const names = state.definitions
            .map((definition) => definition.name)
            .filter((other) => other.toLowerCase() === name.toLowerCase());
          const uses = names.map((other) =>
            strategyUseIn(state, { ...use.definition, name: other }),
          );
          return { ...use, touching: uses.flatMap(({ touching }) => touching) };
        }),
    })),
    'ignores doubts about a definition': finding((use) => ({ ...use, doubtful: [] })),
    'lists a change request as doubtful only if it does not touch the definition': finding(
      ({ touching, doubtful, ...use }) => {
        const isTouching = ({ projectId, id }: ChangeRequestVersion) =>
          touching.some((other) => other.projectId === projectId && other.id === id);
        return { ...use, touching, doubtful: doubtful.filter((each) => !isTouching(each)) };
      },
    ),
    'lists the first hundred uses': finding((use) => ({
      ...use,
      touching: use.touching.slice(0, 100),
    })),
    'returns the title as the version': withVersions(({ title }) => title),
    'returns the number of events as the version': withVersions((_, { events }) => events.length),
    'returns the same use to every caller': inStrategies((right) => {
      const uses = new Map<string, ReturnType<typeof right.strategies.findUse>>();
      return {
        findUse: (name) => {
          const use = uses.get(name) ?? right.strategies.findUse(name);
          uses.set(name, use);
          return use;
        },
      };
    }),
  }),
];

const wrongDeletes: readonly WrongStore[] = [
  ...wrong([DELETE, RACE], {
    'ignores the precondition of a delete': inStrategies((right) => ({
      delete: (name, by) => right.strategies.delete(name, by),
    })),
  }),
  ...wrong([DELETE], {
    'refuses every delete with a precondition': inStrategies((right) => ({
      delete: (name, by) => right.strategies.delete(name, by, { onlyIf: () => false }),
    })),
    'passes the first use of each definition': (right, state) => {
      const uses = new Map<string, StrategyUse>();
      return passing((use) => {
        const first = uses.get(use.definition.name) ?? use;
        uses.set(use.definition.name, first);
        return first;
      })(right, state);
    },
    'passes its own definition to the precondition of a delete': passing(
      (use, { definitions }) => ({
        ...use,
        definition: definitions.find(({ name }) => name === use.definition.name) ?? use.definition,
      }),
    ),
    'asks before it looks for the definition': inStrategies((right, state) => ({
      delete: (name, by, { onlyIf = () => true } = {}) => {
        const definition = { name, parameters: [], deprecated: false, editable: true };
        return onlyIf(strategyUseIn(state, definition))
          ? right.strategies.delete(name, by, { onlyIf })
          : whileOpen(state, undefined, () => err({ type: 'PreconditionFailed' }));
      },
    })),
    'reports a bug of a precondition as an outage': inStrategies((right) => ({
      delete: (name, by, options) => {
        try {
          return right.strategies.delete(name, by, options);
        } catch (cause) {
          return errAsync<never, StoreUnavailable>({ type: 'StoreUnavailable', cause });
        }
      },
    })),
  }),
  ...wrong([RACE], {
    'asks, waits, and then deletes': inStrategies((right) => ({
      delete: (name, by, { onlyIf = () => true } = {}) =>
        right.strategies.findUse(name).andThen((use) => {
          const isAllowed = onlyIf(use);
          return afterAMoment().andThen(() =>
            right.strategies.delete(name, by, { onlyIf: () => isAllowed }),
          );
        }),
    })),
  }),
  ...wrong([DELETE], {
    'returns no error for a delete whose definition was deleted after it asked': inStrategies(
      (right) => ({
        delete: (name, by, options) =>
          right.strategies
            .findUse(name)
            .andThen(() =>
              right.strategies
                .delete(name, by, options)
                .orElse((error) => (error.type === 'StrategyNotFound' ? ok() : err(error))),
            ),
      }),
    ),
  }),
  ...wrong([RACE], {
    'hides a use before it removes or replaces it, in another step': inWriter((right, state) => {
      const hide = (projectId: string, id: number) => {
        const hidden = state.scheduled.filter(isAt(projectId, id));
        state.scheduled = state.scheduled.filter((each) => !hidden.includes(each));
        return afterAMoment().andTee(() => {
          state.scheduled = [...state.scheduled, ...hidden];
        });
      };
      return {
        put: (changeRequest, by) =>
          hide(changeRequest.project, changeRequest.id).andThen(() =>
            right.writer.put(changeRequest, by),
          ),
        remove: (key, by) =>
          hide(key.projectId, key.id).andThen(() => right.writer.remove(key, by)),
      };
    }),
  }),
];

/** Stores that find the use of definitions or guard their deletes wrongly. */
export const wrongGuards: readonly WrongStore[] = [...wrongUses, ...wrongDeletes];
