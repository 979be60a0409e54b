import { memoryForecast } from '@forewarn/forecast/memory';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { onTestFinished, vi } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { ALERTS_BY, type AlertPorts, makeUpdateAlerts } from '../src/alerts.ts';
import { memoryNotify } from '../src/memory/index.ts';
import type { WebhookFilter } from '../src/webhook.ts';
import { untilDone } from './until-done.ts';

/** Request 2 raises a flag that request 1 archives before. */
export const CAUSE = inHours(1, 1, 'sale', 'archiveFeature');
export const VICTIM = inHours(2, 2, 'sale', 'updateEnabled');

/** A store with these change requests, and what was told. */
export async function world(...scheduled: readonly ScheduledChangeRequest[]) {
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'setup');
  const put = (...all: readonly ScheduledChangeRequest[]) => store.writer.putAll(all, 'ann');
  await put(...scheduled);
  const run = async (given: Partial<AlertPorts> = {}) =>
    (await untilDone(makeUpdateAlerts({ ...store, ...given })))._unsafeUnwrap();
  const told = async () => {
    const { events } = (await store.events.list({ limit: 1_000 }))._unsafeUnwrap();
    return events.toReversed().filter(({ createdBy }) => createdBy === ALERTS_BY);
  };
  const types = async () => (await told()).map(({ type }) => type);
  const addWebhook = (id: string, filter: WebhookFilter = {}) =>
    store.webhooks.add({
      id,
      url: 'https://example.com',
      template: 'generic',
      secret: 'whsec_x',
      createdBy: 'ann',
      createdAt: '2026-11-23T00:00:00.000Z',
      ...filter,
    });
  const messages = async (id: string) =>
    (await store.deliveries.list(id))._unsafeUnwrap().map(({ message }) => message);
  return { ...store, put, run, told, types, addWebhook, messages };
}

/** Lets hours pass, until the test ends. */
export function passHours(hours: number): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 * hours });
}
