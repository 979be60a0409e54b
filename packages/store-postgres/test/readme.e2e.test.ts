import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { openPostgresStore } from '../src/index.ts';
import { breaksWith } from './readme.example.ts';
import { textsAt } from '../../../tools/texts-at.ts';

const FILES = textsAt(import.meta, '../README.md', './*.example.ts');

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme, ...examples } = FILES;
  const blocks = [...(readme ?? '').matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks).toHaveLength(1);
  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
});

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
