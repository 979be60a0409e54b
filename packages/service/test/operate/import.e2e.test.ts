import { describe, expect } from 'vitest';
import {
  changeRequest,
  CHANGE_REQUESTS,
  PROJECTS,
  STRATEGIES,
} from '../../../wire/test/unleash-responses.ts';
import { test } from '../commands/place.ts';
import { inStore, namesIn, schedule, stateOf } from '../commands/place-store.ts';

const NOTHING = { code: 0, stderr: '' };
const MADE =
  /^forewarn: made the store .*forewarn\.db: if the service has another one, set its DATABASE_URL here\n$/;

const counts = (
  projects: string,
  strategies: string,
  changeRequests: string,
  warnings = 0,
): string =>
  `projects: ${projects}\nstrategy definitions: ${strategies}\nchange requests: ${changeRequests}\nwarnings: ${warnings}\n`;

describe('forewarn import', () => {
  test('reads responses of Unleash, prints counts, and is idempotent', async ({ place }) => {
    await place.write({
      'projects.json': PROJECTS,
      'strategies.json': STRATEGIES,
      'change-requests.json': CHANGE_REQUESTS,
    });
    const files = ['projects.json', 'strategies.json', 'change-requests.json'];

    expect(await place.run(['import', ...files])).toStrictEqual({
      code: 0,
      stderr: expect.stringMatching(MADE),
      stdout: counts(
        '2 created, 0 replaced, 0 unchanged',
        '1 created, 1 replaced, 0 unchanged',
        '2 created, 0 replaced, 0 unchanged, 0 withdrawn',
      ),
    });
    const state = await stateOf(place);
    expect(namesIn(state)).toEqual(['office', 'shop', 'byCountry', 'shop#12', 'shop#13']);

    expect(await place.run(['import', ...files])).toStrictEqual({
      ...NOTHING,
      stdout: counts(
        '0 created, 0 replaced, 2 unchanged',
        '0 created, 0 replaced, 2 unchanged',
        '0 created, 0 replaced, 2 unchanged, 0 withdrawn',
      ),
    });
    expect(await stateOf(place)).toStrictEqual(state);
  });

  test('keeps an unknown action, with a warning that names the path', async ({ place }) => {
    const features = [{ name: 'a', changes: [{ action: 'teleportFeature' }] }];
    await place.write({ 'all.json': { changeRequests: [changeRequest({ id: 2, features })] } });
    await inStore(place, async () => {});

    expect(await place.run(['import', 'all.json'])).toStrictEqual({
      code: 0,
      stdout: counts(
        '1 created, 0 replaced, 0 unchanged',
        '0 created, 0 replaced, 0 unchanged',
        '1 created, 0 replaced, 0 unchanged, 0 withdrawn',
        1,
      ),
      stderr:
        'all.json: $.changeRequests[0].features[0].changes[0]: warning: imported, but a change with the action "teleportFeature" may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown\n',
    });
    expect((await stateOf(place)).at(-1)).toHaveProperty('changeRequest.features', features);
  });

  test('takes the names of features that Unleash exports, all with --complete', async ({
    place,
  }) => {
    const exported = (...names: readonly string[]) => ({
      features: names.map((name) => ({ name, project: 'shop', type: 'release', stale: false })),
      featureStrategies: [],
      segments: [{ id: 1, name: 'all' }],
    });
    await place.write({
      'list.json': { projects: [{ id: 'shop', name: 'Shop' }], changeRequests: [] },
      'features.json': exported('checkout', 'basket'),
      'more.json': exported('search'),
      'wrong.json': { features: [{ name: 'checkout' }] },
    });
    const found = () =>
      inStore(place, async ({ names }) => {
        const asked = ['checkout', 'search', 'chekout'].map((value) => {
          return { kind: 'feature', value } as const;
        });
        const findings = await names?.find({ projectIds: ['shop'], names: asked });
        return findings?._unsafeUnwrap().map(({ state }) => state);
      });

    expect((await place.run(['import', 'list.json', 'features.json'])).code).toBe(0);
    expect(await found()).toEqual(['unchecked', 'unchecked', 'unchecked']);
    const complete = ['import', 'list.json', 'features.json', '--complete', 'shop'];
    expect(await place.run(complete)).toMatchObject(NOTHING);
    expect(await found()).toEqual(['known', 'not-found', 'not-found']);
    expect(await place.run(['import', 'more.json'])).toMatchObject(NOTHING);
    expect(await found()).toEqual(['known', 'known', 'not-found']);
    expect((await place.run(['import', 'wrong.json'])).stderr).toContain(
      'wrong.json: $.features[0].project: expected string, received undefined',
    );
  });

  test('imports nothing if there is a problem, and prints one line for each', async ({ place }) => {
    await schedule(place, [1]);
    const before = await stateOf(place);
    await place.write({
      'good.json': [changeRequest({ id: 1, state: 'Applied' }), changeRequest({ id: 2 })],
      'broken.json': `{"projects": [{"id": "a", "name": "A"}], "strategies": [{"name": x}]}`,
      'shape.json': { version: 1, segments: [] },
      'action.json': [changeRequest({ id: 3, features: [{ name: 'a', changes: [{ id: 1 }] }] })],
      'again.json': { changeRequests: [changeRequest({ id: 2 })] },
    });

    const files = ['good.json', 'broken.json', 'shape.json', 'action.json', 'again.json'];
    const ended = await place.run(['import', ...files, 'missing.json', '.']);

    expect({ ...ended, stderr: ended.stderr.split('\n') }).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: [
        'broken.json: $: broken JSON: expected a value',
        'shape.json: $: expected a list of change requests, or an object with "projects", "strategies", "changeRequests" or "features"',
        'action.json: $[0].features[0].changes[0].action: expected string, received undefined',
        'again.json: $.changeRequests[0]: the change request 2 of the project "shop" is already at good.json: $[1]',
        'missing.json: $: there is no such file: correct its path, or write it first',
        '.: $: this is a folder: name a file',
        'forewarn: nothing was imported: correct the problems (6) and import again',
        '',
      ],
    });
    expect(await stateOf(place)).toStrictEqual(before);
  });
});
