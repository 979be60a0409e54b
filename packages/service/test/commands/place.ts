import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type TestContext } from 'vitest';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { type CommandContext, type Ended, runCommand } from '../run-command.ts';
import { type InProcess, runInProcess } from '../run-in-process.ts';

/** The folder of a test, and the command in it. */
export interface Place {
  readonly folder: string;
  /** Writes files: a string unchanged, any other value as JSON. */
  write(files: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs `forewarn` there in this process, on the default store unless the settings name another. */
  run(args: readonly string[], context?: InProcess): Promise<Ended>;
  /** The same in a process of its own, whose output can be closed. */
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

/** What a test of commands can ask for. */
interface Fixtures {
  readonly place: Place;
  /** The URL of a Postgres database without a schema. */
  readonly database: string;
}

/** A test with a place, and with a database if it asks for one. */
export const test = base.extend<Fixtures>({
  place: async ({ onTestFinished }, use) => use(await makePlace(onTestFinished)),
  database: async ({ onTestFinished }, use) => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    await use(database.url);
  },
});
