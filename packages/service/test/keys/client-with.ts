import type { ClientCredentials } from '../../src/keys/client-credentials.ts';

/** The credentials of a client at an address. */
export const clientWith = (key: string | undefined, address = '192.0.2.1'): ClientCredentials => ({
  key,
  address: () => address,
});
