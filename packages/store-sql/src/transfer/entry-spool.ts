import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { CompleteEntry, ImportEntry, PartialEntry } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';

/** A batch ends when its JSON has this many characters. */
const BATCH_LENGTH = 200_000;

/**
 * Entries in a temporary file: nothing is locked while those of an import arrive, or while the reader of an export sleeps,
 * and a transaction can be tried again. A batch has at most one entry for each thing, and applies a project before what
 * belongs to it.
 */
export interface EntrySpool<Entry extends ImportEntry = ImportEntry> {
  /** One for each project whose change requests are listed, as of a time. */
  readonly lists: readonly (CompleteEntry | PartialEntry)[];
  /** Reads the batches in order, each time from the first one. */
  batches(): AsyncGenerator<readonly Entry[]>;
  /** Removes the file. */
  close(): Promise<void>;
}

/** Writes all entries to a file. Stops at the first `Err`, and when the signal is aborted. */
export async function spoolEntries<Entry extends ImportEntry, E>(
  entries: AsyncIterable<Result<Entry, E>>,
  { signal }: CallOptions,
): Promise<Result<EntrySpool<Entry>, E | StoreUnavailable>> {
  const folder = await attemptFile(() => mkdtemp(join(tmpdir(), 'forewarn-spool-')));
  if (folder.isErr()) return err(folder.error);
  const remove = (): Promise<void> => rm(folder.value, { recursive: true, force: true });
  const opened = await attemptFile(() => open(join(folder.value, 'entries'), 'wx+', 0o600));
  if (opened.isErr()) {
    await remove();
    return err(opened.error);
  }
  const file = opened.value;
  // At once, so that a process that is killed leaves none. Windows keeps an open file until it is closed.
  await remove().catch(() => {});
  const close = async (): Promise<void> => {
    await file.close();
    await remove();
  };
  let isFilled = false;
  try {
    const lengths: number[] = [];
    const lists = new Map<string, CompleteEntry | PartialEntry>();
    for await (const batch of batchesOf(entries, lists)) {
      if (signal?.aborted === true) return err({ type: 'StoreUnavailable', cause: signal.reason });
      if (batch.isErr()) return err(batch.error);
      const bytes = Buffer.from(`[${batch.value.join(',')}]`);
      const written = await attemptFile(() => file.appendFile(bytes));
      if (written.isErr()) return err(written.error);
      lengths.push(bytes.length);
    }
    isFilled = true;
    const batches = (): AsyncGenerator<readonly Entry[]> => readBatches(file, lengths);
    return ok({ lists: [...lists.values()], batches, close });
  } finally {
    if (!isFilled) await close();
  }
}

/** A full disk, or no permission, is no bug. */
async function attemptFile<T>(work: () => Promise<T>): Promise<Result<T, StoreUnavailable>> {
  try {
    return ok(await work());
  } catch (error) {
    const what = `the temporary folder ${tmpdir()} can't be used: ${(error as Error).message}`;
    return err({ type: 'StoreUnavailable', cause: new Error(what, { cause: error }) });
  }
}

async function* batchesOf<E>(
  entries: AsyncIterable<Result<ImportEntry, E>>,
  lists: Map<string, CompleteEntry | PartialEntry>,
): AsyncGenerator<Result<readonly string[], E>> {
  let batch: string[] = [];
  let length = 0;
  const things = new Set<string>();
  for await (const entry of entries) {
    if (entry.isErr()) {
      yield err(entry.error);
      return;
    }
    if ('asOf' in entry.value) lists.set(entry.value.projectId, entry.value);
    const [thing, project = thing] = thingsOf(entry.value);
    if (length > BATCH_LENGTH || things.has(thing)) {
      yield ok(batch);
      batch = [];
      length = 0;
      things.clear();
    }
    things.add(thing).add(project);
    const json = JSON.stringify(entry.value);
    batch.push(json);
    length += json.length;
  }
  yield ok(batch);
}

/** Names the thing of an entry, and the project that it registers if there is none. */
function thingsOf(entry: ImportEntry): readonly [thing: string, project?: string] {
  switch (entry.kind) {
    case 'project':
      return [`project ${entry.project.id}`];
    case 'strategy':
      return [`strategy ${entry.definition.name}`];
    case 'ended':
      return [`${entry.id} ${entry.projectId}`];
    case 'complete':
    case 'partial':
      return [`complete ${entry.projectId}`, `project ${entry.projectId}`];
    case 'scheduled': {
      const { id, project } = entry.changeRequest;
      return [`${id} ${project}`, `project ${project}`];
    }
  }
}

async function* readBatches<Entry>(
  file: FileHandle,
  lengths: readonly number[],
): AsyncGenerator<readonly Entry[]> {
  let position = 0;
  for (const length of lengths) {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    yield JSON.parse(buffer.toString()) as readonly Entry[];
    position += length;
  }
}
