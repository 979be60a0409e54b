import type { ClientCredentials } from '../../src/keys/client-credentials.ts';

/** What a client at some address tells of itself. */
export const clientWith = (key: string | undefined, address = '192.0.2.1'): ClientCredentials => ({
  key,
  address: () => address,
});
