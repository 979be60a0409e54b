import { stderr, stdout } from 'node:process';
import { isOddName } from '@forewarn/record';
import type { Permission } from '@forewarn/core';
import type { ApiKey, ApiKeyStore } from '@forewarn/operate';
import { EXIT, type ExitCode, print, printError } from '@forewarn/cli';
import { hashSecret, newSecret } from '../keys/api-key-authorizer.ts';
import { keyedStore } from './keyed-store.ts';
import { reportFailure, withStore } from '../commands/with-store.ts';

/** The scope of a new key. */
export interface KeyScope {
  readonly permissions: readonly Permission[];
  /** The projects that the key is limited to; no limit if there are none. */
  readonly projects: readonly string[];
  /** Whether the projects may be missing. One with an odd name (`isOddName`) may not: it is a typing error. */
  readonly isForced: boolean;
}

/** Runs a command on the API keys of the store of the settings. */
const withKeys = (
  run: (store: ApiKeyStore) => Promise<ExitCode>,
  ifMissing: Parameters<typeof withStore>[1] = 'refuse',
): Promise<ExitCode> => withStore((store) => run(keyedStore(store)), ifMissing);

/** `forewarn keys create`: writes only the secret to the standard output. */
export function createKey(name: string, scope: KeyScope): Promise<ExitCode> {
  return withKeys(async (store) => {
    const { permissions, projects, isForced } = scope;
    const secret = newSecret();
    const key = {
      name,
      secretHash: hashSecret(secret),
      permissions,
      ...(projects.length === 0 ? {} : { projects }),
    };
    const needsProjects = !isForced || projects.some(isOddName);
    const created = await store.apiKeys.create(key, { needsProjects });
    if (created.isErr()) {
      if (created.error.type === 'StoreUnavailable') return reportFailure(created.error);
      printError(
        created.error.type === 'ProjectNotFound'
          ? missing(created.error.projectId)
          : `the key "${created.error.name}" already exists: revoke it first, or choose another name`,
      );
      return EXIT.failed;
    }
    // Without its secret, the key is useless, and its name would stay taken.
    if (!(await isWritten(`${secret}\n`))) return revokeUnwritten(store, name);
    stderr.write('Keep it now: only its hash is stored, and it is not shown again.\n');
    return EXIT.done;
  }, 'make');
}

function missing(projectId: string): string {
  const wayOut = isOddName(projectId) ? '' : ', or add --force if the project comes later';
  return `there is no project ${JSON.stringify(projectId)}: correct --project${wayOut}`;
}

function isWritten(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    stdout.write(text, (error) => resolve(error === null || error === undefined));
  });
}

async function revokeUnwritten({ apiKeys }: ApiKeyStore, name: string): Promise<ExitCode> {
  const revoked = await apiKeys.revoke(name);
  printError(
    revoked.isOk()
      ? 'the secret could not be written, so the new key was revoked: try again'
      : `the secret could not be written: revoke the new key with "forewarn keys revoke ${name}"`,
  );
  return EXIT.failed;
}

/** `forewarn keys list`: one line per key, with tabs between its columns. */
export function listKeys(): Promise<ExitCode> {
  return withKeys(async (store) => {
    const keys = await store.apiKeys.list();
    if (keys.isErr()) return reportFailure(keys.error);
    for (const key of keys.value) print(`${lineOf(key)}\n`);
    return EXIT.done;
  });
}

export function revokeKey(name: string): Promise<ExitCode> {
  return withKeys(async (store) => {
    const revoked = await store.apiKeys.revoke(name);
    if (revoked.isOk()) {
      print(`Revoked the key "${name}".\n`);
      return EXIT.done;
    }
    if (revoked.error.type === 'StoreUnavailable') return reportFailure(revoked.error);
    printError(`there is no key "${name}": "forewarn keys list" shows the existing ones`);
    return EXIT.failed;
  });
}

function lineOf({ name, permissions, projects }: ApiKey): string {
  return [name, permissions.join(','), projects?.join(',') ?? 'all projects'].join('\t');
}
