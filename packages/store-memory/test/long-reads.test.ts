import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryStore } from '../src/index.ts';

const shop = { id: 'shop', name: 'Shop' };
const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;

test('reads no more change requests than an impact lists', async () => {
  const at = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
  const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
  const changeRequests = Array.from({ length: 300 }, (_, id) => ({
    id,
    ...at,
    features,
    segments: [],
  }));
  const { reader } = createMemoryStore({ projects: [shop], changeRequests });
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());

  const found = (await reader.impact({ projectIds: ['shop'], asked }))._unsafeUnwrap();

  expect(found.targets).toMatchObject([{ count: 300 }]);
  expect(parse).toHaveBeenCalledTimes(100);
});

test('lets other work run while it compares very many names, which a caller can end', async () => {
  const { names } = createMemoryStore({ projects: [shop] });
  const feature = Array.from({ length: 20_000 }, (_, each) => `checkout-${each}`);
  await names.replace({ projectId: 'shop', asOf: new Date().toISOString(), lists: { feature } });
  const client = new AbortController();

  setImmediate(() => client.abort('gone'));
  const near = await names.near(
    ['shop'],
    { kind: 'feature', value: 'checkout-x' },
    { signal: client.signal },
  );

  expect(near._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: 'gone' });
});
