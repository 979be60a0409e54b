import { type Gone, targetKey } from '@forewarn/forecast';
import { targetsOf } from '@forewarn/core';
import { okAsync } from 'neverthrow';
import { forecastIn, type ForecastRule } from './reference-forecast.ts';
import { goneIn } from './reference-gone.ts';
import { type WrongStore, at, wrong } from './wrong-store.ts';

/** Forecasts with another rule. */
const finding = (rule: Partial<ForecastRule>) =>
  at('reader.forecast').instead(({ state }, query) => okAsync(forecastIn(state, query, rule)));

/** Finds something else gone. */
const missing = (change: (gone: Gone) => Gone) =>
  finding({ goneIn: (state) => goneIn(state).map(change) });

const inLowerCase = ({ target, ...gone }: Gone): Gone =>
  target.kind === 'strategyDefinition'
    ? { ...gone, target: { ...target, name: target.name.toLowerCase() } }
    : { ...gone, target };

const replace = at('names.replace');

/** Stores that are wrong about what is gone. */
export const wrongGone: readonly WrongStore[] = [
  ...wrong(['AlertRepository, marks'], {
    'leaves no mark of what a list of names lacks': replace.around(({ alerting }) => {
      const before = alerting.marks;
      return () => {
        alerting.marks = before;
      };
    }),
  }),
  ...wrong(['ScheduledChangeRequestReader.forecast, without what was deleted'], {
    'forgets the event of a delete': missing(({ event: _event, ...gone }) => gone),
    'ignores the case of what was deleted': missing(inLowerCase),
    'takes a definition for gone that is there again': finding({
      goneIn: (state) => goneIn(state, { isRegistered: () => false }),
    }),
    'forgets a delete once a change request names the definition': at('writer.put').after(
      (state, _, changeRequest) => {
        const names = new Set(targetsOf(changeRequest).map(targetKey));
        state.events = state.events.filter(
          (event) =>
            event.type !== 'strategy-deleted' ||
            !names.has(`strategyDefinition ${event.preData.name}`),
        );
      },
    ),
  }),
  ...wrong(['NameRepository, what is missing'], {
    'looks in all projects for what one lacks': missing(({ projectId: _id, ...gone }) => gone),
    'takes what a project lacks for deleted': missing((gone) => ({
      ...gone,
      removals: ['delete'],
    })),
    'lists missing definitions that the store has': finding({
      goneIn: (state) => goneIn(state, { isRegistered: () => false }),
    }),
    'takes what any change request names for there': at('names.add').passing(
      (_, projectId, names) => [projectId, names, { areNew: true }],
    ),
    'forgets names that were added after the time of a list': replace.around((state) => {
      state.names = state.names.map((list) => ({ ...list, added: new Map() }));
    }),
    'takes what may be newer than the names for missing': replace.around((state) => {
      state.coverage.clear();
    }),
    'lets an older list tell what is missing': replace.around((state) => {
      state.names = state.names.map((list) => ({ ...list, asOf: '' }));
    }),
  }),
];
