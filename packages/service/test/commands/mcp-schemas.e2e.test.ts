import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { geminiProblems } from '../../../cli/test/gemini-problems.ts';
import { serveNewer } from '../http/newer-server.ts';
import { changeRequest, inDays, record, register } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));

const served = serveFor();

async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { FOREWARN_URL: url, FOREWARN_API_KEY: key };
  const server = { command: process.execPath, args: [COMMAND, 'mcp'], env };
  await client.connect(new StdioClientTransport(server));
  onTestFinished(() => client.close());
  return client;
}

test('the tools of forewarn mcp show schemas in which Gemini refuses nothing, and that close no result', async () => {
  const { tools } = await (await connect(served.url, 'unused')).listTools();

  expect(tools).toHaveLength(9);
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(geminiProblems(inputSchema, name)).toEqual([]);
    const shown = JSON.stringify(outputSchema);
    expect(shown).not.toMatch(/"(?:additionalProperties|anyOf|oneOf|enum|const|pattern|\$ref)":/);
    expect(shown).toContain('"properties":{"');
  }
});

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
  const client = await connect(newer.url, await served.makeKey('assistant'));
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
