import type { Coverage, StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
import { jsonIn } from './unleash-body.ts';
import { isAbsence, lineOf } from './unleash-failure.ts';

/**
 * Deletes the strategy definitions that Unleash no longer has, with an event each. Returns how many. Asks Unleash about
 * each one first, because another sync may have copied a definition that is newer than the list.
 */
export async function deleteGoneStrategies(
  { api, store, report, signal }: SyncOptions,
  listed: ReadonlySet<unknown>,
): Promise<Result<number, StoreUnavailable>> {
  const stored = await store.strategies.list({ signal });
  if (stored.isErr()) return err(stored.error);
  let count = 0;
  for (const { name, editable } of stored.value) {
    if (!editable || listed.has(name)) continue;
    const found = await api.get(`/strategies/${encodeURIComponent(name)}`, signal);
    if (found.isOk()) continue;
    if (!isAbsence(found.error)) {
      report(
        `strategy definition "${name}": Unleash does not list it, but Forewarn keeps it: ${lineOf(found.error)}`,
      );
      continue;
    }
    const deleted = await store.strategies.delete(name, SYNC_PRINCIPAL, { signal });
    if (deleted.isOk()) count += 1;
    else if (deleted.error.type === 'StoreUnavailable') return err(deleted.error);
  }
  return ok(count);
}

/**
 * Deletes the projects that Unleash no longer has, or has archived, with events. Keeps a project that Unleash hides from the
 * key, and one whose coverage comes from elsewhere. Returns how many are deleted.
 */
export async function deleteGoneProjects(
  { api, store, projectIds, report, signal }: SyncOptions,
  listed: ReadonlySet<unknown>,
): Promise<Result<number, StoreUnavailable>> {
  const stored = await store.projects.list({ signal });
  if (stored.isErr()) return err(stored.error);
  let count = 0;
  for (const { id, coverage } of stored.value) {
    const isWanted = projectIds?.includes(id) ?? true;
    if (!isWanted || listed.has(id) || !comesFromSync(coverage)) continue;
    const path = `/projects/${encodeURIComponent(id)}/overview`;
    const found = (await api.get(path, signal)).andThen(jsonIn);
    const isGone = found.match(isArchived, isAbsence);
    if (!isGone) {
      const why = found.isOk() ? 'the key may not list it' : lineOf(found.error);
      report(`project "${id}": Unleash does not list it, but Forewarn keeps it: ${why}`);
      continue;
    }
    const deleted = await store.projects.delete(id, SYNC_PRINCIPAL, { signal });
    if (deleted.isOk()) count += 1;
    else if (deleted.error.type === 'StoreUnavailable') return err(deleted.error);
  }
  return ok(count);
}

const archivedSchema = z.object({ archivedAt: z.string() });

/** Unleash has no change requests of an archived project. If it is revived, the next sync copies it again. */
const isArchived = (overview: unknown): boolean => archivedSchema.safeParse(overview).success;

/** No platform records the change requests of such a project, and no import listed all of them. */
const comesFromSync = (coverage: Coverage): boolean =>
  coverage.kind === 'none' || (coverage.kind === 'as-of' && coverage.source === 'sync');
