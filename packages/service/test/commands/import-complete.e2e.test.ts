import { BUILT_IN_STRATEGY_DEFINITIONS } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { changeRequest } from '../../../unleash/test/unleash-responses.ts';
import { makePlace, type Place } from './place.ts';
import { namesIn, schedule, stateOf } from './place-store.ts';

const SHOP = { id: 'shop', name: 'Shop' };
const OFFICE = { id: 'office', name: 'Office' };
const OF_OFFICE = changeRequest({ id: 5, project: 'office' });

describe.concurrent('forewarn import --complete', () => {
  const coverageOf = async (place: Place) =>
    (await stateOf(place)).flatMap((entry) =>
      entry.kind === 'project' ? [[entry.project.id, entry.coverage]] : [],
    );

  test('withdraws what the files do not list, and says when they were listed', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    await schedule(place, [1, 2]);
    await place.write({ 'a.json': [changeRequest({ id: 2 })] });
    const run = (...options: readonly string[]) =>
      place.run(['import', 'a.json', '--complete', 'shop', ...options]);

    const ended = await run('--as-of', '2026-11-21T11:42+01:00');

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('0 created, 1 replaced, 0 unchanged, 1 withdrawn\n');
    expect(namesIn(await stateOf(place))).toEqual(['shop', 'shop#2']);
    expect(await coverageOf(place)).toEqual([
      ['shop', { kind: 'as-of', asOf: '2026-11-21T10:42:00.000Z', source: 'import' }],
    ]);

    const before = Date.now();
    expect((await run()).code).toBe(0);
    const [[, coverage] = []] = await coverageOf(place);
    const { asOf } = coverage as { readonly asOf: string };
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(before);
  });

  test('refuses a project that is neither in the files nor in the store', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    await schedule(place, [1]);
    const before = await stateOf(place);
    const projects = ['garden', 'shop'].map((id) => ({ id, name: id }));
    await place.write({ 'a.json': { projects, changeRequests: [] } });
    const complete = ['shop', 'garden', 'shpo'].flatMap((id) => ['--complete', id]);

    expect(await place.run(['import', 'a.json', ...complete])).toStrictEqual({
      code: 1,
      stdout: '',
      stderr:
        '--complete shpo: there is no such project in the files or the store; check its id\n' +
        'forewarn: nothing was imported: correct the problems (1) and import again\n',
    });
    expect(await stateOf(place)).toStrictEqual(before);
  });

  test.for<[string, Readonly<Record<string, unknown>>]>([
    ['the response of GET /projects', { 'a.json': { version: 1, projects: [SHOP] } }],
    ['a document without any list', { 'a.json': { strategies: [] } }],
    ['the list of another project', { 'a.json': [changeRequest({ id: 1, project: 'office' })] }],
    [
      'the list of another project, and the project',
      { 'a.json': { projects: [SHOP] }, 'b.json': { projects: [], changeRequests: [OF_OFFICE] } },
    ],
    [
      'an empty list of another project',
      { 'a.json': { projects: [OFFICE], changeRequests: [] }, 'b.json': { projects: [SHOP] } },
    ],
  ])(
    'refuses %s, since it lists no change requests',
    async ([_what, files], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);
      await schedule(place, [1]);
      const before = await stateOf(place);
      await place.write(files);

      const ended = await place.run(['import', ...Object.keys(files), '--complete', 'shop']);

      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain(
        '--complete shop: no file has the list "changeRequests" of this project; add the file with it',
      );
      expect(await stateOf(place)).toStrictEqual(before);
    },
  );

  test.for<[string, Readonly<Record<string, unknown>>]>([
    ['an empty list', { 'a.json': [] }],
    ['an empty list in an object', { 'a.json': { changeRequests: [] } }],
    ['a list beside the project', { 'a.json': { projects: [SHOP], changeRequests: [] } }],
    ['a list of ended ones', { 'a.json': [changeRequest({ id: 9, state: 'Applied' })] }],
    [
      'a list after others',
      { 'a.json': { projects: [SHOP] }, 'b.json': [OF_OFFICE], 'c.json': [] },
    ],
  ])('takes %s', async ([_what, files], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await schedule(place, [1]);
    await place.write(files);

    const ended = await place.run(['import', ...Object.keys(files), '--complete', 'shop']);

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(', 1 withdrawn\n');
  });

  test('needs a list for each project', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await schedule(place, [1]);
    const complete = ['shop', 'office'].flatMap((id) => ['--complete', id]);
    await place.write({ 'office.json': { projects: [OFFICE] }, 'empty.json': [] });

    const one = await place.run(['import', 'office.json', 'empty.json', ...complete]);
    expect(one.code).toBe(1);
    expect(one.stderr).toMatch(/--complete shop: no file.*\n--complete office: no file/);
    const two = await place.run(['import', 'office.json', 'empty.json', 'empty.json', ...complete]);
    expect(two).toMatchObject({ code: 0, stderr: '' });
  });

  test.for<[readonly string[], string]>([
    [['--complete', 'shop', '--as-of', 'yesterday'], 'Expected a time with its zone'],
    [['--complete', 'shop', '--as-of', '2026-11-21T10:42:00'], 'Expected a time with its zone'],
    [['--complete', 'shop', '--as-of', '2999-01-01T00:00:00Z'], 'Expected a time that has passed'],
    [['--as-of', '2026-11-21T10:42:00Z'], '--as-of needs --complete <project>'],
    [['--complete', ''], 'Expected 1 to 255 characters'],
  ])('refuses %j', async ([options, message], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await place.write({ 'a.json': [] });
    const { code, stderr } = await place.run(['import', 'a.json', ...options]);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await stateOf(place)).toHaveLength(BUILT_IN_STRATEGY_DEFINITIONS.length);
  });

  test('takes change requests of Unleash with conflicts, snapshots and unknown fields', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const snapshot = { id: 's-1', name: 'flexibleRollout', segments: [7] };
    const change = { id: 5, action: 'updateStrategy', payload: { id: 's-1', snapshot } };
    const conflict = 'The strategy s-1 was changed.';
    const features = [{ name: 'checkout', conflict, changes: [{ ...change, conflict }] }];
    const unknown = { applyAt: null, nextRank: 1.5, env: { 'a b': [] } };
    await place.write({ 'a.json': [{ ...changeRequest({ id: 1, features }), ...unknown }] });

    expect(await place.run(['import', 'a.json', '--complete', 'shop'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await stateOf(place)).at(-1)).toMatchObject({ changeRequest: { features } });
  });
});
