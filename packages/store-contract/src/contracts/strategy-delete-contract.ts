import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type StrategyDefinition } from '@forewarn/record';
import { strategyDefinition } from '../samples/entries.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { interruptionContract } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf, withEvents } from '../suite/contract.ts';
import { DELETE_CALLS, fillForDeletes } from '../suite/every-call.ts';
import type { StrategyDeletePorts } from '../suite/ports.ts';
import { repeat, times } from '../suite/rounds.ts';
import { BY } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };
const NOT_REGION = ['Region', 'region ', 'regio_', '%', 'Default', 'default ', ...INHERITED_NAMES];
const BUILT_IN = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);

const listed = ({ strategies }: StrategyDeletePorts): Promise<readonly StrategyDefinition[]> =>
  valueOf(strategies.list());

const register = (
  { strategies }: StrategyDeletePorts,
  ...definitions: readonly StrategyDefinition[]
): Promise<unknown> =>
  Promise.all(definitions.map((each) => valueOf(strategies.register(each, BY))));

/** Asserts that the calls return their errors and keep all definitions. */
async function assertDeletesNothing(
  store: StrategyDeletePorts,
  names: readonly string[],
  type: 'StrategyNotFound' | 'StrategyNotEditable',
): Promise<void> {
  const before = await listed(store);
  for (const name of names) {
    await check.fails(store.strategies.delete(name, BY), { type, name });
  }
  assert.deepEqual(await listed(store), before);
}

const strategyDeleteContract: Contract<StrategyDeletePorts> = contractOf<StrategyDeletePorts>(
  'StrategyRepository.delete',
  {
    'deletes what has exactly this name, also after it was added again': async ({ store }) => {
      const before = await listed(store);
      await register(store, bare, ...LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name)));
      const all = await listed(store);
      const [some, others] = [0, 1].map((rest) =>
        ['bare', ...LOOK_ALIKE_NAMES].filter((_, index) => index % 2 === rest),
      );
      for (const [names = [], left] of [
        [some, all.filter(({ name }) => !some?.includes(name))],
        [others, before],
      ] as const) {
        for (const name of names) await valueOf(store.strategies.delete(name, BY));
        assert.deepEqual(await listed(store), left);
      }
      await register(store, bare);
      await valueOf(store.strategies.delete('bare', BY));
      assert.deepEqual(await listed(store), before);
    },
    'returns StrategyNotFound, and deletes nothing, for an unknown name': async ({ store }) => {
      await register(store, region, strategyDefinition('gone'));
      await valueOf(store.strategies.delete('gone', BY));
      await assertDeletesNothing(store, ['gone', ...NOT_REGION], 'StrategyNotFound');
    },
    'returns StrategyNotEditable and keeps the definition for a built-in one': ({ store }) =>
      assertDeletesNothing(store, BUILT_IN, 'StrategyNotEditable'),
    'succeeds for one of a hundred concurrent deletes': async ({ store }) => {
      // In the first round a store may still be opening connections, which serializes the calls.
      await repeat(3, async () => {
        await register(store, region);
        const deletes = times(100, () => store.strategies.delete('region', BY));
        await check.oneSucceeds(deletes, { type: 'StrategyNotFound', name: 'region' });
      });
    },
  },
);

const deletedEvent = (preData: StrategyDefinition, createdBy: string) =>
  ({ type: 'strategy-deleted', data: null, preData, createdBy }) as const;

const strategyDeletedContract = contractOf<StrategyDeletePorts>(
  'StrategyRepository.delete, its event',
  {
    'records one event with the whole definition, and none if it fails': async ({ store }) => {
      const definitions = [
        bare,
        region,
        ...['a', 'A', '%'].map((name) => strategyDefinition(name)),
      ];
      await register(store, ...definitions);
      const deleteAll = async (): Promise<void> => {
        for (const { name } of definitions) await valueOf(store.strategies.delete(name, name));
      };
      const events = definitions.map((each) => deletedEvent(each, each.name));
      await check.events(withEvents(store), deleteAll, events);
      const deleteNothing = async (): Promise<void> => {
        await assertDeletesNothing(store, NOT_REGION, 'StrategyNotFound');
        await assertDeletesNothing(store, BUILT_IN, 'StrategyNotEditable');
      };
      await check.events(withEvents(store), deleteNothing, []);
    },
    'records one event for a hundred concurrent deletes': async ({ store }) => {
      await register(store, region);
      const deleteOften = () =>
        Promise.all(times(100, () => store.strategies.delete('region', BY)));
      await check.events(withEvents(store), deleteOften, [deletedEvent(region, BY)]);
    },
  },
);

/** The promises of deleting strategy definitions, for stores that implement only that call. */
export const strategyDeleteContracts: readonly Contract<StrategyDeletePorts>[] = [
  strategyDeleteContract,
  strategyDeletedContract,
  interruptionContract(
    strategyDeleteContract.port,
    { calls: DELETE_CALLS, fill: fillForDeletes },
    listed,
  ),
];
