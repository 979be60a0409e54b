import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { EXIT, type ExitCode, printError } from '../exit-code.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { makeClient } from '../make-client.ts';

/** `forewarn mcp`: serves the tools until the standard input ends. The standard output carries only the protocol. */
export async function serveMcp(url: string): Promise<ExitCode> {
  const client = makeClient(url);
  if (client.isErr()) {
    printError(client.error);
    return EXIT.misused;
  }
  serveStdio(() => createMcpServer(client.value), {
    onerror: (error) => printError(error.message),
  });
  return EXIT.done;
}
