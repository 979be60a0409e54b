import { join } from 'node:path';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect } from 'vitest';
import { documentOf } from '../../src/operate/export-state.ts';
import type { StoreLocation } from '../../src/settings.ts';
import {
  changeRequest,
  CHANGE_REQUESTS,
  PROJECTS,
  STRATEGIES,
} from '../../../wire/test/unleash-responses.ts';
import { allOf } from '../../../wire/test/read-text.ts';
import { test } from '../commands/place.ts';
import { inStore, inStoreAt, schedule } from '../commands/place-store.ts';

const NASTY = {
  'a\u2028b': [null, true, -0.5, 1e300, '\u0000', '\ud800', '"\\/\n', 'é🚢'],
  ['__proto__']: { constructor: null },
  '': {},
};

const DOCUMENT = {
  ...PROJECTS,
  ...STRATEGIES,
  changeRequests: [
    ...CHANGE_REQUESTS,
    changeRequest({ id: 2 ** 53 - 1, title: 'a%_\'"é', project: 'Shop' }),
    changeRequest({
      id: 0,
      project: '漢字',
      features: [{ name: 'a', changes: [{ action: 'patchVariant', payload: NASTY }] }],
    }),
  ],
};

describe('forewarn export', () => {
  test('writes a document that an empty store imports and exports unchanged', async ({ place }) => {
    await place.write({ 'all.json': DOCUMENT });
    await place.run(['import', 'all.json']);
    const exported = await place.run(['export']);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const lists = JSON.parse(exported.stdout) as Readonly<Record<string, readonly unknown[]>>;
    expect(Object.keys(lists)).toEqual(['projects', 'strategies', 'changeRequests']);
    // One element per line, so that two exports can be compared.
    const lines = exported.stdout.split('\n').filter((line) => line.startsWith('{"'));
    expect(lines).toHaveLength(Object.values(lists).flat().length);
    expect(exported.stdout).toContain(JSON.stringify(NASTY));

    const env = { DATABASE_URL: 'sqlite:other.db' };
    await place.write({ 'exported.json': exported.stdout });
    const imported = await place.run(['import', 'exported.json'], { env });

    expect(imported.code).toBe(0);
    expect(imported.stdout).toMatch(
      /^projects: 4 created.*\nstrategy definitions: 1 created, 1 replaced, /,
    );
    expect(imported.stdout).toMatch(/^change requests: 4 created/m);
    expect(await place.run(['export'], { env })).toStrictEqual(exported);
  });

  test('writes live data as of its own time, so that it is not live elsewhere', async ({
    place,
  }) => {
    await schedule(place, [1]);
    await place.write({ 'new.json': { projects: [{ id: 'new', name: 'New' }] } });
    await place.run(['import', 'new.json']);
    const before = Date.now();
    const { stdout } = await place.run(['export']);
    const { projects } = JSON.parse(stdout) as {
      readonly projects: readonly { readonly coverage: { readonly asOf: string } }[];
    };

    expect(projects).toEqual([
      { id: 'new', name: 'New' },
      {
        id: 'shop',
        name: 'Shop',
        coverage: { kind: 'as-of', asOf: expect.any(String), source: 'import' },
      },
    ]);
    expect(Date.parse(projects[1]?.coverage.asOf ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('carries which definitions were deleted, and not registered since', async ({ place }) => {
    await inStore(place, async ({ strategies }) => {
      for (const name of ['gone', 'back']) {
        const definition = { name, parameters: [], deprecated: false, editable: true };
        await strategies.register(definition, 'ann');
        await strategies.delete(name, 'ann');
        if (name === 'back') await strategies.register(definition, 'ann');
      }
    });
    const { stdout } = await place.run(['export']);
    await place.write({ 'exported.json': stdout });
    const env = { DATABASE_URL: 'sqlite:other.db' };
    const importing = () => place.run(['import', 'exported.json'], { env });
    expect([(await importing()).code, (await importing()).code]).toEqual([0, 0]);

    const other: StoreLocation = { kind: 'sqlite', path: join(place.folder, 'other.db') };
    const { events } = await inStoreAt(other, async (store) =>
      (await store.events.list({ limit: 10 }))._unsafeUnwrap(),
    );
    expect(events.map(({ type }) => type)).toEqual(['strategy-deleted', 'strategy-created']);
    expect(events[0]).toMatchObject({ createdBy: 'import', preData: { name: 'gone' } });
    expect((await place.run(['export'], { env })).stdout).toBe(stdout);
  });

  test('writes empty lists and the built-in definitions for an empty store', async ({ place }) => {
    await inStore(place, async () => {});
    const { code, stdout } = await place.run(['export']);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toStrictEqual({
      projects: [],
      strategies: expect.arrayContaining([expect.objectContaining({ name: 'default' })]),
      changeRequests: [],
    });
    expect(stdout).toMatch(/\n\]\n\}\n$/);
  });

  test('writes nothing if the store fails before the first element', async () => {
    const store = createMemoryStore();
    await store.close();
    const failures: string[] = [];

    const written = await allOf(documentOf(store, ({ type }) => failures.push(type)));

    expect({ written, failures }).toEqual({ written: [], failures: ['StoreUnavailable'] });
  });

  test('exits quietly when its output is closed', async ({ place }) => {
    const many = Array.from({ length: 500 }, (_, id) => changeRequest({ id }));
    await place.write({ 'many.json': many });
    await place.run(['import', 'many.json']);

    expect(await place.start(['export'], { isOutputClosed: true })).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: '',
    });
  });
});
