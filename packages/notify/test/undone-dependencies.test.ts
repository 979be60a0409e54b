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
