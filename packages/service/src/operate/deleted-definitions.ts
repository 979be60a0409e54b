import { isDeepStrictEqual } from 'node:util';
import type { StoreUnavailable } from '@forewarn/core';
import type { Event, EventRepository, StrategyDefinition } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { IMPORT_PRINCIPAL } from '../keys/import-principal.ts';

/** Events that are read at once. */
const PAGE = {
  limit: 100,
  maxBytes: 1_000_000,
  types: [
    'strategy-created',
    'strategy-updated',
    'strategy-deprecated',
    'strategy-reactivated',
    'strategy-deleted',
  ],
} as const;

type LastEvent = Extract<Event, { readonly type: (typeof PAGE.types)[number] }>;
const isOfDefinition = (event: Event): event is LastEvent =>
  (PAGE.types as readonly string[]).includes(event.type);

type Definitions = ReadonlyMap<string, StrategyDefinition>;

/** Returns the strategy definitions that were deleted, each as it was at last, and not registered again over HTTP. */
export const deletedDefinitions = async (
  events: Pick<EventRepository, 'list'>,
): Promise<Result<Definitions, StoreUnavailable>> =>
  (await lastEvents(events)).map(
    (last) =>
      new Map(
        [...last].flatMap(([name, event]) =>
          event.type === 'strategy-deleted' ? [[name, event.preData]] : [],
        ),
      ),
  );

/** Returns the last event of each strategy definition, by name. */
async function lastEvents(
  events: Pick<EventRepository, 'list'>,
): Promise<Result<ReadonlyMap<string, LastEvent>, StoreUnavailable>> {
  const found = new Map<string, LastEvent>();
  for (let before: number | undefined; ;) {
    const page = await events.list({ ...PAGE, ...(before === undefined ? {} : { before }) });
    if (page.isErr()) return err(page.error);
    for (const event of page.value.events) {
      before = event.id;
      if (!isOfDefinition(event)) continue;
      const { name } = event.data ?? event.preData;
      if (!found.has(name)) found.set(name, event);
    }
    if (!page.value.hasMore) return ok(found);
  }
}

/** Records that definitions were deleted, of those that the store does not have and does not know of. */
export async function recordDeleted(
  { strategies, events }: Pick<Store, 'strategies' | 'events'>,
  definitions: readonly StrategyDefinition[],
): Promise<Result<void, StoreUnavailable>> {
  if (definitions.length === 0) return ok();
  const last = await lastEvents(events);
  if (last.isErr()) return err(last.error);
  for (const definition of definitions) {
    const { name } = definition;
    const event = last.value.get(name);
    if (event?.type === 'strategy-deleted' || !definition.editable) continue;
    // An import that was killed may have registered it, and not deleted it.
    const isBegun =
      event?.type === 'strategy-created' &&
      event.createdBy === IMPORT_PRINCIPAL &&
      isDeepStrictEqual(event.data, definition);
    const registered = isBegun ? ok() : await strategies.register(definition, IMPORT_PRINCIPAL);
    const done = registered.isErr() ? registered : await strategies.delete(name, IMPORT_PRINCIPAL);
    if (done.isErr() && done.error.type === 'StoreUnavailable') return err(done.error);
  }
  return ok();
}
