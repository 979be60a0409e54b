import type { Permission } from './permission.ts';

/** An API key as it is stored: only the hash of its secret is known. */
export interface ApiKey {
  /** Unique. Events record it as `createdBy`. */
  readonly name: string;
  /** SHA-256 of the secret, as 64 lower-case hexadecimal digits. Unique. */
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  /** The ids of the projects that the key is limited to; absent without a limit. */
  readonly projects?: readonly string[];
}
