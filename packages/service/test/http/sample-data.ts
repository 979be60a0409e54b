import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import type { FeatureUseRepository, ImportEntry, StrategyDefinition } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { ok } from 'neverthrow';

/** Returns a scheduled change request of the project `shop` with the given fields. */
export function changeRequest(
  id: number,
  changes: Readonly<Record<string, readonly Change[]>>,
  more: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest {
  return {
    id,
    environment: 'production',
    project: 'shop',
    state: 'Scheduled',
    schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
    features: Object.entries(changes).map(([name, list]) => ({ name, changes: list })),
    segments: [],
    ...more,
  };
}

/** The time that is `days` from now, ISO 8601. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString();

export const definition = (name: string): StrategyDefinition => ({
  name,
  description: `what ${name} does`,
  parameters: [{ name: 'percent', type: 'percentage', description: 'how much', required: true }],
  deprecated: false,
  editable: true,
});

/** Registers strategy definitions. */
export async function register(store: Store, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    (await store.strategies.register(definition(name), 'ann'))._unsafeUnwrap();
  }
}

/** Records scheduled change requests and registers their projects. */
export async function record(
  store: Store,
  ...changeRequests: readonly ScheduledChangeRequest[]
): Promise<void> {
  for (const each of changeRequests) {
    await store.projects.register({ id: each.project, name: each.project }, 'ann');
    (await store.writer.put(each, 'ann'))._unsafeUnwrap();
  }
}

export async function importInto(store: Store, ...entries: readonly ImportEntry[]): Promise<void> {
  async function* each() {
    for (const entry of entries) yield ok(entry);
  }
  (await store.transfer.import(each()))._unsafeUnwrap();
}

/** How features are used, in a store with all capabilities. */
export const featureUseOf = (store: Store): FeatureUseRepository =>
  (store as Store & { readonly featureUse: FeatureUseRepository }).featureUse;
