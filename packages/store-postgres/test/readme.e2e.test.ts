import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { openPostgresStore } from '../src/index.ts';
import { breaksWith } from './readme.example.ts';

test('the example migrates an empty database, and searches it', async () => {
  const database = await freshDatabase();
  const settings = { connectionString: database.url };
  try {
    expect(await breaksWith('checkout', settings)).toBe('ProjectNotFound');

    const store = (await openPostgresStore(settings))._unsafeUnwrap();
    const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
    const at = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
    await store.projects.register({ id: 'shop', name: 'Shop' }, 'alice');
    await store.writer.put({ id: 42, ...at, features, segments: [] }, 'alice');
    await store.close();

    expect(await breaksWith('checkout', settings)).toBe('#42');
    expect(await breaksWith('basket', settings)).toBe('');
  } finally {
    await database.drop();
  }
});
