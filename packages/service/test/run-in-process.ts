import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import { Readable } from 'node:stream';
import { clientCommands, runCommandLine } from '@forewarn/cli';
import { vi } from 'vitest';
import { serverCommands } from '../src/server-commands.ts';
import type { CommandContext, Ended } from './run-command.ts';

/** The variables that commands read, and that the environment of a test could have. */
const VARIABLES = [
  'DATABASE_URL',
  'FOREWARN_API_KEY',
  'FOREWARN_URL',
  'FOREWARN_WEBHOOK_URL',
  'UNLEASH_API_KEY',
  'UNLEASH_URL',
];

/** The environment and the input of a command. */
export interface InProcess extends Pick<CommandContext, 'env' | 'input'> {
  /** Whether the input is a terminal. */
  readonly isTerminal?: boolean;
  /** Receives each text that it prints to its standard error. */
  readonly onPrinted?: (text: string) => void;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `forewarn` in this process, which takes a tenth of the time of another process. Its output is open.
 * One command runs at a time, since they share the folder, the environment and the streams.
 */
export function runInProcess(
  args: readonly string[],
  context: InProcess & Pick<CommandContext, 'folder'>,
): Promise<Ended> {
  const ended = last.then(() => run(args, context));
  last = ended.catch(() => {});
  return ended;
}

async function run(
  args: readonly string[],
  {
    folder,
    env = {},
    input = '',
    isTerminal = false,
    onPrinted,
  }: Parameters<typeof runInProcess>[1],
): Promise<Ended> {
  const { exitCode } = process;
  const before = process.cwd();
  const removeListeners = listenersNow();
  const restoreInput = replaceInput(input, isTerminal);
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr, onPrinted);
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
    restoreInput();
    removeListeners();
  }
}

/** Returns a function that removes the listeners that a command has added meanwhile, which would outlive it. */
function listenersNow(): () => void {
  const eventsOf = (emitter: NodeJS.EventEmitter) =>
    emitter === process ? ['SIGINT', 'SIGTERM'] : emitter.eventNames();
  const all = [process, process.stdout, process.stderr].map((emitter: NodeJS.EventEmitter) => ({
    emitter,
    known: eventsOf(emitter).flatMap((name) => emitter.listeners(name)),
  }));
  return () => {
    for (const { emitter, known } of all) {
      for (const name of eventsOf(emitter)) {
        const added = emitter.listeners(name).filter((each) => !known.includes(each));
        for (const each of added) emitter.off(name, each as () => void);
      }
    }
  };
}

function replaceInput(input: string, isTTY: boolean): () => void {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const replaceBy = (descriptor: PropertyDescriptor): void => {
    Object.defineProperty(process, 'stdin', descriptor);
    syncBuiltinESMExports();
  };
  const value = Object.assign(Readable.from([Buffer.from(input)]), { isTTY });
  replaceBy({ configurable: true, enumerable: true, value });
  return () => replaceBy(own);
}

function capture(stream: NodeJS.WriteStream, onText: (text: string) => void = () => {}) {
  let text = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    text += String(chunk);
    onText(String(chunk));
    (rest.at(-1) as ((error?: Error) => void) | undefined)?.();
    return true;
  });
  return { text: () => text, restore: () => spy.mockRestore() };
}
