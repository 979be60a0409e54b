import { BY, PROJECT, valueOf } from '@forewarn/store-contract/writing';
import type { AlertEvent } from '../alert-events.ts';
import type { Alert, Prediction } from '../alert.ts';
import type { ClaimedDelivery, DeliveryClaim } from '../delivery-repository.ts';
import type { Webhook, WebhookFilter } from '../webhook.ts';
import type { AlertingPorts } from './alerting-ports.ts';

const prediction = (id: number, fingerprint = 'one'): Prediction => ({
  project: PROJECT,
  id,
  environment: 'production',
  forecast: 'suspended',
  causes: [],
  causeCount: 1,
  hiddenCauses: 0,
  fingerprint,
});

const START = Date.parse('2026-12-01T10:00:00.000Z');
const HOUR_MS = 3_600_000;

/**
 * Returns an alert of a prediction.
 *
 * @param place its environment, and the hours from a moment to its time
 */
export const alert = (
  id: number,
  fingerprint?: string,
  { environment = 'production', hours }: { environment?: string; hours?: number } = {},
): Alert => {
  const at = hours === undefined ? undefined : new Date(START + hours * HOUR_MS).toISOString();
  const predicted: Prediction = {
    ...prediction(id, fingerprint),
    environment,
    ...(at === undefined ? {} : { schedule: { status: 'pending', scheduledAt: at } }),
  };
  const { fingerprint: version } = predicted;
  return { kind: 'forecast', projectId: PROJECT, id, fingerprint: version, prediction: predicted };
};

export const predicted = (id: number, environment = 'production'): AlertEvent => ({
  type: 'forecast-predicted',
  data: prediction(id),
  preData: null,
  project: PROJECT,
  environment,
});

/** The event of a project whose data is too old. */
export const TOO_OLD: AlertEvent = {
  type: 'data-too-old',
  data: { id: PROJECT, name: PROJECT, coverage: { kind: 'none' } },
  preData: null,
  project: PROJECT,
};

/** The event of a feature that can be cleaned up. */
export const READY: AlertEvent = {
  type: 'cleanup-ready',
  data: {
    project: PROJECT,
    name: 'é"',
    after: '2026-12-01T10:00:00.000Z',
    asOf: '2026-12-01T10:02:00.000Z',
  },
  preData: null,
  project: PROJECT,
};

/** Returns a webhook. */
export const webhook = (id: string, filter: WebhookFilter = {}): Webhook => ({
  id,
  url: `https://example.com/${id}`,
  template: 'slack',
  createdBy: BY,
  createdAt: '2026-11-23T10:00:00.000Z',
  secret: `whsec_${id}`,
  ...filter,
});

export const addAll = async (
  store: AlertingPorts,
  ...webhooks: readonly Webhook[]
): Promise<void> => {
  for (const each of webhooks) await valueOf(store.webhooks.add(each));
};

/** Commits events as the next generation. */
export async function commit(
  { alerts }: AlertingPorts,
  events: readonly AlertEvent[],
  raised: readonly Alert[] = [],
  ended: readonly Alert[] = [],
): Promise<void> {
  const { generation } = await valueOf(alerts.read());
  await valueOf(alerts.commit({ generation, raised, ended, events }, BY));
}

/** Claims deliveries. */
export const claim = (
  { deliveries }: AlertingPorts,
  given: Partial<DeliveryClaim> = {},
): Promise<readonly ClaimedDelivery[]> =>
  valueOf(deliveries.claim({ limit: 10, leaseMs: 60_000, ...given }));

/** Returns the subject of deliveries about a change request. */
export const subject = (id: number): string => `forecast ${id} ${PROJECT}`;
