import type { Permission } from '@forewarn/core';
import { lockProjects, type SqlSession } from '@forewarn/store-sql';
import { err, ok } from 'neverthrow';
import type { ApiKey, ApiKeyRepository } from '../api-key-repository.ts';
import { endSessionsOf } from './sql-sessions.ts';
import type { ApiKeysTable } from './tables.ts';

/** The API keys of any SQL store. */
export function sqlApiKeys(session: SqlSession): ApiKeyRepository {
  return {
    create: (key, options) =>
      session.write(async (transaction) => {
        const { projects = [] } = options?.needsProjects === true ? key : {};
        // Keeps them from being deleted until the transaction ends.
        const there = await lockProjects({ session, transaction }, projects, 'forKeyShare');
        const missing = projects.find((id) => !there.has(id));
        if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
        const added = await transaction
          .insertInto('forewarn_api_keys')
          .values(rowOf(key))
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute();
        if (added.length > 0) return ok();
        const others = await transaction
          .selectFrom('forewarn_api_keys')
          .select('name')
          .where((row) => row.or({ name: key.name, secret_hash: key.secretHash }))
          .execute();
        const byName = others.find(({ name }) => name === key.name);
        return err({ type: 'ApiKeyExists', name: (byName ?? others[0])?.name ?? key.name });
      }, options),

    list: (options) =>
      session.read(async (db) => {
        const rows = await db.selectFrom('forewarn_api_keys').selectAll().orderBy('name').execute();
        return ok(rows.map(apiKeyOf));
      }, options),

    revoke: (name, options) =>
      session.write(async (transaction) => {
        const revoked = await transaction
          .deleteFrom('forewarn_api_keys')
          .where('name', '=', name)
          .returning('secret_hash')
          .execute();
        await endSessionsOf(transaction, revoked);
        return revoked.length > 0 ? ok() : err({ type: 'ApiKeyNotFound', name });
      }, options),

    find: (secretHash, options) =>
      session.read(async (db) => {
        const row = await db
          .selectFrom('forewarn_api_keys')
          .selectAll()
          .where('secret_hash', '=', secretHash)
          .executeTakeFirst();
        return ok(row === undefined ? undefined : apiKeyOf(row));
      }, options),
  };
}

function rowOf({ name, secretHash, permissions, projects }: ApiKey): ApiKeysTable {
  return {
    name,
    secret_hash: secretHash,
    permissions: JSON.stringify(permissions),
    projects: projects === undefined ? null : JSON.stringify(projects),
  };
}

function apiKeyOf(row: ApiKeysTable): ApiKey {
  return {
    name: row.name,
    secretHash: row.secret_hash,
    permissions: JSON.parse(row.permissions) as readonly Permission[],
    ...(row.projects === null ? {} : { projects: JSON.parse(row.projects) as readonly string[] }),
  };
}
