import { expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { world } from './alert-world.ts';

test('tells that what one does to a dependency may be undone, which only its child shows', async () => {
  const depending = { action: 'addDependency', payload: { feature: 'sale' } };
  const made = inHours(1, 1, 'banner', 'addDependency');
  const { run, put, told } = await world(
    { ...made, features: [{ name: 'banner', changes: [depending] }] },
    inHours(3, 2, 'sale', 'archiveFeature'),
  );
  await run();
  await put(inHours(2, 3, 'banner', 'archiveFeature'));
  await run();

  expect(await told()).toMatchObject([
    { type: 'forecast-predicted', data: { id: 2, forecast: 'fails' } },
    { type: 'forecast-changed', data: { id: 2, forecast: 'unknown' } },
  ]);
});

test('tells what a dependency forbids that may stay, as may what its removal needs gone', async () => {
  const change = (name: string, action: string, feature?: string) => ({
    name,
    changes: [{ action, ...(feature === undefined ? {} : { payload: { feature } }) }],
  });
  const release = change('banner', 'deleteDependency', 'sale');
  const second = [change('sale', 'archiveFeature'), change('cart', 'deleteDependency', 'shop')];
  const { run, put, told } = await world(
    inHours(2, 1, '', '', { features: [release, change('other', 'updateEnabled')] }),
    inHours(3, 2, '', '', { features: second }),
    inHours(4, 3, 'shop', 'archiveFeature'),
  );
  await run();
  await put(inHours(1, 4, 'other', 'archiveFeature'));
  await run();

  expect((await told()).map(({ data }) => data)).toMatchObject([
    { id: 1, forecast: 'suspended' },
    { id: 2, forecast: 'unknown' },
    { id: 3, forecast: 'unknown' },
  ]);
});
