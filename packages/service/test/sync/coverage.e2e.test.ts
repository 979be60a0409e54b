import { describe, expect, test } from 'vitest';
import { fakeChangeRequest, fakeFeature } from '../../../unleash/test/fake-unleash.ts';
import { follow } from '../../../unleash/test/follow.ts';
import { ask, searchPath } from '../http/ask.ts';
import { importInto } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';
import { serveHere } from '../http/with-stores.ts';
import { impactOf, serveFollowing } from './serve-following.ts';

const NAMED = { kind: 'project', project: { id: 'shop', name: 'Shop' } } as const;

describe('coverage: a service that follows Unleash responds to the compatible search', () => {
  const CLEAR = { status: 200, text: '[]' };
  const UNREAD = { status: 503, json: { name: 'DataTooOldError' } };

  test('of an Unleash without change requests with 503, until the project is declared live', async () => {
    const node = await serveFollowing({ changeRequests: undefined });
    const search = () =>
      ask(node.served, { path: searchPath('shop', 'feature=checkout'), key: node.key });

    expect(await search()).toMatchObject(UNREAD);
    (await node.store.projects.declareLive('shop', 'ann'))._unsafeUnwrap();
    expect(await search()).toMatchObject(CLEAR);
  });

  test('of a project without coverage with [], if it follows no Unleash', async () => {
    const following = await follow();
    await importInto(following.store, NAMED);
    const served = await serveHere(following.store);
    const key = await makeKey(following.store, 'ci');

    expect(await ask(served, { path: searchPath('shop', 'feature=checkout'), key })).toMatchObject(
      CLEAR,
    );
  });
});

test('coverage: a title of 300 characters is cut where it is shown, and kept in the text', async () => {
  const title = 'x'.repeat(300);
  const features = [fakeFeature('checkout', { action: 'archiveFeature' })];
  const node = await serveFollowing({
    changeRequests: [fakeChangeRequest(7, { title, features })],
  });
  const { served, key, lines, coverageOf, store } = node;

  expect(lines).toEqual([]);
  expect(await coverageOf('shop')).toMatchObject({ kind: 'as-of' });
  const shown = `${'x'.repeat(254)}…`;
  const { json } = await ask(served, { path: searchPath('shop', 'feature=checkout'), key });
  expect(json).toEqual([{ id: 7, environment: 'production', title: shown }]);
  expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({
    changeRequests: [{ id: 7, title: shown }],
  });
  const found = (await store.reader.find({ projectId: 'shop', id: 7 }))._unsafeUnwrap();
  expect(found.title).toBe(title);
});
