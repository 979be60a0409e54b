import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Makes a secret of 256 random bits, as text that can be copied with a double click. */
export function newSecret(): string {
  return `fw_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** What is stored of a secret. Against 256 random bits a fast hash is enough: there is nothing to guess. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
