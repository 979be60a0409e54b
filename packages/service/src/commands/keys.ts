import { stderr, stdout } from 'node:process';
import type { ApiKey, Permission } from '@forewarn/core';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { hashSecret, newSecret } from '../keys/api-key-secret.ts';
import { fail } from './fail.ts';
import { withStore } from './with-store.ts';

/** What a key may do; ADMIN of everything when nothing is said. */
export interface KeyScope {
  readonly permissions: readonly Permission[];
  readonly projects: readonly string[];
}

/** `forewarn keys create`: the secret alone goes to the standard output. */
export function createKey(name: string, { permissions, projects }: KeyScope): Promise<ExitCode> {
  return withStore(async (store) => {
    const secret = newSecret();
    const created = await store.apiKeys.create({
      name,
      secretHash: hashSecret(secret),
      permissions: permissions.length === 0 ? ['ADMIN'] : permissions,
      ...(projects.length === 0 ? {} : { projects }),
    });
    if (created.isOk()) {
      stdout.write(`${secret}\n`);
      stderr.write('Keep it now: it is stored as a hash and is not shown again.\n');
      return EXIT.done;
    }
    if (created.error.type === 'StoreUnavailable') return fail(created.error);
    stderr.write(`forewarn: there is a key "${created.error.name}" already: revoke it first\n`);
    return EXIT.failed;
  });
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
    stderr.write(`forewarn: there is no key "${name}"\n`);
    return EXIT.failed;
  });
}

function lineOf({ name, permissions, projects }: ApiKey): string {
  return [name, permissions.join(','), projects?.join(',') ?? 'all projects'].join('\t');
}
