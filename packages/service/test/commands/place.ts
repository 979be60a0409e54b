import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { type CommandContext, type Ended, runCommand } from '../run-command.ts';
import { runInProcess } from '../run-in-process.ts';

/** The folder of a test, and the command in it. */
export interface Place {
  readonly folder: string;
  /** Writes files: a string unchanged, any other value as JSON. */
  write(files: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs `forewarn` there in this process, on the default store unless the settings name another. */
  run(args: readonly string[], context?: Pick<CommandContext, 'env'>): Promise<Ended>;
  /** The same in a process of its own, with an input and an output that can be closed. */
  start(args: readonly string[], context?: Omit<CommandContext, 'folder'>): Promise<Ended>;
}

type OnTestFinished = TestContext['onTestFinished'];

/** Makes a folder that is removed when the test ends. */
export async function makePlace(onTestFinished: OnTestFinished): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    folder,
    write: async (files) => {
      for (const [name, content] of Object.entries(files)) {
        const text = typeof content === 'string' ? content : JSON.stringify(content);
        await writeFile(join(folder, name), text);
      }
    },
    run: (args, context) => runInProcess(args, { folder, ...context }),
    start: (args, context) => runCommand(args, { folder, ...context }),
  };
}

/** Makes a Postgres database without a schema, which is dropped when the test ends. Returns its URL. */
export async function makeDatabase(onTestFinished: OnTestFinished): Promise<string> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}
