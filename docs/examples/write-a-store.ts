import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, ApiKeyRepository, Permission, Store, StoreUnavailable } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, ok, type Result, ResultAsync } from 'neverthrow';

const TABLE = `create table if not exists platform_keys (
  name text not null primary key,
  secret_hash text not null unique,
  permissions text not null,
  projects text
) strict`;

/** A row of the platform's own table; the lists are JSON text. */
interface KeyRow {
  readonly name: string;
  readonly secret_hash: string;
  readonly permissions: string;
  readonly projects: string | null;
}

/** Expected failures are values. What nobody expects is a bug, and goes on being thrown. */
function answer<T, E>(
  database: DatabaseSync,
  work: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  const settle = async (): Promise<Result<T, E | StoreUnavailable>> =>
    database.isOpen
      ? work()
      : err({ type: 'StoreUnavailable', cause: new Error('the database is closed') });
  return new ResultAsync(settle());
}

/** The API keys in a table of the platform's own. */
function platformApiKeys(database: DatabaseSync): ApiKeyRepository {
  // A typed door to the driver, whose rows are untyped.
  const rows = (sql: string, ...values: readonly string[]): readonly KeyRow[] =>
    database.prepare(sql).all(...values) as unknown as readonly KeyRow[];

  return {
    create: (key) =>
      answer(database, () => {
        // One statement decides: of two that run at once, the second inserts nothing.
        const { changes } = database
          .prepare('insert into platform_keys values (?, ?, ?, ?) on conflict do nothing')
          .run(key.name, key.secretHash, JSON.stringify(key.permissions), projectsText(key));
        if (changes === 1) return ok();
        const there = rows(
          'select * from platform_keys where name = ? or secret_hash = ? order by name = ? desc',
          key.name,
          key.secretHash,
          key.name,
        );
        return err({ type: 'ApiKeyExists', name: there[0]?.name ?? key.name });
      }),

    // SQLite compares text as bytes, so this is the byte order that the port asks for.
    list: () =>
      answer(database, () => ok(rows('select * from platform_keys order by name').map(keyOf))),

    revoke: (name) =>
      answer(database, () => {
        const { changes } = database.prepare('delete from platform_keys where name = ?').run(name);
        return changes === 1 ? ok() : err({ type: 'ApiKeyNotFound', name });
      }),

    find: (secretHash) =>
      answer(database, () => {
        const [row] = rows('select * from platform_keys where secret_hash = ?', secretHash);
        return ok(row === undefined ? undefined : keyOf(row));
      }),
  };
}

const projectsText = ({ projects }: ApiKey): string | null =>
  projects === undefined ? null : JSON.stringify(projects);

function keyOf({ name, secret_hash, permissions, projects }: KeyRow): ApiKey {
  return {
    name,
    secretHash: secret_hash,
    permissions: JSON.parse(permissions) as readonly Permission[],
    ...(projects === null ? {} : { projects: JSON.parse(projects) as readonly string[] }),
  };
}

/** A store whose API keys are in the platform's database, and the rest in memory. */
export function createPlatformStore(database: DatabaseSync): Store {
  database.exec(TABLE);
  const rest = createMemoryStore();
  return {
    ...rest,
    apiKeys: platformApiKeys(database),
    check: () => rest.check().andThen(() => answer(database, () => ok())),
    close: async () => {
      if (database.isOpen) database.close();
      await rest.close();
    },
  };
}
