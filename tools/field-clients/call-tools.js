// Starts the MCP server in its argument, lists its tools, calls them, and prints the schemas and results as JSON.
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const { server, calls } = JSON.parse(process.argv[2]);
const client = new Client({ name: 'field', version: '1' });
await client.connect(new StdioClientTransport(server));
// A client checks results by the schemas of this list.
const { tools } = await client.listTools();
const results = {};
for (const { name } of tools) {
  try {
    results[name] = await client.callTool({ name, arguments: calls[name] ?? {} });
  } catch (error) {
    results[name] = { isError: true, content: String(error) };
  }
}
await client.close();
process.stdout.write(JSON.stringify({ tools, results }));
