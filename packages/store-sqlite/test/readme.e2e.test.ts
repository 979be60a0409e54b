import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { breaksWith } from './readme.example.ts';

test('the example searches the file, and returns the error if it cannot', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-readme-'));
  const path = join(folder, 'forewarn.db');
  try {
    expect(await breaksWith('checkout', path)).toBe('ProjectNotFound');

    const store = (await openSqliteStore(path))._unsafeUnwrap();
    const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
    const at = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
    await store.projects.register({ id: 'shop', name: 'Shop' }, 'alice');
    await store.writer.put({ id: 42, ...at, features, segments: [] }, 'alice');
    await store.close();

    expect(await breaksWith('checkout', path)).toBe('#42');
    expect(await breaksWith('basket', path)).toBe('');
    expect(await breaksWith('checkout', folder)).toBe('StoreUnavailable');
  } finally {
    await rm(folder, { recursive: true });
  }
});
