import type { StoreUnavailable } from '@forewarn/core';
import type { EventRepository, StrategyDefinition } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';

/** The name in the events of an import. */
const IMPORT_PRINCIPAL = 'import';
/** Events that are read at once. */
const PAGE = { limit: 100, maxBytes: 1_000_000, type: 'strategy-deleted' } as const;

type Definitions = ReadonlyMap<string, StrategyDefinition>;

/** Returns the strategy definitions that were deleted, each as it was at last. It may have been registered again since. */
export async function deletedDefinitions(
  events: Pick<EventRepository, 'list'>,
): Promise<Result<Definitions, StoreUnavailable>> {
  const found = new Map<string, StrategyDefinition>();
  for (let before: number | undefined; ;) {
    const page = await events.list({ ...PAGE, ...(before === undefined ? {} : { before }) });
    if (page.isErr()) return err(page.error);
    for (const event of page.value.events) {
      before = event.id;
      if (event.type !== 'strategy-deleted' || found.has(event.preData.name)) continue;
      found.set(event.preData.name, event.preData);
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
  const known = await deletedDefinitions(events);
  if (known.isErr()) return err(known.error);
  for (const definition of definitions) {
    const { name } = definition;
    if (known.value.has(name) || !definition.editable) continue;
    const registered = await strategies.register(definition, IMPORT_PRINCIPAL);
    const done = registered.isErr() ? registered : await strategies.delete(name, IMPORT_PRINCIPAL);
    if (done.isErr() && done.error.type === 'StoreUnavailable') return err(done.error);
  }
  return ok();
}
