import { memoryForecast } from '@forewarn/forecast/memory';
import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync } from 'neverthrow';
import { type Flaws, itRejects } from '../../store-contract/test/wrong-store.ts';
import type { AlertStore } from '../src/alert-store.ts';
import { alertContracts } from '../src/contract/index.ts';
import { memoryNotify } from '../src/memory/index.ts';

type Spoil = (right: AlertStore) => Partial<AlertStore>;

/** By each contract, a store that it must reject. */
const WRONG: Flaws<Spoil> = {
  AlertRepository: [
    'accepts a commit of any generation',
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
    'marks nothing',
    ({ alerts }) => ({
      alerts: {
        ...alerts,
        read: (options) =>
          toResultAsync(alerts.read(options)).map((state) => ({ ...state, marks: [] })),
      },
    }),
  ],
  WebhookRepository: [
    'knows no webhook',
    ({ webhooks }) => ({
      webhooks: {
        ...webhooks,
        remove: (id) => errAsync({ type: 'WebhookNotFound', id }),
      },
    }),
  ],
  DeliveryRepository: [
    'claims messages of a webhook that is busy',
    ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        claim: ({ except: _except, ...claim }, options) => deliveries.claim(claim, options),
      },
    }),
  ],
};

itRejects(alertContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryForecast, memoryNotify]);
  return { store: { ...right, ...spoil(right) }, release: () => right.close() };
});
