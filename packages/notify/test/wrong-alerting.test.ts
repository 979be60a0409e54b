import { memoryForecast } from '@forewarn/forecast/memory';
import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import { rejects } from '../../store-contract/test/wrong-store.ts';
import type { AlertStore } from '../src/alert-store.ts';
import { alertContracts } from '../src/contract/index.ts';
import { memoryNotify } from '../src/memory/index.ts';

type Spoil = (right: AlertStore) => Partial<AlertStore>;

/** By each contract, ports that it must reject. */
const WRONG: Readonly<Record<string, readonly [flaw: string, Spoil]>> = {
  AlertRepository: [
    'accept a commit of any generation',
    ({ alerts }) => ({
      alerts: {
        ...alerts,
        commit: (commit, by, options) =>
          toResultAsync(alerts.read()).andThen(({ generation }) =>
            toResultAsync(alerts.commit({ ...commit, generation }, by, options)),
          ),
      },
    }),
  ],
  'AlertRepository, marks': [
    'mark nothing',
    ({ alerts }) => ({
      alerts: {
        ...alerts,
        read: (options) =>
          toResultAsync(alerts.read(options)).map((state) => ({ ...state, marks: [] })),
      },
    }),
  ],
  WebhookRepository: [
    'know no webhook',
    ({ webhooks }) => ({
      webhooks: {
        ...webhooks,
        remove: (id) => errAsync({ type: 'WebhookNotFound', id }),
      },
    }),
  ],
  DeliveryRepository: [
    'claim messages of a webhook that is busy',
    ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        claim: ({ except: _except, ...claim }, options) => deliveries.claim(claim, options),
      },
    }),
  ],
};

it.for(alertContracts)('$port rejects ports with a flaw', { timeout: 60_000 }, async (contract) => {
  const [flaw, spoil] = WRONG[contract.port] ?? ['there are none', (right: AlertStore) => right];
  const isRejected = await rejects(contract, async () => {
    const right = createMemoryStore({}, [memoryForecast, memoryNotify]);
    return { store: { ...right, ...spoil(right) }, release: () => right.close() };
  });
  expect({ flaw, isRejected }).toEqual({ flaw, isRejected: true });
});
