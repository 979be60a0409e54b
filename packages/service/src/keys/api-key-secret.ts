import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Makes a secret of 256 random bits, as text that a double click selects. */
export function newSecret(): string {
  return `fw_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The stored form of a secret. A fast hash is enough, because 256 random bits can't be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
