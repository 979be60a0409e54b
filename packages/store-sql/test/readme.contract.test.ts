/// <reference types="vite/types/importMeta.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { sqliteSession } from '../../store-sqlite/src/sqlite-session.ts';
import { describeFirstUse } from './describe-first-use.ts';

const FILES = import.meta.glob<string>(['../README.md', './first-use.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme = '', './first-use.example.ts': example } = FILES;
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual([example]);
});

describeFirstUse('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sql-'));
  const path = join(folder, 'forewarn.db');
  // Makes the schema.
  await (await openSqliteStore(path))._unsafeUnwrap().close();
  const session = sqliteSession(path, { deadlineMs: 60_000 });
  return { session, remove: () => rm(folder, { recursive: true }) };
});
