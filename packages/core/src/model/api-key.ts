import type { Permission } from './permission.ts';

/** An API key as it is stored: its secret is known as a hash only. */
export interface ApiKey {
  /** Unique; what events record as `createdBy`. */
  readonly name: string;
  /** SHA-256 of the secret, as 64 lower-case hexadecimal digits. Unique. */
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  /** The ids of the projects that the key is limited to; absent when it is not limited. */
  readonly projects?: readonly string[];
}
