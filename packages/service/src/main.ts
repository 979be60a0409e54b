import process from 'node:process';
import { clientCommands, runCommandLine } from '@forewarn/cli';
import { serverCommands } from './server-commands.ts';

await runCommandLine(process.argv, [clientCommands, serverCommands]);
