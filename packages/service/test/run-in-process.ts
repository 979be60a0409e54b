import process from 'node:process';
import { clientCommands, runCommandLine } from '@forewarn/cli';
import { vi } from 'vitest';
import { serverCommands } from '../src/server-commands.ts';
import type { CommandContext, Ended } from './run-command.ts';

/** The variables that commands read, and that the environment of a test could have. */
const VARIABLES = [
  'DATABASE_URL',
  'FOREWARN_API_KEY',
  'FOREWARN_URL',
  'UNLEASH_API_KEY',
  'UNLEASH_URL',
];

type Context = Pick<CommandContext, 'folder' | 'env'>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `forewarn` in this process, which takes a tenth of the time of another process. It has no input, and its output is open.
 * One command runs at a time, since they share the folder, the environment and the streams.
 */
export function runInProcess(args: readonly string[], context: Context): Promise<Ended> {
  if (args.includes('-')) throw new Error('only a process of its own has a standard input');
  const ended = last.then(() => run(args, context));
  last = ended.catch(() => {});
  return ended;
}

async function run(args: readonly string[], { folder, env = {} }: Context): Promise<Ended> {
  const { exitCode } = process;
  const before = process.cwd();
  const listeners = listenersNow();
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  for (const name of VARIABLES) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    await runCommandLine(['node', 'forewarn', ...args], [clientCommands, serverCommands]);
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = exitCode;
    process.chdir(before);
    vi.unstubAllEnvs();
    stdout.restore();
    stderr.restore();
    for (const [emitter, event, known] of listeners) {
      for (const each of emitter.listeners(event)) {
        if (!known.includes(each)) emitter.off(event, each as () => void);
      }
    }
  }
}

/** What a command adds listeners to, which would outlive it. */
const listenersNow = () =>
  (
    [
      [process.stdout, 'error'],
      [process.stderr, 'error'],
      [process, 'SIGINT'],
      [process, 'SIGTERM'],
    ] as const
  ).map(([emitter, event]) => [emitter, event, emitter.listeners(event)] as const);

function capture(stream: NodeJS.WriteStream) {
  let text = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    text += String(chunk);
    (rest.at(-1) as ((error?: Error) => void) | undefined)?.();
    return true;
  });
  return { text: () => text, restore: () => spy.mockRestore() };
}
