import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { spoolEntries } from '../src/transfer/entry-spool.ts';

const ENTRY: ImportEntry = { kind: 'project', project: { id: 'shop', name: 'Shop' } };

async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
  yield ok(ENTRY);
}

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-spools-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
});

test('the file of a process that is killed is not left', async () => {
  const spool = (await spoolEntries(entries(), {}))._unsafeUnwrap();

  expect(await readdir(folder)).toEqual([]);
  for await (const batch of spool.batches()) expect(batch).toEqual([ENTRY]);
  await spool.close();
});

test('an error names the folder for temporary files', async () => {
  const missing = join(folder, 'missing');
  vi.stubEnv('TMPDIR', missing);

  const { cause } = (await spoolEntries(entries(), {}))._unsafeUnwrapErr();

  expect((cause as Error).message).toMatch(`the temporary folder ${missing} can't be used: ENOENT`);
});
