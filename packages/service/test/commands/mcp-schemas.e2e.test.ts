import { expect, onTestFinished, test } from 'vitest';
import { serveNewer } from '../http/newer-server.ts';
import { changeRequest, inDays, record, register } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { connectTools } from './connect-tools.ts';

const served = serveFor();

test('the tools of forewarn mcp return what a newer server has added', async () => {
  await register(served.store, 'byCountry');
  const changes = [
    { action: 'addStrategy', payload: { name: 'byCountry' } },
    { action: 'inventedTomorrow' },
  ];
  const schedule = { status: 'pending', scheduledAt: inDays(1) } as const;
  await record(served.store, changeRequest(7, { sale: changes }, { schedule }));
  const newer = await serveNewer(served.url);
  onTestFinished(() => newer.close());
  const env = { ...(await served.envWith('assistant')), FOREWARN_URL: newer.url };
  const client = await connectTools(env);
  onTestFinished(() => client.close());
  // The client checks results by the schemas of this list.
  const { tools } = await client.listTools();
  const given: Readonly<Record<string, object>> = {
    check_impact: { targets: [{ strategyDefinition: 'byCountry', intent: 'delete' }] },
    explain_change_request: { project: 'shop', id: 7 },
    find_scheduled_changes: { project: 'shop', feature: ['sale'] },
    preview_schedule: { project: 'shop', edits: [{ withdraw: 7 }] },
    preview_strategy_deletion: { name: 'byCountry' },
  };

  for (const { name } of tools) {
    const called = await client.callTool({ name, arguments: { ...given[name] } });

    expect([name, called.isError ?? false, called.content]).toEqual([
      name,
      false,
      expect.anything(),
    ]);
  }
  const { structuredContent } = await client.callTool({
    name: 'check_impact',
    arguments: { ...given['check_impact'] },
  });
  expect(structuredContent).toMatchObject({ impacts: [{ addedTomorrow: { isNew: true } }] });
});
