import { BY, type Calls, PROJECT } from '@forewarn/store-contract/writing';
import type { AlertingPorts } from './alerting-ports.ts';
import { addAll, alert, commit, predicted, webhook } from './samples.ts';

const commitOf = (generation: number) =>
  ({ generation, raised: [alert(2)], ended: [alert(1)], events: [predicted(2)] }) as const;

/** The calls of `alerts`, `webhooks` and `deliveries`. */
export const ALERTING_CALLS: Calls<AlertingPorts> = {
  'alerts.read': ({ alerts }, options) => alerts.read(options),
  'alerts.list': ({ alerts }, options) => alerts.list({ kind: 'forecast', limit: 10 }, options),
  'alerts.list, after one': ({ alerts }, options) =>
    alerts.list({ kind: 'data', after: { projectId: PROJECT, id: 0 }, limit: 1 }, options),
  'alerts.find': ({ alerts }, options) => alerts.find([alert(1)], options),
  'alerts.find, of nothing': ({ alerts }, options) => alerts.find([], options),
  'alerts.commit, of another generation': ({ alerts }, options) =>
    alerts.commit(commitOf(9), BY, options),
  'alerts.commit': ({ alerts }, options) => alerts.commit(commitOf(1), BY, options),
  'webhooks.add': ({ webhooks }, options) => webhooks.add(webhook('new'), options),
  'webhooks.list': ({ webhooks }, options) => webhooks.list(options),
  'webhooks.find': ({ webhooks }, options) => webhooks.find('a', options),
  'webhooks.find, of an unknown webhook': ({ webhooks }, options) => webhooks.find('none', options),
  'deliveries.claim': ({ deliveries }, options) =>
    deliveries.claim({ limit: 10, leaseMs: 60_000 }, options),
  'deliveries.settle': ({ deliveries }, options) =>
    deliveries.settle({ id: 'none', attempts: 1 }, { kind: 'delivered' }, options),
  'deliveries.list': ({ deliveries }, options) => deliveries.list('a', options),
  'webhooks.remove': ({ webhooks }, options) => webhooks.remove('a', options),
};

/** Stores what {@link ALERTING_CALLS} find, change and remove. */
export async function fillForAlerting(store: AlertingPorts): Promise<void> {
  await addAll(store, webhook('a'));
  await commit(store, [predicted(1)], [alert(1)]);
}
