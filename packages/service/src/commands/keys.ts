import { stderr, stdout } from 'node:process';
import type { ApiKey, Permission, Store } from '@forewarn/core';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { hashSecret, newSecret } from '../keys/api-key-secret.ts';
import { complain } from './complain.ts';
import { fail } from './fail.ts';
import { withStore } from './with-store.ts';

/** What a key may do; ADMIN of everything when nothing is said. */
export interface KeyScope {
  readonly permissions: readonly Permission[];
  readonly projects: readonly string[];
}

/**
 * `forewarn keys create`: the secret alone goes to the standard output. When it can't be written there, nobody has it,
 * and the key is withdrawn.
 */
export function createKey(name: string, { permissions, projects }: KeyScope): Promise<ExitCode> {
  return withStore(async (store) => {
    const secret = newSecret();
    const created = await store.apiKeys.create({
      name,
      secretHash: hashSecret(secret),
      permissions: permissions.length === 0 ? ['ADMIN'] : permissions,
      ...(projects.length === 0 ? {} : { projects }),
    });
    if (created.isErr()) {
      if (created.error.type === 'StoreUnavailable') return fail(created.error);
      complain(`there is a key "${created.error.name}" already: revoke it first`);
      return EXIT.failed;
    }
    if (!(await isWritten(`${secret}\n`))) return withdraw(store, name);
    stderr.write('Keep it now: it is stored as a hash and is not shown again.\n');
    return EXIT.done;
  });
}

function isWritten(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    stdout.write(text, (error) => resolve(error === null || error === undefined));
  });
}

async function withdraw({ apiKeys }: Store, name: string): Promise<ExitCode> {
  const revoked = await apiKeys.revoke(name);
  const done = revoked.isOk() ? 'it was withdrawn' : `revoke "${name}"`;
  complain(`nobody could read the secret of the new key: ${done}`);
  return EXIT.failed;
}

/** `forewarn keys list`: a line for each key, its columns separated by tabs. */
export function listKeys(): Promise<ExitCode> {
  return withStore(async (store) => {
    const keys = await store.apiKeys.list();
    if (keys.isErr()) return fail(keys.error);
    for (const key of keys.value) stdout.write(`${lineOf(key)}\n`);
    return EXIT.done;
  });
}

/** `forewarn keys revoke` */
export function revokeKey(name: string): Promise<ExitCode> {
  return withStore(async (store) => {
    const revoked = await store.apiKeys.revoke(name);
    if (revoked.isOk()) {
      stdout.write(`Revoked the key "${name}".\n`);
      return EXIT.done;
    }
    if (revoked.error.type === 'StoreUnavailable') return fail(revoked.error);
    complain(`there is no key "${name}": "forewarn keys list" shows those that there are`);
    return EXIT.failed;
  });
}

function lineOf({ name, permissions, projects }: ApiKey): string {
  return [name, permissions.join(','), projects?.join(',') ?? 'all projects'].join('\t');
}
