import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import type { EndedEntry, StateEntry } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import type { Unreadable } from './element-walk.ts';
import { readElements } from './read-elements.ts';
import { readEntry } from './read-entry.ts';
import { warningsOf } from './warnings-of.ts';

/** Is told what a reading finds, as it finds it. */
export interface ReadingReport {
  problem(file: string, problem: Unreadable): void;
  warning(file: string, warning: Unreadable): void;
  progress(bytes: number): void;
}

/** Some of what was given could not be read; the report was told of each. */
export interface ImportRefused {
  readonly type: 'ImportRefused';
}

/** Opens a file by its name. */
export type OpenFile = (file: string) => AsyncIterable<Uint8Array>;

/**
 * Reads files, `-` being the standard input, into entries. Once it has found a problem it goes on to look for more,
 * but answers nothing until its end, and then the error: so whoever applies the entries applies none.
 */
export async function* readFiles(
  files: readonly string[],
  report: ReadingReport,
  open: OpenFile = openFile,
): AsyncGenerator<Result<StateEntry | EndedEntry, ImportRefused>> {
  const firstPathOf = new Map<string, string>();
  let isRefused = false;

  for (const file of files) {
    for await (const element of readElements(counted(open(file), report))) {
      const read = element
        .mapErr((problem): readonly Unreadable[] => [problem])
        .andThen(({ path, ...rest }) =>
          readEntry({ path, ...rest })
            .andThen((entry) => unlessRepeated(entry, file, path, firstPathOf))
            .map((entry) => ({ entry, path })),
        );
      if (read.isErr()) {
        isRefused = true;
        for (const problem of read.error) report.problem(file, problem);
        continue;
      }
      const { entry, path } = read.value;
      if (entry.kind === 'scheduled') {
        for (const warning of warningsOf(entry.changeRequest)) {
          report.warning(file, { ...warning, path: `${path}${warning.path}` });
        }
      }
      if (!isRefused) yield ok(entry);
    }
  }
  if (isRefused) yield err({ type: 'ImportRefused' });
}

const openFile: OpenFile = (file) => (file === '-' ? stdin : createReadStream(file));

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  report: ReadingReport,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    report.progress(chunk.length);
    yield chunk;
  }
}

function unlessRepeated(
  entry: StateEntry | EndedEntry,
  file: string,
  path: string,
  firstPathOf: Map<string, string>,
): Result<StateEntry | EndedEntry, readonly Unreadable[]> {
  const key = changeRequestKeyOf(entry);
  if (key === undefined) return ok(entry);
  const first = firstPathOf.get(key);
  if (first !== undefined) {
    return err([{ path, what: `the change request ${key} is there already, at ${first}` }]);
  }
  firstPathOf.set(key, `${file}: ${path}`);
  return ok(entry);
}

/** A change request is identified by its project and its id. */
function changeRequestKeyOf(entry: StateEntry | EndedEntry): string | undefined {
  if (entry.kind === 'scheduled') {
    return `${entry.changeRequest.id} of the project "${entry.changeRequest.project}"`;
  }
  return entry.kind === 'ended' ? `${entry.id} of the project "${entry.projectId}"` : undefined;
}
