import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { changeRequest, outcomeOf } from '../../packages/store-postgres/test/open-database.ts';
import { openStore, ownDatabase } from './citus-database.ts';

const DELETIONS = 200;
/** Deletions at the same time. */
const LANES = 8;
/** Concurrent searches of each project, each repeated until the project is gone. */
const SEARCHERS = 4;
const IDS = [1, 2, 3];

const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;

/** The ids that a search finds, or the type of its error. */
async function search(store: Store, projectId: string): Promise<readonly number[] | string> {
  const found = await store.reader.search({ projectId, anyOf });
  return found.isOk() ? found.value.changeRequests.map(({ id }) => id) : found.error.type;
}

/** Deletes a project while searches look into it. Returns what they found. */
async function deleteUnderLoad(
  store: Store,
  project: string,
): Promise<readonly (readonly number[] | string)[]> {
  (await store.projects.register({ id: project, name: project }, 'ann'))._unsafeUnwrap();
  const all = IDS.map((id) => ({ ...changeRequest(id, 'one', ['checkout']), project }));
  (await store.writer.putAll(all, 'ann'))._unsafeUnwrap();
  const results: (readonly number[] | string)[] = [];
  const lookUntilGone = async (): Promise<void> => {
    for (;;) {
      const found = await search(store, project);
      results.push(found);
      if (typeof found === 'string') return;
    }
  };
  const looks = Array.from({ length: SEARCHERS }, lookUntilGone);
  expect(outcomeOf(await store.projects.delete(project, 'ann'))).toBe('ok');
  await Promise.all(looks);
  return results;
}

it(`finds everything in a project or nothing at all during ${DELETIONS} deletions`, async () => {
  const store = await openStore(await ownDatabase(), 60_000);
  const outcomes = new Map<string, number>();
  const lane = async (_: unknown, first: number): Promise<void> => {
    for (let no = first; no < DELETIONS; no += LANES) {
      for (const found of await deleteUnderLoad(store, `project-${no}`)) {
        const key = JSON.stringify(found);
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect([...outcomes.keys()].toSorted()).toEqual(['"ProjectNotFound"', JSON.stringify(IDS)]);
}, 600_000);
