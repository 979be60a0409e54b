import process from 'node:process';
import { clientCommands } from './client-commands.ts';
import { runCommandLine } from './run-command-line.ts';

await runCommandLine(process.argv, [clientCommands]);
