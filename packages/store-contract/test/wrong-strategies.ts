import { changedStrategy, type StrategyDefinition } from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { recordEvent, sameJson, type State } from './reference-state.ts';
import { type Spoil, type WrongStore, at, wrong } from './wrong-store.ts';

const strategiesChange = at('strategies.change');
const strategiesDelete = at('strategies.delete');
const strategiesFind = at('strategies.find');
const strategiesList = at('strategies.list');
const strategiesRegister = at('strategies.register');

const REGISTER = 'StrategyRepository.register';
const LOOK_UP = 'StrategyRepository.list and find';
const CHANGE = 'StrategyRepository.change';
const DELETE = 'StrategyRepository.delete';

export const byCodeUnits = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const definitionIn = ({ definitions }: State, name: string): StrategyDefinition | undefined =>
  definitions.find((definition) => definition.name === name);

const ignoringCase = ({ definitions }: State, name: string): string =>
  definitions.find((other) => other.name.toLowerCase() === name.toLowerCase())?.name ?? name;

const loseEvent = (state: State) => () => {
  state.events = state.events.slice(1);
};

const changingBuiltIns: Spoil = (right, state) => {
  state.definitions = state.definitions.map((each) => ({ ...each, editable: true }));
  return right;
};

const wrongLookUps = wrong([LOOK_UP], {
  'lists definitions without the built-in ones': strategiesList.returning((all) =>
    all.filter(({ editable }) => editable),
  ),
  'lists definitions in the order of UTF-16 code units': strategiesList.returning((all) =>
    all.toSorted(byCodeUnits),
  ),
  'omits deprecated definitions': strategiesList.returning((all) =>
    all.filter(({ deprecated, editable }) => !deprecated || !editable),
  ),
  'ignores the case of the definition to find': strategiesFind.passing((state, name) => [
    ignoringCase(state, name),
  ]),
});

const wrongChanges = wrong([CHANGE], {
  'loses the rest of a changed definition': strategiesChange.around((state) => {
    const before = state.events.length;
    return () => {
      const [event] = state.events;
      if (state.events.length === before || event?.type !== 'strategy-updated') return;
      state.events[0] = { ...event, preData: event.data };
    };
  }),
  'removes the texts that an update omits': strategiesChange.passing((_, name, change, by) => {
    if (change.kind !== 'update') return [name, change, by];
    const update = { displayName: null, title: null, description: null, ...change.update };
    return [name, { ...change, update }, by];
  }),
  'keeps the texts that an update clears': strategiesChange.passing((_, name, change, by) => {
    if (change.kind !== 'update') return [name, change, by];
    const { parameters, ...texts } = change.update;
    const kept = Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text)));
    return [name, { ...change, update: { ...kept, parameters } }, by];
  }),
  'records every change as an update': strategiesChange.after((state) => {
    const [event] = state.events;
    if (event?.type !== 'strategy-deprecated' && event?.type !== 'strategy-reactivated') return;
    state.events[0] = { ...event, type: 'strategy-updated' };
  }),
  'records an event for a change without an effect': strategiesChange.around(
    (state, name, change, createdBy) => {
      const before = state.events.length;
      return () => {
        const existing = definitionIn(state, name);
        if (existing === undefined || state.events.length > before) return;
        recordEvent(state, { ...changedStrategy(existing, change), createdBy });
      };
    },
  ),
  'changes built-in definitions': changingBuiltIns,
  'accepts a change of a built-in definition without an effect': strategiesChange.instead(
    ({ call, state }, name, change, by) => {
      const existing = definitionIn(state, name);
      const isSame =
        existing !== undefined && sameJson(existing, changedStrategy(existing, change).data);
      return isSame ? okAsync() : call(name, change, by);
    },
  ),
  'returns no error for changing an unknown definition':
    strategiesChange.ignoring('StrategyNotFound'),
  'ignores the case of the definition to change': strategiesChange.passing(
    (state, name, change, by) => [ignoringCase(state, name), change, by],
  ),
  'keeps a reference to an update': strategiesChange.after((state, _, name, change) => {
    if (change.kind !== 'update') return;
    const { parameters } = change.update;
    state.definitions = state.definitions.map((each) =>
      each.name === name ? { ...each, parameters } : each,
    );
  }),
});

/** Stores that register, list, find, change or delete strategy definitions wrongly. */
export const wrongStrategies: readonly WrongStore[] = [
  ...wrongLookUps,
  ...wrongChanges,
  ...wrong([REGISTER], {
    'replaces an existing definition': strategiesRegister.around((state, { name }) => {
      state.definitions = state.definitions.filter((other) => other.name !== name);
    }),
    'loses the event of a registration': strategiesRegister.around(loseEvent),
  }),
  ...wrong(['StrategyRepository.delete, its event'], {
    'loses the event of a delete': strategiesDelete.around(loseEvent),
    'records the event of a delete without the whole definition': strategiesDelete.after(
      (state) => {
        const [event] = state.events;
        if (event?.type !== 'strategy-deleted') return;
        state.events[0] = { ...event, preData: { ...event.preData, parameters: [] } };
      },
    ),
  }),
  ...wrong([DELETE], {
    'returns no error for deleting an unknown definition':
      strategiesDelete.ignoring('StrategyNotFound'),
    'deletes built-in definitions': changingBuiltIns,
  }),
];
