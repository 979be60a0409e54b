import { BUILT_IN_STRATEGY_DEFINITIONS } from '@forewarn/record';
import { describe, expect } from 'vitest';
import { changeRequest } from '../../../wire/test/unleash-responses.ts';
import { type Place, test } from '../commands/place.ts';
import { inStore, namesIn, schedule, stateOf } from '../commands/place-store.ts';
import { featureUseOf } from '../http/sample-data.ts';

const importing = (place: Place, typed: string) =>
  place.run(['import', 'a.json', ...typed.split(' ')]);

describe('forewarn import --complete', () => {
  const coverageOf = async (place: Place) =>
    (await stateOf(place)).flatMap((entry) =>
      entry.kind === 'project' ? [[entry.project.id, entry.coverage]] : [],
    );

  test('withdraws what the files do not list, and says when they were listed', async ({
    place,
  }) => {
    await schedule(place, [1, 2]);
    await place.write({ 'a.json': [changeRequest({ id: 2 })] });

    const ended = await importing(place, '--complete shop --as-of 2026-11-21T11:42+01:00');

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('0 created, 1 replaced, 0 unchanged, 1 withdrawn\n');
    expect(namesIn(await stateOf(place))).toEqual(['shop', 'shop#2']);
    expect(await coverageOf(place)).toEqual([
      ['shop', { kind: 'as-of', asOf: '2026-11-21T10:42:00.000Z', source: 'import' }],
    ]);

    const before = Date.now();
    expect((await importing(place, '--complete shop')).code).toBe(0);
    const [[, coverage] = []] = await coverageOf(place);
    const { asOf } = coverage as { readonly asOf: string };
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(before);
  });

  test('keeps how features are used, of a complete project', async ({ place }) => {
    const feature = { name: 'sale', project: 'shop', stale: true, archived: false };
    const lists = { features: [feature], dependencies: [] };
    const shop = { id: 'shop', name: 'Shop' };
    await place.write({ 'a.json': { projects: [shop], changeRequests: [], ...lists } });
    const useOf = () =>
      inStore(place, async (store) => (await featureUseOf(store).find(['shop']))._unsafeUnwrap());

    expect((await place.run(['import', 'a.json'])).code).toBe(0);
    expect(await useOf()).toEqual([]);

    expect((await importing(place, '--complete shop --as-of 2026-11-21T10:42:00Z')).code).toBe(0);
    expect(await useOf()).toEqual([
      {
        projectId: 'shop',
        asOf: '2026-11-21T10:42:00.000Z',
        features: [{ name: 'sale', isStale: true, children: [], parents: [] }],
      },
    ]);
  });

  test.for([
    ['--complete shop --as-of yesterday', 'Expected a time with its zone'],
    ['--complete shop --as-of 2026-11-21T10:42:00', 'Expected a time with its zone'],
    ['--complete shop --as-of 2999-01-01T00:00:00Z', 'Expected a time that has passed'],
    ['--as-of 2026-11-21T10:42:00Z', '--as-of needs --complete <project>'],
    ['--complete ', 'Expected 1 to 255 characters'],
  ] as const)('refuses "%s"', async ([typed, message], { place }) => {
    await place.write({ 'a.json': [] });
    const { code, stderr } = await importing(place, typed);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await stateOf(place)).toHaveLength(BUILT_IN_STRATEGY_DEFINITIONS.length);
  });
});
