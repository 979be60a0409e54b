import { expect, it } from 'vitest';
import { changeRequest } from './http/sample-data.ts';
import { receivingService } from './receiving-service.ts';

it('tells a receiver of a feature that can be archived, once what was scheduled is over', async () => {
  const { store, ask, received, hook } = await receivingService();
  await ask('POST', '', { url: hook, events: ['cleanup-ready'] });
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'test');
  await store.projects.declareLive('shop', 'test');
  const features = [
    { name: 'old-sale', isStale: true, lastSeenAt: null, children: [], parents: [] },
  ];
  const readUse = (inMs: number) =>
    store.featureUse.replace({
      projectId: 'shop',
      asOf: new Date(Date.now() + inMs).toISOString(),
      features,
    });
  await readUse(-60_000);
  const scheduledAt = new Date(Date.now() + 1_500).toISOString();
  const schedule = { status: 'pending', scheduledAt } as const;
  const change = { 'old-sale': [{ action: 'updateEnabled' }] };
  await store.writer.put(changeRequest(1, change, { schedule }), 'test');
  const waits = async () => (await store.alerts.read())._unsafeUnwrap().progress?.waiting?.length;
  await expect.poll(waits).toBe(1);
  await store.writer.remove({ projectId: 'shop', id: 1 }, 'test');
  await readUse(1);

  // Events make it look again.
  let id = 0;
  const texts = async (): Promise<readonly string[]> => {
    await store.projects.register({ id: `p${(id += 1)}`, name: 'Other' }, 'test');
    return received.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text);
  };
  await expect.poll(texts, { interval: 500 }).toEqual(['"old-sale" can be archived']);
});
