import { randomBytes } from 'node:crypto';
import { ok, okAsync } from 'neverthrow';
import { hashSecret } from './api-key-authorizer.ts';
import type { KnownKey } from './known-key.ts';
import type { ServedKeys } from './served-keys.ts';

const NAME_BYTES = 6;

/** Makes a key that may do everything. Events show the name, so it says nothing about the secret. */
export const adminKey = (
  secret: string,
  name = `init-${randomBytes(NAME_BYTES).toString('hex')}`,
): KnownKey => ({ name, secretHash: hashSecret(secret), permissions: ['ADMIN'] });

const NO_KEYS = 'no request has a valid key: set INIT_ADMIN_API_TOKENS';

/** The keys of the settings, in memory. There are no others. */
export function settingsKeys(): ServedKeys {
  let keys: readonly KnownKey[] = [];
  return {
    known: {
      list: async () => ok(keys),
      find: async (secretHash) => ok(keys.find((key) => key.secretHash === secretHash)),
    },
    prepare: (secrets) => {
      keys = secrets.map((secret) => adminKey(secret));
      return okAsync();
    },
    firstLines: () => okAsync([NO_KEYS]),
  };
}
