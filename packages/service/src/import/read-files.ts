import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import type { ChangeRequestKey } from '@forewarn/core';
import type { EndedEntry, StateEntry } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import { ListedProjects } from './listed-projects.ts';
import { readElements, type Unreadable, readEntry } from '@forewarn/unleash';
import { SeenChangeRequests } from './seen-change-requests.ts';
import { warningsOf } from './warnings-of.ts';

/** Receives problems, warnings and progress during the reading. */
export interface ReadingReport {
  problem(file: string, problem: Unreadable): void;
  warning(file: string, warning: Unreadable): void;
  progress(bytes: number): void;
}

/** Some entries could not be read; the report has each. */
export interface ImportRefused {
  readonly type: 'ImportRefused';
}

// A response of `GET /projects` says how current the data of that Forewarn is, without the data.
const WITHOUT_LIST =
  'expected the list "changeRequests" in the same file; import what "forewarn export" writes, or remove the coverage';

/** Opens a file by its name. */
export type OpenFile = (file: string) => AsyncIterable<Uint8Array>;

/**
 * Reads files, `-` being the standard input, into entries. After the first problem it keeps reporting others, but
 * yields only an error, at the end: a store that imports the entries then imports none.
 *
 * @param listed learns of which projects the files list the change requests
 */
export async function* readFiles(
  files: readonly string[],
  report: ReadingReport,
  open: OpenFile = openFile,
  listed = new ListedProjects(),
): AsyncGenerator<Result<StateEntry | EndedEntry, ImportRefused>> {
  const seen = new SeenChangeRequests();
  let isRefused = false;
  try {
    for (const file of files) {
      let covered: string | undefined;
      for await (const element of readElements(counted(open(file), report), undefined, () =>
        listed.list(),
      )) {
        const read = element
          .mapErr((problem): readonly Unreadable[] => [problem])
          .andThen((found) =>
            readEntry(found).andThen((entry) => unlessRepeated(entry, file, found.path, seen)),
          );
        if (read.isErr()) {
          isRefused = true;
          for (const problem of read.error) report.problem(file, problem);
          continue;
        }
        listed.entry(read.value);
        if (element.isOk() && isCovered(read.value)) {
          covered ??= element.value.path;
        }
        if (element.isOk()) warn(read.value, file, element.value.path, report);
        if (!isRefused) yield ok(read.value);
      }
      if (covered !== undefined && !listed.hasList) {
        isRefused = true;
        report.problem(file, { path: `${covered}.coverage`, what: WITHOUT_LIST });
      }
      listed.end();
    }
  } finally {
    seen.close();
  }
  if (isRefused) yield err({ type: 'ImportRefused' });
}

const isCovered = (entry: StateEntry | EndedEntry): boolean =>
  entry.kind === 'project' && entry.coverage?.kind === 'as-of';

function warn(
  entry: StateEntry | EndedEntry,
  file: string,
  path: string,
  report: ReadingReport,
): void {
  if (entry.kind !== 'scheduled') return;
  for (const warning of warningsOf(entry.changeRequest)) {
    report.warning(file, { ...warning, path: `${path}${warning.path}` });
  }
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
  seen: SeenChangeRequests,
): Result<StateEntry | EndedEntry, readonly Unreadable[]> {
  const key = changeRequestKeyOf(entry);
  if (key === undefined) return ok(entry);
  const first = seen.add(key.projectId, key.id, `${file}: ${path}`);
  if (first === undefined) return ok(entry);
  const what = `the change request ${key.id} of the project "${key.projectId}" is already at ${first}`;
  return err([{ path, what }]);
}

function changeRequestKeyOf(entry: StateEntry | EndedEntry): ChangeRequestKey | undefined {
  switch (entry.kind) {
    case 'scheduled':
      return { projectId: entry.changeRequest.project, id: entry.changeRequest.id };
    case 'ended':
      return entry;
    default:
      return undefined;
  }
}
