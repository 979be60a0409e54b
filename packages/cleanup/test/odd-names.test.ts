import { ok } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { type CleanupCommand, makeGetCleanup, makeGetProjectCleanup } from '../src/cleanups.ts';
import { unlessMistyped } from '../src/unless-mistyped.ts';
import { DAY_MS } from './candidates.ts';
import { cleanupWorld, staleFeature } from './cleanup-world.ts';

const WEEK = { quietMs: 7 * DAY_MS, limit: 50 } as const;

/** The ports over a store with the names `sale `, `due `, and `known `, of whose use nothing is known. */
async function world() {
  const scheduled = [inHours(1, 1, 'due ', 'updateEnabled')];
  const ports = await cleanupWorld(scheduled, { shop: [staleFeature('sale ')] });
  const asOf = new Date().toISOString();
  await ports.names.replace({ projectId: 'bank', asOf, lists: { feature: ['known '] } });
  return ports;
}

describe('an odd name', () => {
  const ask = async (command: Partial<CleanupCommand>) =>
    makeGetCleanup(await world())({ credentials: 'shop bank', ...WEEK, ...command });

  test.each([
    [{ features: ['sale', 'sale\u00a0'] }, 'feature'],
    [{ definitions: ['gradual\u200b'] }, 'strategyDefinition'],
  ])('is refused if nothing has it: %j', async (command, path) => {
    expect((await ask(command))._unsafeUnwrapErr()).toMatchObject({ problems: [{ path }] });
  });

  test('is planned if a feature, something scheduled or the list of names has it', async () => {
    const page = (await ask({ features: ['sale ', 'due ', 'known '] }))._unsafeUnwrap();

    expect(page.candidates.map(({ target }) => target.name)).toEqual(['due ', 'known ', 'sale ']);
  });

  test.each([
    ['p30', [20, 20]],
    ['none', [20, 20, 5]],
  ])('is looked for in few projects at once, and no further: %s has it', async (owner, reads) => {
    const sizes: number[] = [];
    const find = async (ids: readonly string[]) => {
      sizes.push(ids.length);
      const features = [staleFeature('odd ')];
      const asOf = new Date().toISOString();
      return ok(
        ids.filter((id) => id === owner).map((projectId) => ({ projectId, asOf, features })),
      );
    };
    const ids = Array.from({ length: 45 }, (_each, at) => `p${at}`);
    const ports = { ...(await world()), featureUse: { find } };
    const found = await unlessMistyped(ports, { features: ['odd '] }, ids, {});

    expect(sizes).toEqual(reads);
    expect(found.isOk()).toBe(owner !== 'none');
  });

  test('is refused in a project, too', async () => {
    const get = makeGetProjectCleanup(await world());
    const found = await get({ credentials: 'shop', projectId: 'shop', ...WEEK, features: ['a '] });

    expect(found._unsafeUnwrapErr()).toMatchObject({ problems: [{ path: 'feature' }] });
  });
});
